import type { Diagnostics } from '../plan/diagnostics.ts'

const MAX_LABELS = 20
const MAX_LABEL = 50
const MAX_ASSIGNEES = 100
const MAX_NAME = 255
const MAX_EMAIL = 254

export type LineAssignee = { name: string; email: string | null; units: number }

/** Names of labels, each once; one that cannot be read is left out by itself. */
export function labelsOf(value: unknown, row: number, diagnostics: Diagnostics): string[] {
  const where = { row, field: 'labels' }
  const seen = new Map<string, string>()
  for (const entry of listOf(value, MAX_LABELS, where, diagnostics)) {
    if (isName(entry, MAX_LABEL)) {
      const name = entry.trim()
      if (!seen.has(name.toLowerCase())) seen.set(name.toLowerCase(), name)
    } else diagnostics.warn('bad_label', where, `left out; wanted: text of 1 to ${MAX_LABEL} characters`)
  }
  return [...seen.values()]
}

/** Names, or objects with an address and a share (1 is full time). Of two with one name the first counts. */
export function assigneesOf(value: unknown, row: number, diagnostics: Diagnostics): LineAssignee[] {
  const where = { row, field: 'assignees' }
  const seen = new Map<string, LineAssignee>()
  for (const entry of listOf(value, MAX_ASSIGNEES, where, diagnostics)) {
    const assignee = readAssignee(entry)
    if (assignee === null) diagnostics.warn('bad_assignee', where, 'an assignee cannot be read and is left out')
    else if (!seen.has(assignee.name.toLowerCase())) seen.set(assignee.name.toLowerCase(), assignee)
  }
  return [...seen.values()]
}

function readAssignee(entry: unknown): LineAssignee | null {
  if (isName(entry, MAX_NAME)) return { name: entry.trim(), email: null, units: 1 }
  if (entry === null || typeof entry !== 'object') return null
  const { name, email = null, units = 1 } = entry as Record<string, unknown>
  if (!isName(name, MAX_NAME) || (email !== null && !isName(email, MAX_EMAIL))) return null
  if (typeof units !== 'number' || !(units > 0 && units <= 100)) return null
  return { name: name.trim(), email: email?.trim() ?? null, units }
}

function listOf(
  value: unknown,
  most: number,
  where: { row: number; field: string },
  diagnostics: Diagnostics,
): unknown[] {
  if (Array.isArray(value) && value.length <= most) return value
  diagnostics.warn('bad_value', where, `dropped; wanted: a list of at most ${most}`)
  return []
}

function isName(value: unknown, max: number): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.trim().length <= max &&
    value.isWellFormed() &&
    !value.includes('\0')
  )
}
