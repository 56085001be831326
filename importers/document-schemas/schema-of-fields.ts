import type { Field, PlainKind } from '../plan-json/field-kinds.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const PLAIN: Readonly<Record<PlainKind, JsonSchema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  'string or number': { type: ['string', 'number'] },
  scalar: { type: ['string', 'number', 'boolean'] },
  weekday: { type: 'integer', minimum: 1, maximum: 7 },
}

/** What `checkShape` takes for the field, as a JSON Schema. */
export function schemaOfField(field: Field): JsonSchema {
  const schema = schemaOfKind(field)
  return field.description === undefined ? schema : { ...schema, description: field.description }
}

function schemaOfKind(field: Field): JsonSchema {
  switch (field.kind) {
    case 'list':
      return { type: 'array', items: schemaOfField(field.of) }
    case 'map':
      return { type: 'object', additionalProperties: schemaOfField(field.of) }
    case 'choice':
      return { enum: [...field.of] }
    case 'object':
      return schemaOfFields(field.fields)
    default:
      return PLAIN[field.kind]
  }
}

function schemaOfFields(fields: Readonly<Record<string, Field>>): JsonSchema {
  const lines = Object.entries(fields)
  const required = lines.flatMap(([name, field]) => (field.isNeeded ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(
      lines.map(([name, field]) => [name, field.isNeeded ? schemaOfField(field) : orNull(schemaOfField(field))]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Null and absent are the same. */
function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] }
  return { ...schema, type: [schema.type, 'null'].flat() }
}
