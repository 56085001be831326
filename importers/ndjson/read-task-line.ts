import type { ConstraintTypeName, LinkTypeName } from '../../compute/plan/constraint-names.ts'
import { CONSTRAINT_NAMES, LINK_TYPE_NAMES } from '../../compute/plan/constraint-names.ts'
import type { LagUnitName } from '../../compute/plan/plan-document.ts'
import { MILESTONE_MOMENTS } from '../../compute/plan/plan-document.ts'
import type { Diagnostics } from '../plan/diagnostics.ts'
import { parseDay } from '../plan/file-day.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { PlanTask } from '../plan/imported-plan.ts'
import { scanJson } from '../plan-json/scan-json.ts'
import { assigneesOf, type LineAssignee, labelsOf } from './line-lists.ts'
import { settleConstraint } from './settle-constraint.ts'

export const MAX_LINE_BYTES = 64 * 1024
const MAX_DEPTH = 4
const MAX_EXTERNAL_ID = 255
const MAX_NAME = 512
const MAX_NOTES = 50_000
const MAX_DAYS = 36_525
const MAX_STORY_POINTS = 1_000
const MAX_PREDECESSORS = 1_000
const STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'ON_HOLD', 'COMPLETE', 'BACKLOG']
const LISTS = ['predecessors', 'labels', 'assignees']

export type LinePredecessor = { external_id: string; dep_type: LinkTypeName; lag: number; lag_unit: LagUnitName }

/** One line: only the fields that it names are there, so that a repeated import changes nothing else. */
export type TaskLine = {
  external_id: string
  name?: string
  parent?: string | null
  notes?: string
  duration?: number
  is_milestone?: boolean
  planned_start?: string | null
  percent_complete?: number
  status?: NonNullable<PlanTask['status']>
  actual_start?: string | null
  actual_finish?: string | null
  optimistic_duration?: number | null
  most_likely_duration?: number | null
  pessimistic_duration?: number | null
  story_points?: number | null
  /** Null for none; a kind that needs a date has one. */
  constraint_type?: Exclude<ConstraintTypeName, 'ASAP'> | null
  constraint_date?: string | null
  deadline?: string | null
  milestone_at?: PlanTask['milestone_at']
  labels?: string[]
  assignees?: LineAssignee[]
  predecessors?: LinePredecessor[]
}

type Fields = Record<string, unknown>
type Check = (value: unknown) => boolean

const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max && value.isWellFormed() && !value.includes('\0')
const filled =
  (max: number): Check =>
  (value) =>
    text(max)(value) && (value as string).trim() !== ''
const whole =
  (max: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
const day: Check = (value) => typeof value === 'string' && parseDay(value) !== null
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

const FIELDS: Readonly<Record<string, { check: Check; wanted: string }>> = {
  name: { check: filled(MAX_NAME), wanted: `text of at most ${MAX_NAME} characters` },
  parent: { check: orNull(filled(MAX_EXTERNAL_ID)), wanted: 'the external id of a task, or null' },
  notes: { check: text(MAX_NOTES), wanted: `text of at most ${MAX_NOTES} characters` },
  duration: { check: whole(MAX_DAYS), wanted: `whole days from 0 to ${MAX_DAYS}` },
  is_milestone: { check: (value) => typeof value === 'boolean', wanted: 'true or false' },
  planned_start: { check: orNull(day), wanted: 'a date YYYY-MM-DD, or null' },
  percent_complete: {
    check: (value) => typeof value === 'number' && value >= 0 && value <= 100,
    wanted: 'a number from 0 to 100',
  },
  status: { check: (value) => STATUSES.includes(value as string), wanted: STATUSES.join(', ') },
  actual_start: { check: orNull(day), wanted: 'a date YYYY-MM-DD, or null' },
  actual_finish: { check: orNull(day), wanted: 'a date YYYY-MM-DD, or null' },
  optimistic_duration: { check: orNull(whole(MAX_DAYS)), wanted: 'whole days, or null' },
  most_likely_duration: { check: orNull(whole(MAX_DAYS)), wanted: 'whole days, or null' },
  pessimistic_duration: { check: orNull(whole(MAX_DAYS)), wanted: 'whole days, or null' },
  constraint_type: {
    check: orNull((value) => isOneOf(CONSTRAINT_NAMES, value as string)),
    wanted: `${CONSTRAINT_NAMES.join(', ')}, or null`,
  },
  constraint_date: { check: orNull(day), wanted: 'a date YYYY-MM-DD, or null' },
  deadline: { check: orNull(day), wanted: 'a date YYYY-MM-DD, or null' },
  milestone_at: {
    check: orNull((value) => isOneOf(MILESTONE_MOMENTS, value as string)),
    wanted: `${MILESTONE_MOMENTS.join(', ')}, or null`,
  },
  story_points: { check: orNull(whole(MAX_STORY_POINTS)), wanted: `a whole number up to ${MAX_STORY_POINTS}, or null` },
}

/**
 * Reads one line. A line that cannot be used at all is an error and returns null; a field that cannot is dropped with a
 * warning and the rest is taken.
 */
export function readTaskLine(bytes: Uint8Array, row: number, diagnostics: Diagnostics): TaskLine | null {
  const fields = parseLine(bytes, row, diagnostics)
  if (fields === null) return null
  const id = fields.external_id
  if (typeof id !== 'string' || !filled(MAX_EXTERNAL_ID)(id)) {
    const message = `external_id must be text of 1 to ${MAX_EXTERNAL_ID} characters`
    diagnostics.error('bad_external_id', { row, field: 'external_id' }, message)
    return null
  }
  const line: Fields = { external_id: id }
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'external_id' || LISTS.includes(name)) continue
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    const where = { row, field: name.slice(0, 60) }
    if (field === undefined) diagnostics.warn('unknown_field', where, 'the field is not known and dropped')
    else if (field.check(value)) line[name] = value
    else diagnostics.warn('bad_value', where, `dropped; wanted: ${field.wanted}`)
  }
  if (fields.predecessors !== undefined) line.predecessors = predecessorsOf(fields.predecessors, row, diagnostics)
  if (fields.labels !== undefined) line.labels = labelsOf(fields.labels, row, diagnostics)
  if (fields.assignees !== undefined) line.assignees = assigneesOf(fields.assignees, row, diagnostics)
  settleConstraint(line, row, diagnostics)
  dropContradictions(line, row, diagnostics)
  return line as TaskLine
}

function parseLine(bytes: Uint8Array, row: number, diagnostics: Diagnostics): Fields | null {
  const fail = (message: string) => {
    diagnostics.error('bad_line', { row }, message)
    return null
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    scanJson(text, MAX_DEPTH)
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return fail('the line is no JSON object')
    return value as Fields
  } catch (error) {
    if (error instanceof ImportRefusal) return fail(error.detail)
    if (error instanceof SyntaxError) return fail('the line is not valid JSON')
    if (error instanceof TypeError) return fail('the line is not valid UTF-8')
    throw error
  }
}

/** Ids as text, or objects with type and lag. One that cannot be read is left out by itself. */
function predecessorsOf(value: unknown, row: number, diagnostics: Diagnostics): LinePredecessor[] {
  const where = { row, field: 'predecessors' }
  if (!Array.isArray(value) || value.length > MAX_PREDECESSORS) {
    diagnostics.warn('bad_value', where, `dropped; wanted: a list of at most ${MAX_PREDECESSORS}`)
    return []
  }
  return value.flatMap((entry: unknown): LinePredecessor[] => {
    const link = typeof entry === 'string' ? { external_id: entry } : entry
    const read = link === null || typeof link !== 'object' ? null : readPredecessor(link as Fields)
    if (read === null) diagnostics.warn('bad_predecessor', where, 'a predecessor cannot be read and is left out')
    return read === null ? [] : [read]
  })
}

function readPredecessor(link: Fields): LinePredecessor | null {
  const { external_id: id, dep_type: type = 'FS', lag = 0, lag_unit: unit = 'working' } = link
  if (!filled(MAX_EXTERNAL_ID)(id) || !isOneOf(LINK_TYPE_NAMES, type as string)) return null
  if (!Number.isInteger(lag) || Math.abs(lag as number) > MAX_DAYS) return null
  if (unit !== 'working' && unit !== 'elapsed') return null
  return { external_id: id as string, dep_type: type as LinkTypeName, lag: (lag as number) || 0, lag_unit: unit }
}

/** Values that no task may hold together are dropped rather than stored. */
function dropContradictions(line: Fields, row: number, diagnostics: Diagnostics): void {
  const { actual_start: start, actual_finish: finish } = line
  if (typeof start === 'string' && typeof finish === 'string' && finish < start) {
    diagnostics.warn('finish_before_start', { row, field: 'actual_finish' }, `${finish} is before ${start}; dropped`)
    delete line.actual_finish
  }
  const names = ['optimistic_duration', 'most_likely_duration', 'pessimistic_duration'] as const
  const given = names.filter((name) => line[name] !== undefined)
  if (given.length === 0) return
  const values = names.map((name) => line[name] ?? null) as (number | null)[]
  const isCleared = given.length === 3 && values.every((value) => value === null)
  const [low, mid, high] = values
  const isOrdered = low != null && mid != null && high != null && low <= mid && mid <= high
  if (isCleared || isOrdered) return
  diagnostics.warn(
    'bad_estimates',
    { row, field: 'optimistic_duration' },
    'three estimates in order are wanted; dropped',
  )
  for (const name of names) delete line[name]
}

function isOneOf(names: readonly string[], text: string): boolean {
  return names.includes(text)
}
