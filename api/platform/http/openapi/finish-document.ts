import { type Components, exampleOf } from './example-of.ts'
import { fieldWords, rowFieldWords } from './field-words.ts'
import { type JsonSchema, walkSchemas } from './json-schema.ts'

interface Parameter {
  name: string
  in: string
  description?: string
  required?: boolean
  example?: unknown
  schema: JsonSchema
}

interface Media {
  schema?: JsonSchema
  example?: unknown
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

/** Adds what a reader wants and no schema says: words for names that mean the same everywhere, and a body to begin with. */
export function finishDocument(made: object): object {
  // Through text: parts that operations share stand in it as one object.
  const document = JSON.parse(JSON.stringify(made)) as Document
  const components = document.components?.schemas ?? {}
  for (const schema of Object.values(components)) walkSchemas(schema, finishSchema)
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) finishOperation(operation, components)
  return document
}

function finishOperation(operation: Operation, components: Components): void {
  for (const parameter of operation.parameters ?? []) finishParameter(parameter, components)
  const bodies = Object.entries(operation.requestBody?.content ?? {})
  const replies = Object.values(operation.responses).flatMap(({ content }) => Object.entries(content ?? {}))
  for (const [, { schema }] of [...bodies, ...replies]) if (schema) walkSchemas(schema, finishSchema)
  for (const [type, media] of bodies)
    if (type === 'application/json' && media.schema) media.example ??= exampleOf(media.schema, components)
}

function finishParameter(parameter: Parameter, components: Components): void {
  const words = parameter.description ?? parameter.schema.description ?? fieldWords(parameter.name)
  if (words !== undefined) parameter.description = words
  if (parameter.required) parameter.example ??= exampleOf(parameter.schema, components, parameter.name)
}

function finishSchema(schema: JsonSchema): void {
  for (const shape of schema.oneOf ?? []) nameShape(shape)
  // Bounds that only say "a whole number that a double holds" tell the reader nothing.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  sayPlainly(schema)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const words = field.$ref === undefined ? (field.description ?? rowFieldWords(name)) : undefined
    if (words !== undefined) field.description = words
  }
}

/** Tuples and records of known keys in words that older readers of schemas know too; what is valid stays the same. */
function sayPlainly(schema: JsonSchema): void {
  const { prefixItems, propertyNames, additionalProperties: value } = schema
  if (prefixItems && schema.items === false && schema.maxItems === prefixItems.length) {
    const kinds = new Map(prefixItems.map((item) => [JSON.stringify(item), item]))
    schema.items = kinds.size === 1 ? prefixItems[0] : { anyOf: [...kinds.values()] }
  }
  if (propertyNames?.enum && typeof value === 'object' && !schema.properties) {
    schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [String(name), structuredClone(value)]))
    schema.additionalProperties = false
    delete schema.propertyNames
  }
}

/** One shape of several is called by the value that tells it from the others. */
function nameShape(shape: JsonSchema): void {
  const told = Object.values(shape.properties ?? {}).find((field) => field.const !== undefined)
  if (told) shape.title ??= String(told.const)
}
