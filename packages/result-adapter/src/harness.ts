import type { CanonicalValue, ImageMediaType } from './outcome.js'
import type { JsonObject, JsonValue } from './json.js'

// The parts of a registry harness that the adapter touches, as shapes: no harness package is needed to use or to type them.

/** One image on its way into an attachment store. `data` holds the decoded bytes. */
export interface ImageToStore {
  data: Uint8Array
  mediaType: ImageMediaType
  name?: string
}

/** The attachment service of a harness (`ctx.attachments`). `Ref` is its own reference type. */
export interface AttachmentStore<Ref> {
  /** Checks every image before it writes the first; references come back in input order. Rejects when it refuses one. */
  saveImages(images: readonly ImageToStore[]): Promise<readonly Ref[]>
}

/** The model service of a harness (`ctx.llm`). */
export interface ModelDirectory {
  /** `inputModalities` absent means unknown, which counts as no. */
  resolveModelInfo(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<{ readonly inputModalities?: readonly string[] | undefined }>
}

/** Where optional services are looked up by name. A Cordis context is one. */
export interface ServiceLookup {
  get(service: string): unknown
}

/** One execution in a registry: who calls, and the signal that cancels it. */
export interface ToolExecution {
  readonly signal: AbortSignal
  readonly callId?: string
  /** The calling agent; its identity is the scope in which names are looked up. */
  readonly agent?: unknown
  /** Set when a program made the call (code mode): then no image is stored. */
  readonly parent?: unknown
}

/** What a registry's model reads. */
export type RegistryBlock<Ref = unknown> = { type: 'text'; text: string } | { type: 'image'; attachment: Ref }

/** Any block of a registry; policies may put in others than those of `RegistryBlock`. */
export interface AnyBlock {
  readonly type: string
}

/** How an execution ended, as a registry hands it to `finalizeContent` and `projectContent`. */
export type RegistryResult<Block extends AnyBlock = AnyBlock> =
  | { readonly isError: false; readonly value: JsonValue; readonly content: readonly Block[] }
  | { readonly isError: true; readonly content: readonly Block[] }

/** A tool as a registry harness takes it; assignable to `ToolDefinition` of `@deepseek-ai/dsh-tools`. */
export interface McpToolDefinition<Ref = unknown> {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly output: {
    readonly schema: JsonObject
    render(args: unknown, value: JsonValue): RegistryBlock<Ref>[]
  }
  /** Resolves to the canonical value; rejects with the reason as its message when the call failed. */
  execute(args: unknown, exec: ToolExecution): Promise<CanonicalValue>
  /** The last hook of a registry: what the model reads after all policies; `undefined` leaves it as it is. */
  finalizeContent<Block extends AnyBlock>(
    exec: ToolExecution,
    result: RegistryResult<Block>,
  ): (Block | RegistryBlock<Ref>)[] | undefined
  /** The hook of newer registries, which runs before policies; where it has run, `finalizeContent` does nothing. */
  projectContent<Block extends AnyBlock>(
    exec: ToolExecution,
    result: RegistryResult<Block>,
  ): (Block | RegistryBlock<Ref>)[] | undefined
  /** Whether calls may overlap: true for a tool that says it only reads. The word of a server, so no permission. */
  isConcurrencySafe?(args: unknown): boolean
}
