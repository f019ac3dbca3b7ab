/** A text that a person types in (MCP specification 2025-11-25, client/elicitation: `StringSchema`). */
export interface ElicitationText {
  /** Always this one. A choice is a `string` too, and has `oneOf`. */
  readonly type: 'string'
  /** The label, in the server's words: clean, one line, 256 bytes of UTF-8 at most. Without it show the name of the field. */
  readonly title?: string
  /** What to type in, in the server's words: clean, 2 KiB of UTF-8 at most. */
  readonly description?: string
  /** The fewest characters, as Unicode counts them (code points). */
  readonly minLength?: number
  /** The most characters, as Unicode counts them (code points). */
  readonly maxLength?: number
  /**
   * A regular expression of JSON Schema, as the server sent it, 1,024 UTF-16 units at most. It is checked for you, in linear
   * time: compile it with `RegExp`, and the server decides how long your program stands still.
   */
  readonly pattern?: string
  /** A mailbox, an absolute URI (RFC 3986), a day, or a moment with its offset (both RFC 3339). Checked for you. */
  readonly format?: 'email' | 'uri' | 'date' | 'date-time'
  /**
   * What is sent when the field is left out: show it. 8,192 UTF-16 units at most; one that is longer, or has control or
   * invisible characters in it, is left out.
   */
  readonly default?: string
}

/** A number that a person types in (MCP specification 2025-11-25, client/elicitation: `NumberSchema`). */
export interface ElicitationNumber {
  /** `integer` takes no fractions. */
  readonly type: 'number' | 'integer'
  /** The label, in the server's words: clean, one line, 256 bytes of UTF-8 at most. Without it show the name of the field. */
  readonly title?: string
  /** What to type in, in the server's words: clean, 2 KiB of UTF-8 at most. */
  readonly description?: string
  /** The least that is taken, itself included. */
  readonly minimum?: number
  /** The most that is taken, itself included. */
  readonly maximum?: number
  /** What is sent when the field is left out: show it. */
  readonly default?: number
}

/** A yes or no (MCP specification 2025-11-25, client/elicitation: `BooleanSchema`). */
export interface ElicitationBoolean {
  /** Always this one. */
  readonly type: 'boolean'
  /** The label, in the server's words: clean, one line, 256 bytes of UTF-8 at most. Without it show the name of the field. */
  readonly title?: string
  /** What a yes means, in the server's words: clean, 2 KiB of UTF-8 at most. */
  readonly description?: string
  /** What is sent when the field is left out: show it. */
  readonly default?: boolean
}

/** What is sent when it is chosen, and what a person reads. */
export interface ElicitationOption {
  /** What is sent: 256 UTF-16 units at most, nothing invisible in it, and no other option of the field has the same. */
  readonly const: string
  /** What a person reads, in the server's words: clean, one line, 256 bytes of UTF-8 at most. Without one it is `const`. */
  readonly title: string
}

/** One of some texts. Every spelling of the protocol (`enum`, `enumNames`, `oneOf`, `anyOf`) arrives as this one (SEP-1330). */
export interface ElicitationChoice {
  /** Always this one. What tells a choice from a text is `oneOf`. */
  readonly type: 'string'
  /** The label, in the server's words: clean, one line, 256 bytes of UTF-8 at most. Without it show the name of the field. */
  readonly title?: string
  /** What is chosen, in the server's words: clean, 2 KiB of UTF-8 at most. */
  readonly description?: string
  /** 1 to 512 options, in the server's order. */
  readonly oneOf: readonly ElicitationOption[]
  /** The `const` of the option that is sent when the field is left out. */
  readonly default?: string
}

/** Any of some texts (SEP-1330). */
export interface ElicitationChoices {
  /** Always this one. */
  readonly type: 'array'
  /** The label, in the server's words: clean, one line, 256 bytes of UTF-8 at most. Without it show the name of the field. */
  readonly title?: string
  /** What is chosen, in the server's words: clean, 2 KiB of UTF-8 at most. */
  readonly description?: string
  /** The fewest options to choose. */
  readonly minItems?: number
  /** The most options to choose. */
  readonly maxItems?: number
  /** 1 to 512 options, in the server's order. */
  readonly items: { readonly anyOf: readonly ElicitationOption[] }
  /** The `const`s that are sent when the field is left out. */
  readonly default?: readonly string[]
}

/** One field of a form. `type` tells the kinds apart, and `oneOf` a choice from a text. */
export type ElicitationField =
  | ElicitationText
  | ElicitationNumber
  | ElicitationBoolean
  | ElicitationChoice
  | ElicitationChoices

/** A flat form as JSON Schema. A `default` that does not fit its own field is left out. */
export interface ElicitationSchema {
  /** Always this one. */
  readonly type: 'object'
  /**
   * The fields by name, in the server's order: 64 at most, none for a question that only wants a yes. A name has 256 UTF-16
   * units at most and nothing invisible in it.
   */
  readonly properties: Readonly<Record<string, ElicitationField>>
  /** The names of the fields that an answer needs; one with a default may be left out all the same. */
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
  /** What is asked, in the server's words: clean, 2 KiB of UTF-8 at most. */
  readonly message: string
  /** What to fill in. */
  readonly requestedSchema: ElicitationSchema
  /** Aborted when the answer is of no use any more: the call has ended, or the server took the question back. */
  readonly signal: AbortSignal
}

/** What one field is filled in with: a list for several of its options. */
export type ElicitationValue = string | number | boolean | readonly string[]

/**
 * What a person said: yes, with the values by field; no; or nothing (the form was closed). A field that is left out of
 * `content` gets its default, where it has one.
 */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, ElicitationValue>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }

/**
 * Brings a question to a person. One that throws, or answers with what does not fit the form, has cancelled. It is called
 * again while a question is open when another call asks, or a server of an older revision asks twice: 20 times for one call
 * at most.
 *
 * @param request - the question, frozen.
 * @returns what the person said. It is dropped when `request.signal` was aborted first.
 */
export type OnElicitation = (request: ElicitationRequest) => ElicitationAnswer | Promise<ElicitationAnswer>
