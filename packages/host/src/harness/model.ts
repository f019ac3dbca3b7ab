import type { Context } from '@deepseek-ai/cordis'

/** The agent that the host plays, as far as services look at one. Its identity is the scope of its calls. */
export interface PlayedAgent {
  readonly options: { readonly provider: string; readonly model: string }
}

/** The host calls no model. It plays one with eyes, so that images take the way they take in front of a model. */
export const playedModel = { provider: 'harness-mcp', model: 'reader', inputModalities: ['text', 'image'] } as const

export function playAgent(): PlayedAgent {
  return { options: { provider: playedModel.provider, model: playedModel.model } }
}

export const name = 'played-model'

/** Provides `ctx.llm` with a directory of that one model; a real harness brings its own. */
// An arrow function: Cordis would call `new` on a function that has a prototype.
export const apply = (ctx: Context): void => {
  ctx.reflect.provide('llm', { resolveModelInfo })
}

async function resolveModelInfo(provider: string, model: string): Promise<typeof playedModel> {
  if (provider === playedModel.provider && model === playedModel.model) return playedModel
  throw new Error(`the host knows the model ${playedModel.model} of ${playedModel.provider} alone`)
}
