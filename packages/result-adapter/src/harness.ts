import type { CanonicalValue, ImageMediaType } from './outcome.js'
import type { JsonObject, JsonValue } from './json.js'

// The parts of a registry harness that the adapter touches, as shapes: no harness package is needed to use or to type them.

/** One image on its way into an attachment store. `data` holds the decoded bytes. */
export interface ImageToStore {
  /** The decoded bytes. */
  data: Uint8Array
  /** What they are, read from the bytes themselves. */
  mediaType: ImageMediaType
  /** A file name, where one is known. */
  name?: string
}

/** The attachment service of a harness (`ctx.attachments`). `Ref` is its own reference type. */
export interface AttachmentStore<Ref> {
  /**
   * Checks every image before it writes the first; references come back in input order. Rejects when it refuses one.
   *
   * @param images - the images of one result, in its order.
   */
  saveImages(images: readonly ImageToStore[]): Promise<readonly Ref[]>
}

/** The model service of a harness (`ctx.llm`). */
export interface ModelDirectory {
  /**
   * `inputModalities` absent means unknown, which counts as no.
   *
   * @param provider - the name of the provider.
   * @param model - the name of the model there.
   * @param signal - ends the wait.
   */
  resolveModelInfo(
    provider: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<{ readonly inputModalities?: readonly string[] | undefined }>
}

/** Where optional services are looked up by name. A Cordis context is one. */
export interface ServiceLookup {
  /**
   * The service, or `undefined` when it is absent.
   *
   * @param service - its name.
   */
  get(service: string): unknown
}

/** One execution in a registry: who calls, and the signal that cancels it. */
export interface ToolExecution {
  /** Cancels the execution. */
  readonly signal: AbortSignal
  /** The id that the model's API gave the call, where there is one. */
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
  /** What kind of block it is. */
  readonly type: string
}

/** How an execution ended, as a registry hands it to `finalizeContent` and `projectContent`. */
export type RegistryResult<Block extends AnyBlock = AnyBlock> =
  | { readonly isError: false; readonly value: JsonValue; readonly content: readonly Block[] }
  | { readonly isError: true; readonly content: readonly Block[] }

/** A tool as a registry harness takes it; assignable to `ToolDefinition` of `@deepseek-ai/dsh-tools`. */
export interface McpToolDefinition<Ref = unknown> {
  /** The public name. */
  readonly name: string
  /** What the model reads of it. */
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
  /** The schema of the canonical value, and how a model reads one. */
  readonly output: {
    readonly schema: JsonObject
    render(args: unknown, value: JsonValue): RegistryBlock<Ref>[]
  }
  /**
   * Resolves to the canonical value; rejects with the reason as its message when the call failed.
   *
   * @param args - the arguments as the model gave them.
   * @param exec - who calls, and the signal that cancels the call.
   */
  execute(args: unknown, exec: ToolExecution): Promise<CanonicalValue>
  /**
   * The last hook of a registry: what the model reads after all policies; `undefined` leaves it as it is.
   *
   * @param exec - the same object as that of `execute`.
   * @param result - how the execution ended.
   */
  finalizeContent<Block extends AnyBlock>(
    exec: ToolExecution,
    result: RegistryResult<Block>,
  ): (Block | RegistryBlock<Ref>)[] | undefined
  /**
   * The hook of newer registries, which runs before policies; where it has run, `finalizeContent` does nothing.
   *
   * @param exec - the same object as that of `execute`.
   * @param result - how the execution ended.
   */
  projectContent<Block extends AnyBlock>(
    exec: ToolExecution,
    result: RegistryResult<Block>,
  ): (Block | RegistryBlock<Ref>)[] | undefined
  /**
   * Whether calls may overlap: true for a tool that says it only reads. The word of a server, so no permission.
   *
   * @param args - the arguments of the call; they do not matter.
   */
  isConcurrencySafe?(args: unknown): boolean
}
