import type { Context } from '@deepseek-ai/cordis'
import { renderPrompt } from '@deepseek-ai/dsh-system-prompt'

export interface AssembledPrompt {
  readonly text: string
  /** Its parts in order, without the empty ones. */
  readonly sections: readonly { readonly name: string; readonly text: string }[]
}

/** The system prompt as the model of `agent` would get it. */
export async function assemblePrompt(ctx: Context, agent: object): Promise<AssembledPrompt> {
  const assembly = await ctx.systemPrompt.assemble({ scope: agent })
  const sections = assembly.sections.map((section) => ({
    name: section.name,
    text: renderPrompt({ ...assembly, sections: [section] }),
  }))
  return { text: renderPrompt(assembly), sections: sections.filter(({ text }) => text !== '') }
}
