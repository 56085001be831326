const MAX_TEXT = 200
/** What people write at length, and where somebody could write orders for whoever reads. */
const FREE_TEXT = new Set([
  'description',
  'notes',
  'mitigation',
  'mitigation_plan',
  'contingency',
  'response',
  'summary',
  'narrative',
  'goal',
  'comment',
  'blocked_reason',
])

/** What an agent gets of a reply: nothing that is empty, and texts of people cut short and marked as such. */
export function shapeResult(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return FREE_TEXT.has(key) ? marked(value) : value
  if (Array.isArray(value)) return value.map((item) => shapeResult(item, key))
  if (typeof value !== 'object' || value === null) return value
  const shaped = Object.entries(value).flatMap(([name, inner]) => {
    const result = isEmpty(inner) ? undefined : shapeResult(inner, name)
    return isEmpty(result) ? [] : [[name, result]]
  })
  return Object.fromEntries(shaped)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The mark cannot be closed from inside: what looks like one loses its brackets. */
function marked(text: string): string {
  const plain = text.replaceAll(/<\/?untrusted_text>/gi, '')
  const short = plain.length <= MAX_TEXT ? plain : `${plain.slice(0, MAX_TEXT).toWellFormed()}…`
  return `<untrusted_text>${short}</untrusted_text>`
}
