import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ConstraintTypeName } from '../../../compute/plan/constraint-names.ts'
import { type Diagnostics, quoted } from '../../plan/diagnostics.ts'
import { measureIndent } from '../cells/measure-indent.ts'
import { type CellAssignee, parseAssignees } from '../cells/parse-assignees.ts'
import { parseConstraint } from '../cells/parse-constraint.ts'
import { type DateOrder, parseDate } from '../cells/parse-date.ts'
import { type CellDuration, parseDuration } from '../cells/parse-duration.ts'
import { parseFlag } from '../cells/parse-flag.ts'
import { parsePercent } from '../cells/parse-percent.ts'
import { type PredecessorCell, parsePredecessors } from '../cells/parse-predecessors.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetField } from '../columns/header-fields.ts'
import type { SheetRow } from '../sheet-table.ts'
import type { LabelCollector } from './label-collector.ts'

const MAX_NAME_CHARACTERS = 512

export type ParsedRow = {
  line: number
  /** Place among the data rows, first = 1, rows that are not imported included. */
  position: number
  id: string
  wbs: string
  /** The parent by its id, code or name. */
  parent: string
  depth: number
  name: string
  /** Whole working days; null when the cell is blank or there is none. */
  durationDays: number | null
  /** Days of the calendar, where the cell says elapsed time; `durationDays` is null then. */
  elapsedDays: number | null
  startDay: number | null
  /** The start that somebody computed, where a sheet has it beside the planned one. */
  scheduledDay: number | null
  finishDay: number | null
  percent: number | null
  assignees: CellAssignee[]
  predecessors: PredecessorCell[]
  isMilestone: boolean
  saysMilestone: boolean
  notes: string
  labels: string[]
  constraint: SheetConstraint | null
  deadlineDay: number | null
}

export type SheetConstraint = { type: ConstraintTypeName; day: number | null }

export type RowContext = { columns: ColumnSet; order: DateOrder; labels: LabelCollector; diagnostics: Diagnostics }

/** Reads one row; a cell that cannot be read leaves a warning and its default. Null when the row has no task name. */
export function readRow(row: SheetRow, position: number, context: RowContext): ParsedRow | null {
  const { columns, diagnostics } = context
  const where = (field: SheetField) => ({ row: row.line, field: columns.header(field) })
  const stepped = columns.steppedCell(row, 'name')
  const { depth, name } = measureIndent(stepped.text)
  if (name === '') {
    diagnostics.error('missing_name', where('name'), 'the row has no task name and is not imported')
    return null
  }
  if (name.length > MAX_NAME_CHARACTERS) {
    diagnostics.warn('name_cut', where('name'), `the name is cut at ${MAX_NAME_CHARACTERS} characters`)
  }
  const duration = readDuration(row, context)
  const durationDays = duration?.isElapsed ? null : (duration?.days ?? null)
  const saysMilestone = parseFlag(columns.cell(row, 'milestone'))
  if (saysMilestone && durationDays !== null && durationDays > 0) {
    diagnostics.warn(
      'milestone_duration',
      where('duration'),
      `a milestone takes no time; its ${durationDays} days are dropped`,
    )
  }
  const { startDay, finishDay } = readDates(row, context)
  return {
    line: row.line,
    position,
    id: columns.cell(row, 'id').trim(),
    wbs: columns.steppedCell(row, 'wbs').text.trim(),
    parent: readParent(columns.cell(row, 'parent')),
    depth: depth + stepped.steps,
    name: name.slice(0, MAX_NAME_CHARACTERS),
    durationDays: saysMilestone ? 0 : durationDays,
    elapsedDays: !saysMilestone && duration?.isElapsed ? duration.days : null,
    startDay,
    scheduledDay: readDate(row, 'scheduled_start', context),
    finishDay,
    percent: readPercent(row, context),
    assignees: columns.cells(row, 'assignee').flatMap(parseAssignees),
    predecessors: readPredecessors(columns.cells(row, 'predecessors')),
    isMilestone: saysMilestone || duration?.days === 0,
    saysMilestone,
    notes: columns.cell(row, 'notes').trim(),
    labels: context.labels.take(columns.cells(row, 'labels'), where('labels'), diagnostics),
    constraint: readConstraint(row, context),
    deadlineDay: readDate(row, 'deadline', context),
  }
}

/** Exports of programs write nothing as `null`. */
function readParent(cell: string): string {
  const text = cell.trim()
  return /^(null|none|nan|-|0)$/i.test(text) ? '' : text
}

function readPredecessors(cells: readonly string[]): PredecessorCell[] {
  return cells.length === 1 ? parsePredecessors(cells[0] ?? '') : cells.flatMap(parsePredecessors)
}

function readDuration(row: SheetRow, { columns, diagnostics }: RowContext): CellDuration | null {
  const cell = columns.cell(row, 'duration').trim()
  if (cell === '') return null
  const where = { row: row.line, field: columns.header('duration') }
  const duration = parseDuration(cell, columns.durationUnit)
  if (duration === null) {
    diagnostics.warn('bad_duration', where, `duration ${quoted(cell)} cannot be read; 1 day is assumed`)
    return { days: 1, isRounded: false, isElapsed: false }
  }
  if (duration.isRounded) {
    diagnostics.warn('duration_rounded', where, `duration ${quoted(cell)} became ${duration.days} whole days`)
  }
  return duration
}

function readDates(row: SheetRow, context: RowContext): { startDay: number | null; finishDay: number | null } {
  const startDay = readDate(row, 'start', context)
  const finishDay = readDate(row, 'finish', context)
  if (startDay === null || finishDay === null || finishDay >= startDay) return { startDay, finishDay }
  const where = { row: row.line, field: context.columns.header('finish') }
  const text = `finish ${formatCivilDay(finishDay)} is before start ${formatCivilDay(startDay)} and is dropped`
  context.diagnostics.warn('finish_before_start', where, text)
  return { startDay, finishDay: null }
}

function readDate(
  row: SheetRow,
  field: 'start' | 'finish' | 'constraint_date' | 'deadline' | 'scheduled_start',
  { columns, order, diagnostics }: RowContext,
): number | null {
  const raw = columns.cell(row, field)
  const cell = raw === '' ? '' : raw.trim()
  if (cell === '') return null
  const day = parseDate(cell, order)
  if (day === null) {
    const where = { row: row.line, field: columns.header(field) }
    diagnostics.warn('bad_date', where, `date ${quoted(cell)} cannot be read and is dropped`)
  }
  return day
}

/** A kind with the date it needs; what is not both is dropped with a word. */
function readConstraint(row: SheetRow, context: RowContext): SheetConstraint | null {
  const { columns, diagnostics } = context
  const cell = columns.cell(row, 'constraint_type')
  const type = parseConstraint(cell)
  if (type === 'ASAP') return null
  const day = type === null || type === 'ALAP' ? null : readDate(row, 'constraint_date', context)
  if (type === 'ALAP' || (type !== null && day !== null)) return { type, day }
  const where = { row: row.line, field: columns.header('constraint_type') }
  const reason = type === null ? 'cannot be read' : 'has no date'
  diagnostics.warn('bad_constraint', where, `constraint ${quoted(cell)} ${reason} and is dropped`)
  return null
}

/** Progress is kept as it stands, also where the row has no date: somebody has measured it. */
function readPercent(row: SheetRow, { columns, diagnostics }: RowContext): number | null {
  const cell = columns.cell(row, 'percent_complete').trim()
  if (cell === '') return null
  const where = { row: row.line, field: columns.header('percent_complete') }
  const percent = parsePercent(cell)
  if (percent === null) {
    diagnostics.warn('bad_percent', where, `percentage ${quoted(cell)} cannot be read; 0 is assumed`)
    return null
  }
  return percent
}
