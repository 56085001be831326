/** Boolean filters accept true and 1, false and 0; anything else is no filter. */
export function booleanFilter(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (/^(true|1)$/i.test(value)) return true
  return /^(false|0)$/i.test(value) ? false : undefined
}
