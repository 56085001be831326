import type { JsonSchema } from './json-schema.ts'

const ID = '3f2b8c1e-6d4a-4f7b-9a52-0c8e1d7b6a90'

/** What stands in an example where a field of that name takes it. */
const VALUES: Readonly<Record<string, unknown>> = {
  account_email: 'ann@example.org',
  assignee_email: 'ann@example.org',
  base_url: 'https://tracker.example.org',
  body: 'The crane comes a week later.',
  cadence_time: '09:30',
  code: 'HARBOUR',
  color: '#3366cc',
  date: '2027-03-15',
  deadline: '2027-06-30',
  dep_type: 'FS',
  description: 'Quay wall and crane rails of the north basin.',
  display_name: 'Ann Holm',
  duration: 5,
  email: 'ann@example.org',
  emoji: '👍',
  expires_at: '2027-12-31T00:00:00Z',
  goal: 'The north quay takes its first ship.',
  key: 'HARBOUR',
  lag: 2,
  lag_unit: 'working',
  n_simulations: 1000,
  name: 'Pour foundations',
  new_password: 'a long line of plain words',
  note: 'Agreed in the weekly meeting.',
  notes: 'Agreed in the weekly meeting.',
  password: 'a long line of plain words',
  percent_complete: 40,
  planned_start: '2027-03-15',
  reason: 'The permit came late.',
  server_url: 'https://id.example.org',
  start_date: '2027-03-01',
  story_points: 5,
  target_date: '2027-06-30',
  text: 'The crane comes a week later.',
  time_of_day: '09:30',
  timezone: 'Europe/Oslo',
  title: 'Permit arrives late',
  url: 'https://plans.example.org/hooks/svc',
  username: 'ann',
}
/** Fields that a partial change shows when nothing is required. */
const SHOWN_AT_MOST = 3

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: ID,
  date: '2027-03-15',
  'date-time': '2027-03-15T09:30:00Z',
  email: 'ann@example.org',
  uri: 'https://plans.example.org/',
}

export type Components = Readonly<Record<string, JsonSchema>>

/** A value that the schema admits, as somebody might send it: what must be there, and of a change what is best known. */
export function exampleOf(schema: JsonSchema, components: Components, name = ''): unknown {
  if (schema.$ref !== undefined) return exampleOf(resolve(schema.$ref, components), components, name)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (isFitting(schema, VALUES[name])) return VALUES[name]
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null) ?? null
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, components, name)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, components, name)))
  return plainExample(schema, components, name)
}

function plainExample(schema: JsonSchema, components: Components, name: string): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, components)
    case 'array':
      return listExample(schema, components, name)
    case 'string':
      return textExample(schema, name)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1))
    case 'boolean':
      return true
    default:
      return {}
  }
}

function objectExample(schema: JsonSchema, components: Components): object {
  const fields = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required)
  const known = fields.filter(([name, field]) => !required.has(name) && isFitting(field, VALUES[name]))
  const shown = required.size > 0 ? [] : (known.length > 0 ? known : fields).slice(0, SHOWN_AT_MOST)
  const names = new Set([...required, ...shown.map(([name]) => name)])
  const own = fields.filter(([name]) => names.has(name))
  return Object.fromEntries(own.map(([name, field]) => [name, exampleOf(field, components, name)]))
}

function listExample(schema: JsonSchema, components: Components, name: string): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, components))
  if (typeof schema.items !== 'object') return []
  const { items } = schema
  const one = exampleOf(items, components, name.replace(/s$/, ''))
  return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => one)
}

function textExample(schema: JsonSchema, name: string): string {
  const formatted = schema.format === undefined ? undefined : BY_FORMAT[schema.format]
  if (formatted !== undefined) return formatted
  if (/(^|_)id$/.test(name)) return ID
  return 'text'.padEnd(schema.minLength ?? 0, ' text').slice(0, schema.maxLength)
}

/** Whether a value is of the kind that the schema, or one of its choices, takes. */
function isFitting(schema: JsonSchema, value: unknown): boolean {
  if (value === undefined) return false
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.some((choice) => isFitting(choice, value))
  if (schema.enum !== undefined) return schema.enum.includes(value)
  const type = typeOf(schema)
  if (typeof value === 'number') return (type === 'integer' || type === 'number') && value <= (schema.maximum ?? value)
  if (typeof value !== 'string' || type !== 'string') return false
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return false
  const isOfFormat = schema.format === undefined || formatOf(value) === schema.format
  return isOfFormat && value.length <= (schema.maxLength ?? value.length) && value.length >= (schema.minLength ?? 0)
}

function formatOf(value: string): string | undefined {
  return Object.keys(BY_FORMAT).find((format) => FORMATS[format]?.test(value))
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f-]{36}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
  email: /^\S+@\S+$/,
  uri: /^https?:/,
}

function typeOf({ type, properties }: JsonSchema): string | undefined {
  if (type === undefined) return properties ? 'object' : undefined
  return typeof type === 'string' ? type : type.find((one) => one !== 'null')
}

function resolve(ref: string, components: Components): JsonSchema {
  return components[ref.slice('#/components/schemas/'.length)] ?? {}
}
