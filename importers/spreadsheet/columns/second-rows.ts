import { quoted } from '../../plan/diagnostics.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { exactHeader, placeOf } from './header-fields.ts'

/** What is planned, and what happened, as rows and colours of either are called. */
export const PLANNED =
  /^(?:p|pl|plan|planned|baseline|target|soll|geplant|prévu|planifié|previsto|planeado|programado|planejado|gepland|план|計画|予定|计划|計劃|계획)\.?$/iu
export const HAPPENED =
  /^(?:a|act|actual|real|ist|tatsächlich|réel|réalisé|effettivo|realizado|ejecutado|executado|werkelijk|факт|実績|实际|實際|실제|실적)\.?$/iu
const TASK =
  /^(?:task|activity|summary|milestone|vorgang|aufgabe|tâche|tarea|tarefa|attività|taak|задача|作業|任务|任務|작업)$/iu
const OF_PEOPLE =
  /^(?:resource|assignment|resource assignment|labou?r|ressource|zuordnung|recurso|asignación|risorsa|ресурс|назначение|リソース|资源|資源|자원)$/iu
const WORK =
  /^(?:work|scheduled work|arbeit|travail|trabajo|trabalho|lavoro|werk|трудозатраты|作業時間|工时|工時)(?:\s?[([].*)?$/iu
const NAMED_LINES = 5
const MOSTLY = 0.9

/**
 * Second rows of a task: what happened below what is planned, and the people at work below the work. They are no tasks; their
 * cells move to the row above, and what was read so is said.
 */
export function readSecondRows(table: SheetTable): string[] {
  return [...readPairs(table), ...readUsage(table)]
}

const textAt = (row: SheetRow, at: number) => (row.cells[at] ?? '').trim()

/** `Survey | Plan | …` above `Survey | Actual | …` or a row without a name: dates of the second are actual ones. */
function readPairs(table: SheetTable): string[] {
  const headers = table.header?.cells
  if (headers === undefined) return []
  const called = placeOf(headers, 'name')
  const names = called >= 0 ? called : placeOf(headers, 'notes')
  const [start, finish] = [placeOf(headers, 'start'), placeOf(headers, 'finish')]
  if (names < 0 || (start < 0 && finish < 0)) return []
  const kinds = headers.findIndex((_, at) => at !== names && areKinds(table.rows, at))
  if (kinds < 0) return []
  const pairs: [SheetRow, SheetRow][] = []
  for (const [index, row] of table.rows.entries()) {
    if (!HAPPENED.test(textAt(row, kinds))) continue
    const before = table.rows[index - 1]
    const name = textAt(row, names)
    if (before === undefined || !PLANNED.test(textAt(before, kinds))) return []
    if (name !== '' && name !== textAt(before, names)) return []
    pairs.push([before, row])
  }
  const added = ([start, finish] as const).map((at, place) =>
    at < 0 ? -1 : headers.push(place === 0 ? 'Actual start' : 'Actual finish') - 1,
  )
  for (const [planned, happened] of pairs) {
    for (const [place, at] of [start, finish].entries())
      put(planned, added[place] ?? -1, at < 0 ? '' : textAt(happened, at))
  }
  table.leaveOut(pairs.map(([, happened]) => happened))
  table.readInto(kinds)
  return [
    `Rows that column ${quoted(headers[kinds] ?? '')} calls ${quoted(textAt(pairs[0]?.[1] as SheetRow, kinds))} tell what happened to the task above them: ${listed(pairs.map(([, row]) => row))}.`,
  ]
}

/** `Soll | Ist`, `Plan | Actual`: whether a column says of each row whether it is planned or has happened. */
export function areKinds(rows: readonly SheetRow[], at: number): boolean {
  return areOneOrTheOther(rows, at, PLANNED, HAPPENED)
}

/** Cells of two kinds, some of each. Most columns are left at their first cell. */
function areOneOrTheOther(rows: readonly SheetRow[], at: number, one: RegExp, other: RegExp): boolean {
  let [ones, others] = [0, 0]
  for (const row of rows) {
    const cell = textAt(row, at)
    if (cell === '') continue
    if (one.test(cell)) ones += 1
    else if (other.test(cell)) others += 1
    else return false
  }
  return ones > 0 && others > 0
}

/**
 * Rows of people below the task they work on, as usage views print them: a column of kinds calls them so, or each of them has
 * work, no duration and stands deeper than the row with a duration that it belongs to.
 */
function readUsage(table: SheetTable): string[] {
  const headers = table.header?.cells
  const names = headers === undefined ? -1 : placeOf(headers, 'name')
  if (headers === undefined || names < 0) return []
  const owners = ownersByKind(table.rows, headers) ?? ownersByWork(table.rows, headers, names)
  if (owners === null || owners.size === 0) return []
  const found = placeOf(headers, 'assignee')
  const people = found >= 0 ? found : headers.push('Resource Names') - 1
  for (const [owner, rows] of Map.groupBy(owners.keys(), (row) => owners.get(row) as SheetRow)) {
    const nameOf = (text: string) => (text.split('[')[0] ?? '').trim().toLowerCase()
    const known = new Set(textAt(owner, people).split(/[,;]/).map(nameOf))
    const added = rows.map((row) => textAt(row, names)).filter((name) => !known.has(nameOf(name)))
    put(owner, people, [textAt(owner, people), ...new Set(added)].filter((text) => text !== '').join('; '))
  }
  table.leaveOut([...owners.keys()])
  return [`Rows that tell who works on the task above them are read as its people: ${listed([...owners.keys()])}.`]
}

type Owners = ReadonlyMap<SheetRow, SheetRow>

function ownersByKind(rows: readonly SheetRow[], headers: readonly string[]): Owners | null {
  const kinds = headers.findIndex((_, at) => areOneOrTheOther(rows, at, TASK, OF_PEOPLE))
  return kinds < 0 ? null : ownersOf(rows, (row) => OF_PEOPLE.test(textAt(row, kinds)))
}

function ownersByWork(rows: readonly SheetRow[], headers: readonly string[], names: number): Owners | null {
  const work = headers.findIndex((header) => WORK.test(header.trim()))
  const lengths = headers.findIndex((header, at) => at !== work && exactHeader(header)?.field === 'duration')
  if (work < 0 || lengths < 0) return null
  const depthOf = (row: SheetRow) => /^[\s.\u00a0]*/.exec(row.cells[names] ?? '')?.[0].length ?? 0
  const isUsage = (row: SheetRow) => textAt(row, lengths) === '' && textAt(row, work) !== '' && depthOf(row) > 0
  const owners = ownersOf(rows, isUsage)
  if (owners === null || owners.size === 0) return null
  // Tasks have a length, all of them, and people stand deeper than their task.
  const isTask = (row: SheetRow) => textAt(row, lengths) !== ''
  const others = rows.filter((row) => !isUsage(row))
  if (others.filter(isTask).length < MOSTLY * others.length) return null
  return [...owners].every(([row, owner]) => isTask(owner) && depthOf(row) > depthOf(owner)) ? owners : null
}

function ownersOf(rows: readonly SheetRow[], isUsage: (row: SheetRow) => boolean): Owners | null {
  const owners = new Map<SheetRow, SheetRow>()
  let owner: SheetRow | null = null
  for (const row of rows) {
    if (!isUsage(row)) owner = row
    else if (owner === null) return null
    else owners.set(row, owner)
  }
  return owners
}

function put({ cells }: SheetRow, at: number, text: string): void {
  if (at >= 0) putCell(cells, at, text)
}

function listed(rows: readonly SheetRow[]): string {
  const lines = rows.slice(0, NAMED_LINES).map(({ line }) => line)
  return rows.length > NAMED_LINES ? `${lines.join(', ')} and ${rows.length - NAMED_LINES} more` : lines.join(', ')
}
