import { LlmAdapter, type GenerateOptions, type StreamChunk } from '@deepseek-ai/dsh-llm'

type ResolvedModel = Awaited<ReturnType<LlmAdapter['resolveModel']>>

/** The models of a harness in which nothing is asked of a model: `eyes` takes images, every other one text alone. */
export class Models extends LlmAdapter {
  override async resolveModel(provider: string, model: string): Promise<ResolvedModel> {
    return { provider, id: model, name: model, inputModalities: model === 'eyes' ? ['text', 'image'] : ['text'] }
  }

  override async *stream(_options: GenerateOptions): AsyncIterable<StreamChunk> {}
}
