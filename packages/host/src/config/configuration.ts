/** Which file names the servers, and in which of the two shapes. */
export type Configuration = CordisFile | McpServersFile

/** A cordis.yml. */
export interface CordisFile {
  readonly kind: 'cordis'
  /** An absolute path. */
  readonly file: string
}

/** The file of a desktop client. */
export interface McpServersFile {
  readonly kind: 'mcp-servers'
  /** An absolute path. */
  readonly file: string
  /** Whether `${NAME}` in it is filled in from the environment of the host. */
  readonly expandEnv: boolean
}
