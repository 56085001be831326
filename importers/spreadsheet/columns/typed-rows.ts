import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'

/** The columns of lists whose rows say what they are: sections, tasks with their depth, and notes on the task above. */
const KINDS = ['type', 'content', 'indent'] as const
const SECTION = 'section'
const NOTE = 'note'
const TASK = 'task'

/**
 * Sections become heads of the tasks below them, notes go to the description of their task, and what tells how the list is shown is left out.
 * A length and its unit, and the number of a person, stand together.
 */
export function readTypedRows(table: SheetTable): string[] {
  const headers = (table.header?.cells ?? []).map((header) => header.trim().toLowerCase())
  const places = KINDS.map((name) => headers.indexOf(name))
  const kindOf = ({ cells }: SheetRow) => (cells[places[0] ?? 0] ?? '').trim().toLowerCase()
  if (places.includes(-1) || !table.rows.some((row) => kindOf(row) === TASK)) return []
  const [, content = 0, indent = 0] = places
  const [description, length, unit, person] = ['description', 'duration', 'duration_unit', 'responsible'].map((name) =>
    headers.indexOf(name),
  ) as [number, number, number, number]
  const aside: SheetRow[] = []
  const notesOf = new Map<SheetRow, string[]>()
  let notes = 0
  let sections = 0
  let task: SheetRow | null = null
  for (const row of table.rows) {
    const kind = kindOf(row)
    if (kind === SECTION) {
      sections += 1
      putCell(row.cells, indent, '1')
      task = null
    } else if (kind === TASK) {
      task = row
      const depth = Number(row.cells[indent] ?? '')
      if (depth > 0) putCell(row.cells, indent, String(depth + Math.min(sections, 1)))
      const amount = (row.cells[length] ?? '').trim()
      if (unit >= 0 && length >= 0 && /^\d+$/.test(amount))
        putCell(row.cells, length, `${amount} ${row.cells[unit] ?? ''}`)
      const name = row.cells[person] ?? ''
      if (person >= 0) putCell(row.cells, person, name.replace(/\s*\(\d{1,12}\)$/, ''))
    } else {
      if (kind === NOTE && task !== null && description >= 0) {
        const others = notesOf.get(task) ?? [(task.cells[description] ?? '').trim()]
        others.push((row.cells[content] ?? '').trim())
        notesOf.set(task, others)
        notes += 1
      }
      aside.push(row)
    }
  }
  // Together, because a text that grows note by note is copied with each of them.
  for (const [{ cells }, texts] of notesOf) putCell(cells, description, texts.filter(Boolean).join('\n'))
  table.leaveOut(aside)
  const said = sections > 0 ? [`${sections} sections are the heads of the tasks below them.`] : []
  if (notes > 0) said.push(`${notes} notes are added to the description of the task above them.`)
  return said
}

/** What a day of such a list is: when the task is due. */
export function dueOfTypedRows(headers: readonly string[]): Record<string, string> {
  const known = new Map(headers.map((header) => [header.trim().toLowerCase(), header.trim()]))
  const date = known.get('date')
  return date !== undefined && KINDS.every((name) => known.has(name)) ? { [date]: 'finish' } : {}
}
