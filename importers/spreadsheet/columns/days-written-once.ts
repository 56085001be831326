import { quoted } from '../../plan/diagnostics.ts'
import { dayInAnyOrder } from '../cells/parse-date.ts'
import { putCell, type SheetTable } from '../sheet-table.ts'
import { isFilled } from './column-texts.ts'
import { namesWork } from './general-names.ts'
import { holdsWords } from './group-columns.ts'
import { exactHeader, isBelowTasks, type SheetField } from './header-fields.ts'

const TIMES: ReadonlySet<SheetField> = new Set([
  'start',
  'finish',
  'deadline',
  'scheduled_start',
  'constraint_date',
  'duration',
])
const FEWEST_DAYS = 2

/**
 * `Week ending | Phase | Task`: the only days of a sheet, in just those rows in which a group to the left of the tasks is written beside
 * the first of them, are in cells merged over the whole group, and hold for the rows below as well.
 */
export function readDaysWrittenOnce({ header, rows }: SheetTable): string[] {
  const headers = header?.cells ?? []
  const times = headers.flatMap((text, at) => (TIMES.has(exactHeader(text)?.field ?? 'name') ? [at] : []))
  const [index] = times
  if (index === undefined || times.length > 1 || exactHeader(headers[index] ?? '')?.field === 'duration') return []
  const dated = rows.filter((row) => isFilled(row, index))
  if (dated.length < FEWEST_DAYS || dated[0] !== rows[0] || dated.length * 2 > rows.length) return []
  if (dated.some(({ cells }) => dayInAnyOrder((cells[index] ?? '').trim()) === null)) return []
  const columnsOf = headers.map((text, at) => ({ header: text, index: at }))
  const names = columnsOf.filter(
    ({ header: text, index: at }) =>
      at !== index &&
      (text.trim() === '' || namesWork(text) || isBelowTasks(text)) &&
      rows.some((row) => isFilled(row, at)),
  )
  const group = names.findIndex(({ index: at }) => rows.every((row) => isFilled(row, at) === isFilled(row, index)))
  const works = names.slice(group + 1)
  // A group alone in its row has the day for itself.
  const isTask = (row: (typeof rows)[number]) => works.some(({ index: at }) => isFilled(row, at))
  if (group < 0 || !rows.every(isTask) || !works.some((match) => holdsWords({ ...OPEN, ...match }, rows))) return []
  let day = ''
  for (const { cells } of rows) {
    day = (cells[index] ?? '').trim() || day
    putCell(cells, index, day)
  }
  return [
    `Days in column ${quoted((headers[index] ?? '').trim())} are written once for each of ${quoted((names[group]?.header ?? '').trim())}, and hold for the rows below as well.`,
  ]
}

const OPEN = { field: null, confidence: 'none' } as const
