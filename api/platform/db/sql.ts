/** Escapes a caller's text for use inside a LIKE pattern. */
export function likeEscape(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** How PostgreSQL writes an instant to our sessions, which are in UTC. */
const UTC_TEXT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** A timestamp as ISO 8601 text, from an entity (Date) or a plain row (PostgreSQL text). */
export function instantText(value: Date | string | null | undefined): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') return value.toISOString()
  // Several times faster than a date made and written again; pages of tasks hold thousands.
  const parts = UTC_TEXT.exec(value)
  if (!parts) return new Date(value).toISOString()
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
}
