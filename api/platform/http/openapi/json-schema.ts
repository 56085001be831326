/** As much of a JSON Schema as the published documents hold. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  title?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Calls `visit` with a schema and every one inside it. */
export function walkSchemas(schema: JsonSchema, visit: (schema: JsonSchema) => void): void {
  visit(schema)
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter((one) => typeof one === 'object'),
    ...[schema.prefixItems, schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []),
  ]
  for (const one of inside) walkSchemas(one, visit)
}
