/**
 * The one way a document is written: keys sorted, two spaces, a newline at the end. What says nothing is left out: null,
 * an empty text, an empty list or object. Three things say something by it: an empty list among the settings (nothing is
 * chosen), a part of an estimate that nobody has named, and an empty value that somebody set in a field.
 */
export function canonicalJson(document: object): string {
  return `${JSON.stringify(sorted(document, ''), null, 2)}\n`
}

/** Required, whatever it holds. */
const ALWAYS = 'projects'

function sorted(value: unknown, within: string): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, ''))
  if (value === null || typeof value !== 'object') return value
  const keeps = (item: unknown) =>
    (within === 'settings' && Array.isArray(item)) ||
    (within === 'estimate' && item === null) ||
    within === 'custom_fields'
  const entries = Object.entries(value)
    .map(([key, item]) => [key, sorted(item, key)] as const)
    .filter(([key, item]) => key === ALWAYS || keeps(item) || saysSomething(item))
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}
