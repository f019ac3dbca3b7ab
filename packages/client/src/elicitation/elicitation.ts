/** A text that a person types in. */
export interface ElicitationText {
  readonly type: 'string'
  readonly title?: string
  readonly description?: string
  /** In Unicode characters. */
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression of JSON Schema, as the server sent it. It is checked for you, in linear time. */
  readonly pattern?: string
  readonly format?: 'email' | 'uri' | 'date' | 'date-time'
  readonly default?: string
}

export interface ElicitationNumber {
  readonly type: 'number' | 'integer'
  readonly title?: string
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

export interface ElicitationBoolean {
  readonly type: 'boolean'
  readonly title?: string
  readonly description?: string
  readonly default?: boolean
}

/** What is sent when it is chosen, and what a person reads. */
export interface ElicitationOption {
  readonly const: string
  readonly title: string
}

/** One of some texts. Every spelling of the protocol (`enum`, `enumNames`, `oneOf`) arrives as this one. */
export interface ElicitationChoice {
  readonly type: 'string'
  readonly title?: string
  readonly description?: string
  readonly oneOf: readonly ElicitationOption[]
  readonly default?: string
}

/** Any of some texts. */
export interface ElicitationChoices {
  readonly type: 'array'
  readonly title?: string
  readonly description?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly items: { readonly anyOf: readonly ElicitationOption[] }
  readonly default?: readonly string[]
}

export type ElicitationField =
  | ElicitationText
  | ElicitationNumber
  | ElicitationBoolean
  | ElicitationChoice
  | ElicitationChoices

/** A flat form as JSON Schema. A `default` that does not fit its own field is left out. */
export interface ElicitationSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, ElicitationField>>
  readonly required: readonly string[]
}

/**
 * A question of a server for a person. Frozen. Every text in it is the server's: show it as such, beside the server's name,
 * and let the person review, change, decline or close (MCP specification 2025-11-25, client/elicitation).
 */
export interface ElicitationRequest {
  /** The configured name. */
  readonly server: string
  /** The raw name of the tool whose call asks. Absent for a document, and where several calls could be the one. */
  readonly tool?: string
  /** Clean, and 2 KiB at most; so is each title and description. */
  readonly message: string
  readonly requestedSchema: ElicitationSchema
  /** Aborted when the answer is of no use any more: the call has ended, or the server took the question back. */
  readonly signal: AbortSignal
}

export type ElicitationValue = string | number | boolean | readonly string[]

/**
 * What a person said: yes, with the values by field; no; or nothing (the form was closed). A field that is left out of
 * `content` gets its default, where it has one.
 */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, ElicitationValue>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }

/** Brings a question to a person. One that throws, or answers with what does not fit the form, has cancelled. */
export type OnElicitation = (request: ElicitationRequest) => ElicitationAnswer | Promise<ElicitationAnswer>
