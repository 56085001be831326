import { z } from 'zod'

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Path = readonly string[]

/** Fields that some queries take as plain text: one that is no id finds nothing there. */
const NAMED = new Set(['project', 'program', 'task', 'task_id'])

/** The fields of a body or query that hold an id, by the published schema; `*` stands for the items of a list. */
export function idFieldsOf(shape: z.ZodType): Path[] {
  const root = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  const found: Path[] = []
  const walk = (schema: Schema, path: Path) => {
    const name = schema.$ref?.split('/').pop()
    if (name !== undefined && path.length < 8) walk(root.$defs?.[name] ?? {}, path)
    if (schema.format === 'uuid' || NAMED.has(path.at(-1) ?? '')) found.push(path)
    for (const [field, inner] of Object.entries(schema.properties ?? {})) walk(inner, [...path, field])
    if (schema.items) walk(schema.items, [...path, '*'])
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(one, path)
  }
  walk(root, [])
  return [...new Map(found.map((path) => [path.join('.'), path])).values()]
}

/** The body with one field set; a list is given one item, or its first one is changed. */
export function withField(body: unknown, [key, ...rest]: Path, value: unknown): object {
  if (key === '*') {
    const [first, ...others] = Array.isArray(body) ? body : []
    return [rest.length === 0 ? value : withField(first ?? {}, rest, value), ...others]
  }
  const fields = (body ?? {}) as Record<string, unknown>
  return { ...fields, [key as string]: rest.length === 0 ? value : withField(fields[key as string], rest, value) }
}
