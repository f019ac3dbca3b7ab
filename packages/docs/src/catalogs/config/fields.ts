import { z } from 'zod'

/** One setting, as a row of a table. */
export interface Field {
  /** With the objects that it is in: `reconnect.enabled`. */
  readonly key: string
  readonly type: string
  /** JSON; `undefined` when the field is required or has none. */
  readonly byDefault: string | undefined
  readonly required: boolean
  readonly description: string
}

/** The settings of one entry. */
export interface Variant {
  /** What tells it from the others: `transport: "stdio"`. '' for what they share, or when there is one. */
  readonly title: string
  readonly fields: readonly Field[]
}

/** A JSON Schema, as far as zod writes it. */
interface Node {
  readonly type?: string | undefined
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly default?: unknown
  readonly description?: string | undefined
  readonly properties?: Readonly<Record<string, Node>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: Node | undefined
  readonly additionalProperties?: Node | boolean | undefined
  readonly oneOf?: readonly Node[] | undefined
  readonly anyOf?: readonly Node[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly pattern?: string | undefined
  readonly format?: string | undefined
}

const node: z.ZodType<Node> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), node).optional(),
    required: z.array(z.string()).optional(),
    items: node.optional(),
    additionalProperties: z.union([node, z.boolean()]).optional(),
    oneOf: z.array(node).optional(),
    anyOf: z.array(node).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
  }),
)

/** What the fields of an entry are: first those that all variants share. */
export function variantsOf(entry: z.ZodType): Variant[] {
  const root = node.parse(z.toJSONSchema(entry, { io: 'input', target: 'draft-7' }))
  const all = (root.oneOf ?? root.anyOf ?? [root]).map((one) => ({ title: titleOf(one), fields: fieldsOf(one, '') }))
  const [first, ...rest] = all
  if (first === undefined || rest.length === 0) return all.map(({ fields }) => ({ title: '', fields }))
  const shared = first.fields.filter((field) => rest.every(({ fields }) => fields.some((other) => same(field, other))))
  const own = all.map(({ title, fields }) => ({
    title,
    fields: fields.filter((field) => !shared.some((other) => same(field, other))),
  }))
  return [{ title: '', fields: shared }, ...own]
}

function titleOf({ properties = {} }: Node): string {
  const [key, value] = Object.entries(properties).find(([, property]) => 'const' in property) ?? []
  return value === undefined ? '' : `${key}: ${JSON.stringify(value.const)}`
}

function fieldsOf({ properties = {}, required = [] }: Node, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const key = `${prefix}${name}`
    const inner = property.properties === undefined ? [] : fieldsOf(property, `${key}.`)
    return [fieldOf(key, property, required.includes(name)), ...inner]
  })
}

function fieldOf(key: string, property: Node, required: boolean): Field {
  // Objects whose fields have rows of their own say there what their defaults are.
  const hasDefault = 'default' in property && property.properties === undefined
  return {
    key,
    type: typeText(property),
    byDefault: hasDefault ? JSON.stringify(property.default) : undefined,
    required,
    description: property.description ?? '',
  }
}

function typeText(property: Node): string {
  if ('const' in property) return JSON.stringify(property.const)
  if (property.enum !== undefined) return property.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (property.type === 'array')
    return `list of ${property.items === undefined ? 'anything' : typeText(property.items)}`
  if (property.type === 'object' && typeof property.additionalProperties === 'object') {
    return `map to ${typeText(property.additionalProperties)}`
  }
  if (property.type === 'integer') return `integer${range(property)}`
  if (property.format === 'uri') return 'URL'
  return property.type ?? 'anything'
}

function range({ minimum, maximum }: Node): string {
  if (minimum === undefined) return ''
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return isBounded ? `, ${minimum} to ${maximum}` : `, ${minimum} or more`
}

function same(one: Field, other: Field): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
