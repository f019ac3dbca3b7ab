import type { McpSnapshot } from '@harness-mcp/client'

/** Throws unless the server is ready, and speaks the demanded revision. */
export function demandReady({ state, reason, revision }: McpSnapshot, demanded: string): void {
  if (state !== 'ready') throw new Error(`${state} instead of ready: ${reason}`)
  if (revision !== demanded) throw new Error(`revision ${revision} was negotiated instead of ${demanded}`)
}
