import { z } from 'zod'

/** How often one parameter may stand in a query. */
const MAX_REPEATS = 200

/** A whole number in a query that is looked at later: what is none is ignored there, or is a page that is not. */
export function wholeText(minimum: number) {
  return z.string().meta({ override: { type: 'integer', minimum } })
}

/** A whole number in a query: anything else is refused, in the one sentence that says what is allowed where there is one. */
export function wholeNumber(least: number, most: number, sentence?: string) {
  return z
    .string(sentence)
    .regex(/^-?\d{1,9}$/, sentence ?? 'Must be a whole number.')
    .meta({ override: asNumber('integer', least, most) })
    .transform(Number)
    .pipe(z.int().min(least, sentence).max(most, sentence))
}

/** The same of a number that may have a fraction. */
export function fractionalNumber(least: number, most: number, sentence: string) {
  return z
    .string(sentence)
    .regex(/^[+-]?\d{1,9}(\.\d{1,9})?$/, sentence)
    .meta({ override: asNumber('number', least, most) })
    .transform(Number)
    .pipe(z.number().min(least, sentence).max(most, sentence))
}

/** It is published as what it says, not as the text in which an address says it. */
function asNumber(type: 'integer' | 'number', minimum: number, maximum: number) {
  return ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    delete jsonSchema.pattern
    Object.assign(jsonSchema, { type, minimum, maximum })
  }
}

/** Boolean filters accept true and 1, false and 0; anything else is no filter. */
export function booleanFilter(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (/^(true|1)$/i.test(value)) return true
  return /^(false|0)$/i.test(value) ? false : undefined
}

/** A query parameter that may be sent several times; always a list then. */
export function repeatable<Kind extends z.ZodType<string>>(kind: Kind) {
  return z
    .union([kind, z.array(kind).max(MAX_REPEATS)])
    .transform((sent): string[] => (typeof sent === 'string' ? [sent] : sent))
}
