// A JSON Schema in words: what a field holds, how it is bounded, and which fields lie inside it.

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

/** One line of a field table. */
export interface FieldLine {
  /** `base.calendar_id`, `results[].name`. */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  readonly note: string
}

const REF_PREFIX = '#/components/schemas/'
const DEEPEST = 4
const LONGEST_ENUM = 24

/** The name of the published schema that a reference points at. */
export function refName(schema: JsonSchema): string | null {
  return schema.$ref?.startsWith(REF_PREFIX) ? schema.$ref.slice(REF_PREFIX.length) : null
}

/** The type of a field: `uuid or null`, `list of Task`, `"FS", "SS", "FF" or "SF"`. */
export function typeInWords(schema: JsonSchema): string {
  const name = refName(schema)
  if (name !== null) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return either(shorten(schema.enum.map((value) => JSON.stringify(value))))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return either([...new Set(choices.map(typeInWords))])
  if (schema.allOf !== undefined) return [...new Set(schema.allOf.map(typeInWords))].join(' and ')
  if (schema.type === undefined) return schema.properties ? 'object' : 'any value'
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return either(types.map((type) => plainType(type, schema)))
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === 'string') return schema.format ?? 'text'
  if (type === 'integer') return 'whole number'
  if (type === 'array') return schema.items ? `list of ${typeInWords(schema.items)}` : 'list'
  const values = schema.additionalProperties
  if (type === 'object' && !schema.properties && typeof values === 'object' && Object.keys(values).length > 0) {
    return `map of ${typeInWords(values)}`
  }
  return type
}

function either(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? 'nothing'
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function shorten(values: readonly string[]): string[] {
  if (values.length <= LONGEST_ENUM) return [...values]
  return [...values.slice(0, LONGEST_ENUM), `${values.length - LONGEST_ENUM} more`]
}

/** Bounds, default and description of a field. */
export function noteOf(schema: JsonSchema): string {
  const inner = schema.anyOf?.find((choice) => choice.type !== 'null') ?? schema
  return [bounds(inner), defaultText(schema), schema.description ?? ''].filter(Boolean).join('; ')
}

function bounds(schema: JsonSchema): string {
  const texts = [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? '' : `above ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `below ${schema.exclusiveMaximum}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' entries'),
  ]
  return texts.filter(Boolean).join(', ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  // Bounds that only say "a safe integer" tell the reader nothing.
  const low = least !== undefined && Math.abs(least) < Number.MAX_SAFE_INTEGER ? least : undefined
  const high = most !== undefined && Math.abs(most) < Number.MAX_SAFE_INTEGER ? most : undefined
  if (low !== undefined && high !== undefined) return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`
  if (low !== undefined) return `at least ${low}${unit}`
  return high === undefined ? '' : `at most ${high}${unit}`
}

function defaultText(schema: JsonSchema): string {
  return schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
}

/** Every field of a schema, inner ones by their path; published schemas are named, not repeated. */
export function fieldLines(schema: JsonSchema, prefix = '', depth = 0): FieldLine[] {
  const fields = Object.entries(schema.properties ?? {})
  return fields.flatMap(([name, field]) => {
    const path = prefix + name
    const isRequired = schema.required?.includes(name) ?? false
    const line = { path, type: typeInWords(field), isRequired, note: noteOf(field) }
    return [line, ...(depth < DEEPEST ? innerLines(field, path, depth + 1) : [])]
  })
}

function innerLines(field: JsonSchema, path: string, depth: number): FieldLine[] {
  if (refName(field) !== null) return []
  if (field.properties) return fieldLines(field, `${path}.`, depth)
  if (field.items?.properties) return fieldLines(field.items, `${path}[].`, depth)
  const choices = field.anyOf ?? field.oneOf ?? []
  return choices.flatMap((choice) => innerLines(choice, path, depth))
}
