/** Takes the headers that the SDK would send with a call. Put into its `params`, it keeps the call from being sent. */
export class HeaderSink {
  headers: Readonly<Record<string, string>> = {}
}

/** The key of a `HeaderSink` in `params`. It survives the SDK's object spreads. */
export const HEADER_SINK: unique symbol = Symbol('harness-mcp.header-sink')
