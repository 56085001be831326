/** Kinds of the fields of a document: one description that values are checked against and that a JSON Schema is made from. */

export type PlainKind = 'string' | 'number' | 'boolean' | 'string or number' | 'scalar' | 'weekday'

export type Field = {
  /** Must be there; absent and null are the same everywhere else. */
  readonly isNeeded?: true
  readonly description?: string
} & (
  | { readonly kind: PlainKind }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list' | 'map'; readonly of: Field }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Field>> }
)

/** A line for each field of a documented type. */
export type Fields<Type> = { readonly [Key in keyof Required<Type>]: Field }

const described = (description?: string) => (description === undefined ? {} : { description })

export const plain = (kind: PlainKind, description?: string): Field => ({ kind, ...described(description) })
export const choice = (of: readonly string[], description?: string): Field => ({
  kind: 'choice',
  of,
  ...described(description),
})
export const list = (of: Field, description?: string): Field => ({ kind: 'list', of, ...described(description) })
export const map = (of: Field): Field => ({ kind: 'map', of })
export const object = (fields: Readonly<Record<string, Field>>, description?: string): Field => ({
  kind: 'object',
  fields,
  ...described(description),
})
export const needed = (field: Field): Field => ({ ...field, isNeeded: true })
