import { randomBytes } from 'node:crypto'

/** What a payload server offers besides its fixed tools. */
export interface Offer {
  /** How many tools there are in all, at least the fixed ones. */
  readonly tools: number
  /** Whether the further tools declare output schemas. */
  readonly outputSchemas: boolean
  /** Whether every further tool is another one after each change, or only the first. */
  readonly churn: boolean
  readonly modern: boolean
  /** Tells the schemas of two servers apart. */
  readonly label: string
}

export const MEGABYTE = 1_048_576

/** The largest message that the client accepts by default, in bytes, with the text around it. */
export const LARGEST_MESSAGE: number = 64 * MEGABYTE

const ENVELOPE_BYTES = 256
const LINE = `${'The quick brown fox jumps over the lazy dog, and then does so again and again. '.slice(0, 79)}\n`
/** The line break is two bytes in JSON. */
const LINE_BYTES = LINE.length + 1

const FIXED = ['tiny', 'text-1mb', 'image-5mb', 'text-64mb', 'clock', 'touch'] as const

export type PayloadTool = (typeof FIXED)[number]

/** The name of the first further tool. */
export const FIRST_FURTHER = 'tool_00000'

export function toolsOf({ tools, outputSchemas, churn, label }: Offer, revision: number): readonly object[] {
  const further = Array.from({ length: Math.max(0, tools - FIXED.length) }, (_, index) =>
    furtherTool(index, { outputSchemas, edition: `${label}${churn || index === 0 ? revision : 0}` }),
  )
  return [...FIXED.map(fixedTool), ...further]
}

export function textResult(text: string): object {
  return { content: [{ type: 'text', text }] }
}

/** A text whose message has about `bytes` bytes, and never more. */
export function longText(bytes: number): string {
  return LINE.repeat(Math.floor((bytes - ENVELOPE_BYTES) / LINE_BYTES))
}

/** A picture whose base64 has `characters` characters: the signature of a PNG and noise behind it. */
export function imageResult(characters: number): object {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const bytes = Buffer.concat([signature, randomBytes((characters / 4) * 3 - signature.length)])
  return { content: [{ type: 'image', mimeType: 'image/png', data: bytes.toString('base64') }] }
}

export function structuredResult(): object {
  return { content: [{ type: 'text', text: '{"id":"a","count":1}' }], structuredContent: { id: 'a', count: 1 } }
}

function fixedTool(name: PayloadTool): object {
  return { name, description: `The fixed tool ${name}.`, inputSchema: { type: 'object', properties: {} } }
}

interface Further {
  readonly outputSchemas: boolean
  /** What makes it another tool than the one of the same name before. */
  readonly edition: string
}

function furtherTool(index: number, { outputSchemas, edition }: Further): object {
  const number = String(index).padStart(5, '0')
  const description = `Finds the records of kind ${number}, newest first, and says how many there are (${edition}).`
  return {
    name: `tool_${number}`,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for.' },
        limit: { type: 'integer', minimum: 1, maximum: 100 },
      },
      required: ['query'],
    },
    ...(outputSchemas && { outputSchema: outputSchema(number, edition) }),
  }
}

function outputSchema(number: string, edition: string): object {
  return {
    type: 'object',
    title: `Records of kind ${number}, edition ${edition}`,
    properties: {
      id: { type: 'string', minLength: 1 },
      count: { type: 'integer', minimum: 0 },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['id', 'count'],
  }
}
