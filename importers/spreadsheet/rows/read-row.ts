import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ConstraintTypeName } from '../../../compute/plan/constraint-names.ts'
import type { MilestoneMomentName } from '../../../compute/plan/plan-document.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { readStoryPoints } from '../../plan/story-points.ts'
import { measureIndent } from '../cells/measure-indent.ts'
import type { CellAssignee } from '../cells/parse-assignees.ts'
import { parseConstraint } from '../cells/parse-constraint.ts'
import { parseDate } from '../cells/parse-date.ts'
import { type CellDuration, parseDuration } from '../cells/parse-duration.ts'
import {
  callsItselfMilestone,
  milestoneMoment,
  parseFlag,
  parseYesNo,
  saysInactive,
  saysMilestone,
} from '../cells/parse-flag.ts'
import { parseNumber } from '../cells/parse-number.ts'
import { parsePercent, saysBegun, saysCancelled } from '../cells/parse-percent.ts'
import { type PredecessorCell, withoutAddress } from '../cells/parse-predecessors.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetField } from '../columns/header-fields.ts'
import { unitsOf } from '../columns/units-column.ts'
import type { ArrangedRow } from './arranged-row.ts'
import { nameOrBeside } from './dash-names.ts'
import { readDate, readDates, readDay } from './read-dates.ts'
import { readLinks, readPredecessors } from './read-links.ts'
import type { RowContext } from './row-context.ts'

const DAYS_OF_MONTH = 31
const MAX_NAME_CHARACTERS = 512
const NOBODY: readonly CellAssignee[] = []

export type ParsedRow = {
  line: number
  /** Place among the data rows, first = 1, rows that are not imported included. */
  position: number
  /** The line of the item that it is a part of. */
  partOf: number | undefined
  id: string
  /** What parents may be named by beside it. */
  otherId: string
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
  /** When work began and ended, as far as that is told. */
  actualStartDay: number | null
  actualFinishDay: number | null
  percent: number | null
  assignees: readonly CellAssignee[]
  predecessors: PredecessorCell[]
  successors: PredecessorCell[]
  isMilestone: boolean
  saysMilestone: boolean
  /** The end of its day at which a milestone stands, where the row says so. */
  moment: MilestoneMomentName | null
  isActive: boolean
  notes: string
  labels: string[]
  constraint: SheetConstraint | null
  deadlineDay: number | null
  /** Optimistic, most likely and pessimistic days; null unless all three are there and in order. */
  estimates: readonly [number, number, number] | null
  storyPoints: number | null
}

export type SheetConstraint = { type: ConstraintTypeName; day: number | null }

/** Reads one row; a cell that cannot be read leaves a warning and its default. Null when the row has no task name. */
export function readRow(row: ArrangedRow, context: RowContext): ParsedRow | null {
  const { columns, diagnostics } = context
  const where = (field: SheetField) => ({ row: row.line, field: columns.header(field) })
  const stepped = columns.steppedCell(row, 'name')
  const { depth, name: written, isMarked } = measureIndent(stepped.text)
  const name = nameOrBeside(written, row, columns)
  if (isMarked) context.markedCount += 1
  if (name === '') {
    diagnostics.error('missing_name', where('name'), 'the row has no task name and is not imported')
    return null
  }
  if (name !== written)
    diagnostics.warn('name_beside', where('name'), `the row is called ${quoted(name)}, as beside it`)
  if (name.length > MAX_NAME_CHARACTERS) {
    diagnostics.warn('name_cut', where('name'), `the name is cut at ${MAX_NAME_CHARACTERS} characters`)
  }
  const estimates = readEstimates(row, context)
  const dates = columns.datesDecide ? readDates(row, context) : null
  const isBetweenDates = dates !== null && dates.startDay !== null && dates.finishDay !== null
  const duration = isBetweenDates ? momentBetween(dates, columns.cell(row, 'duration')) : readDuration(row, context)
  // What takes no time at the worst takes none.
  const isInstant = duration === null && estimates?.[2] === 0
  const kind = columns.cell(row, 'milestone')
  // What is said to be no milestone has a length that nobody has told yet.
  const isUntold = columns.zeroIsUntold && duration?.days === 0 && parseYesNo(kind) === false
  const durationDays = isInstant ? 0 : duration?.isElapsed || isUntold ? null : (duration?.days ?? null)
  const state = columns.cell(row, 'percent_complete')
  const listed = columns.namesMilestones ? readDates(row, context) : null
  const hasLength = durationDays !== null || (listed?.startDay != null && listed.finishDay !== listed.startDay)
  const isFlagged = parseFlag(kind) || saysMilestone(kind) || saysMilestone(state) || (listed !== null && !hasLength)
  if (isFlagged && durationDays !== null && durationDays > 0) {
    diagnostics.warn(
      'milestone_duration',
      where('duration'),
      `a milestone takes no time; its ${durationDays} days are dropped`,
    )
  }
  const { startDay, finishDay } = dates ?? listed ?? readDates(row, context)
  const isOneDay =
    startDay === null ||
    finishDay === null ||
    finishDay - startDay < (context.datesArePeriods || isOnePeriod(row, columns) ? DAYS_OF_MONTH : 1)
  const isCalled = !isFlagged && duration === null && callsItselfMilestone(name)
  const isNamed = isCalled && isOneDay
  if (isCalled && !isOneDay)
    diagnostics.warn(
      'milestone_duration',
      where('name'),
      'the row is called a milestone and has different days for its start and finish; it is imported as work',
    )
  if (isNamed) context.namedCount += 1
  // Its bar is as short as the chart draws any.
  const isMoment = context.datesArePeriods && duration?.days === 0 && isOneDay
  return {
    line: row.line,
    position: row.position,
    partOf: row.partOf,
    id: columns.cell(row, 'id').trim(),
    otherId: columns.otherIds === undefined ? '' : (row.cells[columns.otherIds] ?? '').trim(),
    wbs: columns.steppedCell(row, 'wbs').text.trim(),
    parent: columns.has('parent') ? readParent(columns.cell(row, 'parent')) : '',
    depth: depth + stepped.steps,
    name: name.slice(0, MAX_NAME_CHARACTERS),
    durationDays: isFlagged || isNamed ? 0 : durationDays,
    elapsedDays: !isFlagged && !isUntold && duration?.isElapsed ? duration.days : null,
    startDay,
    scheduledDay: readDate(row, 'scheduled_start', context),
    finishDay,
    ...readActual(row, context),
    assignees: readAssignees(row, context),
    predecessors: readLinks(row, context),
    successors: columns.has('successors') ? readPredecessors(columns.cells(row, 'successors')) : [],
    isMilestone: isFlagged || isInstant || isNamed || (duration?.days === 0 && !isUntold),
    saysMilestone: isFlagged || isNamed || isMoment,
    moment: milestoneMoment(kind),
    isActive: readActive(row, context),
    notes: readNotes(columns.cell(row, 'notes')),
    labels: columns.has('labels')
      ? context.labels.take(columns.cells(row, 'labels'), where('labels'), diagnostics)
      : [],
    constraint: readConstraint(row, context),
    deadlineDay: readDate(row, 'deadline', context),
    estimates,
    storyPoints: columns.has('story_points')
      ? readStoryPoints(columns.cell(row, 'story_points').trim(), where('story_points'), diagnostics)
      : null,
  }
}

/** `2026-W10 | 2026-W10`, `Apr 2026 | Apr 2026`: a start and an end in the same week or month. */
function isOnePeriod(row: ArrangedRow, columns: ColumnSet): boolean {
  const start = columns.cell(row, 'start').trim()
  return start !== '' && start === columns.cell(row, 'finish').trim()
}

/** Inactive rows are named as those of a planner's own file are; what is neither yes nor no says nothing. */
function readActive(row: ArrangedRow, { columns, diagnostics }: RowContext): boolean {
  const state = columns.cancelled === undefined ? '' : (row.cells[columns.cancelled] ?? '').trim()
  if (state !== '' && (saysCancelled(state) || parseDate(state, 'mdy') !== null)) {
    diagnostics.warn(
      'inactive_task',
      { row: row.line },
      'cancelled in the file, imported as an ordinary task for which nothing waits',
    )
    return false
  }
  if (!columns.has('active')) return true
  const cell = columns.cell(row, 'active').trim()
  if (cell === '') return true
  const where = { row: row.line, field: columns.header('active') }
  const isInactive = saysInactive(columns.header('active'), cell)
  if (isInactive === null)
    diagnostics.warn('bad_flag', where, `${quoted(cell)} is neither yes nor no; active is assumed`)
  else if (isInactive)
    diagnostics.warn(
      'inactive_task',
      where,
      'inactive in the file, imported as an ordinary task for which nothing waits',
    )
  return isInactive !== true
}

/** People, with the share that stands in a column of its own where they have none beside their names. */
function readAssignees(row: ArrangedRow, { columns, assignees, diagnostics }: RowContext): readonly CellAssignee[] {
  const people = columns.has('assignee') ? assignees.of(columns.cells(row, 'assignee')) : NOBODY
  const cell = columns.has('units') ? columns.cell(row, 'units').trim() : ''
  if (cell === '') return people
  const share = unitsOf(columns.header('units'), cell)
  if (share === null) {
    const where = { row: row.line, field: columns.header('units') }
    diagnostics.warn('bad_units', where, `units ${quoted(cell)} cannot be read; full time is assumed`)
    return people
  }
  return people.map((person) => (person.units === 1 ? { ...person, units: share } : person))
}

/** Nothing as `null` or an empty list. */
function readNotes(cell: string): string {
  const text = cell.trim()
  return text === '[]' || text === 'null' ? '' : text
}

/** Nothing as `null`, a dash or 0. */
function readParent(cell: string): string {
  const text = withoutAddress(cell.trim())
  return /^(null|none|nan|-|0)$/i.test(text) ? '' : text
}

/** What takes no time on one day is a moment, also where dates say how long rows go on. */
function momentBetween(
  { startDay, finishDay }: { startDay: number | null; finishDay: number | null },
  cell: string,
): CellDuration | null {
  return startDay === finishDay && parseDuration(cell.trim())?.days === 0
    ? { days: 0, isRounded: false, isElapsed: false }
    : null
}

function readDuration(row: ArrangedRow, { columns, countsDaysOff, diagnostics }: RowContext): CellDuration | null {
  const cell = columns.cell(row, 'duration').trim()
  if (cell === '' || (cell === '0' && columns.unitOf('duration') === 'second')) return null
  if (saysMilestone(cell)) return { days: 0, isRounded: false, isElapsed: false }
  const where = { row: row.line, field: columns.header('duration') }
  const duration = parseDuration(cell, columns.unitOf('duration'))
  if (duration === null) {
    const isDated = (['start', 'finish'] as const).every((field) => columns.cell(row, field).trim() !== '')
    const instead = isDated ? 'the row goes on from its start to its finish' : '1 day is assumed'
    diagnostics.warn('bad_duration', where, `duration ${quoted(cell)} cannot be read; ${instead}`)
    if (isDated) return null
    return { days: 1, isRounded: false, isElapsed: false }
  }
  if (duration.isRounded) {
    diagnostics.warn('duration_rounded', where, `duration ${quoted(cell)} became ${duration.days} whole days`)
  }
  return countsDaysOff && duration.days > 0 ? { ...duration, isElapsed: true } : duration
}

/** What happened; what ended is done where nothing else says how much is, and what is said to be open has not ended. */
function readActual(
  row: ArrangedRow,
  context: RowContext,
): Pick<ParsedRow, 'actualStartDay' | 'actualFinishDay' | 'percent'> {
  const { columns, diagnostics } = context
  const percent = readPercent(row, context)
  const { start, finish } = columns.actual
  const actualStartDay = readDay(row, start ?? happenedAt(row, 'start', columns), context)
  const actualFinishDay = readDay(row, finish ?? happenedAt(row, 'finish', columns), context)
  if (actualFinishDay === null) return { actualStartDay, actualFinishDay, percent }
  const isOpen = percent !== null && percent < 100
  const isBefore = actualStartDay !== null && actualFinishDay < actualStartDay
  if (!isOpen && !isBefore) return { actualStartDay, actualFinishDay, percent: 100 }
  const reason = isOpen ? `at ${percent} %` : 'before the actual start'
  const text = `actual finish ${formatCivilDay(actualFinishDay)} ${reason} is dropped`
  diagnostics.warn('actual_dropped', { row: row.line, field: 'actual_finish' }, text)
  return { actualStartDay, actualFinishDay: null, percent }
}

/** `04-May-26 A`: Primavera marks dates that happened in the columns of those that are planned. */
const MARKED_AS_HAPPENED = /\d ?A\*?$/

function happenedAt(row: ArrangedRow, field: 'start' | 'finish', columns: ColumnSet): number | undefined {
  return MARKED_AS_HAPPENED.test(columns.cell(row, field).trim()) ? columns.index(field) : undefined
}

/** All three estimates in order, or none; a word on what is not. */
function readEstimates(row: ArrangedRow, { columns, diagnostics }: RowContext): ParsedRow['estimates'] {
  if (!columns.has('optimistic')) return null
  const cell = (field: 'optimistic' | 'most_likely' | 'pessimistic') => columns.cell(row, field).trim()
  const cells = [cell('optimistic'), cell('most_likely'), cell('pessimistic')] as const
  if (cells[0] === '' && cells[1] === '' && cells[2] === '') return null
  const low = parseDuration(cells[0], columns.unitOf('optimistic'))
  const likely = parseDuration(cells[1], columns.unitOf('most_likely'))
  const high = parseDuration(cells[2], columns.unitOf('pessimistic'))
  if (low && likely && high && low.days <= likely.days && likely.days <= high.days)
    return [low.days, likely.days, high.days]
  const text = `estimates ${cells.map(quoted).join(', ')} are not three in order; none is imported`
  diagnostics.warn('partial_estimates', { row: row.line, field: columns.header('optimistic') }, text)
  return null
}

/** A kind with the date it needs; what is not both is dropped with a word. */
function readConstraint(row: ArrangedRow, context: RowContext): SheetConstraint | null {
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
function readPercent(row: ArrangedRow, { columns, order, inFractions, diagnostics }: RowContext): number | null {
  const cell = columns.cell(row, 'percent_complete').trim()
  if (cell === '') return null
  const where = { row: row.line, field: columns.header('percent_complete') }
  const percent = inFractions && /^1(?:[.,]0*)?$/.test(cell) ? 100 : parsePercent(cell)
  // The day on which it was done.
  if (percent === null && parseDate(cell, order) !== null) return 100
  if (percent === null && !saysCancelled(cell) && !saysMilestone(cell)) {
    const fault = saysBegun(cell) ? 'says that work has begun and no share of it' : 'cannot be read'
    diagnostics.warn('bad_percent', where, `percentage ${quoted(cell)} ${fault}; 0 is assumed`)
    return null
  }
  const share = percent === 100 || percent === 0 ? parseNumber(cell.replace(/\s*%$/, '')) : null
  if (share !== null && (share > 100 || share < 0)) {
    const fault = share < 0 ? 'less than nothing' : 'more than all'
    diagnostics.warn('bad_percent', where, `percentage ${quoted(cell)} is ${fault}; ${percent} is taken`)
  }
  return percent
}
