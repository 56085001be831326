import { z } from 'zod'

/** How often one parameter may stand in a query. */
const MAX_REPEATS = 200

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
