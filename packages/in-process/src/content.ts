interface BlockExtras {
  readonly annotations?: {
    readonly audience?: readonly ('user' | 'assistant')[]
    readonly priority?: number
    readonly lastModified?: string
  }
  readonly _meta?: Readonly<Record<string, unknown>>
}

interface Contents {
  readonly uri: string
  readonly mimeType?: string
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** One block of a tool's result, as MCP specification 2025-11-25, server/tools, has them. `data` and `blob` are base64. */
export type ContentBlock = BlockExtras &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
    | {
        readonly type: 'resource_link'
        readonly uri: string
        readonly name: string
        readonly title?: string
        readonly description?: string
        readonly mimeType?: string
        readonly size?: number
      }
    | {
        readonly type: 'resource'
        readonly resource: Contents & ({ readonly text: string } | { readonly blob: string })
      }
  )

/** What a handler answers with. */
export interface ToolResult<Structured = object> {
  /** What the model reads. */
  readonly content: readonly ContentBlock[]
  /** What programs read. A tool with an output schema gives it unless `isError` is true. */
  readonly structuredContent?: Structured
  /** The tool ran and failed, and `content` says why. It is not checked against the output schema. */
  readonly isError?: boolean
  /** Passed on to the client as it is. */
  readonly _meta?: Readonly<Record<string, unknown>>
}
