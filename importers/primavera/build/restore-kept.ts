import { MAX_DURATION_DAYS, MINUTES_PER_ELAPSED_DAY } from '../../plan-file/build/convert-duration.ts'
import { CONSTRAINT_TYPES } from '../../plan-file/build/map-constraint.ts'
import type { RawTask } from '../../plan-file/raw-project.ts'
import { parseDateTime, parseNumber } from '../../plan-file/xml/read-values.ts'
import { KEPT_DATES, type Kept, type KeptField, keptField, MARKS } from '../kept-fields.ts'
import { listOf } from '../kept-lists.ts'
import type { PrimaveraModel, PrimaveraTable } from '../primavera-model.ts'

const MOST_MINUTES = MAX_DURATION_DAYS * MINUTES_PER_ELAPSED_DAY

/** What our own fields say of each activity, or of each node of the work breakdown. */
export function keptValues(model: PrimaveraModel, table: PrimaveraTable): ReadonlyMap<number, Kept> {
  const kept = new Map<number, Kept>()
  const further: { values: Kept; field: KeptField; part: number; text: string }[] = []
  for (const { rowId, fieldId, text } of model.customValues) {
    const custom = model.customFields.get(fieldId)
    const named = custom?.table === table ? keptField(custom.label) : undefined
    if (named === undefined) continue
    const values = kept.get(rowId) ?? {}
    kept.set(rowId, values)
    if (named.part > 1) further.push({ values, ...named, text })
    else values[named.field] ??= text
  }
  // What goes on in further fields stands in their order, whatever that of the file.
  for (const { values, field, text } of further.sort((a, b) => a.part - b.part))
    values[field] = listOf([values[field] ?? '', text].filter((part) => part !== ''))
  return kept
}

export function hasMark(kept: Kept | undefined, mark: keyof typeof MARKS): boolean {
  return kept?.marks?.split(', ').includes(MARKS[mark]) ?? false
}

/**
 * A row with what our own fields say of it. They hold where the file itself says nothing, or the same: whoever changed the
 * plan in the planner since has the last word.
 */
export function restoreKept(task: RawTask, kept: Kept | undefined): RawTask {
  if (kept === undefined) return task
  const restored: RawTask = { ...task, ...heldAs(task, kept) }
  for (const field of KEPT_DATES) restored[field] = standing(task[field], kept[field])
  if (task.isMilestone) Object.assign(restored, bothEnds(task, kept))
  restored.deadline = standing(task.deadline, kept.deadline)
  restored.row = keptRow(kept) ?? task.row
  restored.wbs = kept.wbs ?? task.wbs
  restored.isActive = task.isActive && !hasMark(kept, 'inactive')
  restored.isSummary = task.isSummary || hasMark(kept, 'summary')
  restored.isMilestone = task.isMilestone || hasMark(kept, 'milestone')
  if (task.percentComplete === 0 && task.isSummary) restored.percentComplete = numberIn(kept.percent, 100) ?? 0
  const minutes = numberIn(kept.minutes, MOST_MINUTES)
  if (minutes !== null) restored.duration = { minutes, isElapsed: hasMark(kept, 'elapsed') }
  const notBefore = parseDateTime(kept.notBefore ?? null)
  if (notBefore !== null) restored.notBefore = notBefore
  const levelling = numberIn(kept.levelling, MOST_MINUTES)
  if (levelling !== null) restored.levellingMinutes = levelling
  const baseline = {
    start: parseDateTime(kept.baselineStart ?? null),
    finish: parseDateTime(kept.baselineFinish ?? null),
  }
  if (task.baseline === null && (baseline.start !== null || baseline.finish !== null)) restored.baseline = baseline
  return restored
}

/** The row of its plan; nothing else says one. */
export function keptRow(kept: Kept | undefined): number | null {
  const row = numberIn(kept?.row, Number.MAX_SAFE_INTEGER)
  return Number.isInteger(row) ? row : null
}

/** A number from 0 to the most that is possible; others were written by somebody else. */
function numberIn(text: string | undefined, most: number): number | null {
  const number = parseNumber(text ?? null)
  return number !== null && number >= 0 && number <= most ? number : null
}

/** The same minute may be kept to the second. */
function standing(own: string | null, text: string | undefined): string | null {
  const dateTime = parseDateTime(text ?? null)
  return own === null || dateTime?.slice(0, 16) === own.slice(0, 16) ? (dateTime ?? own) : own
}

/** A milestone that lasts in the file of its plan: the planner's has one of its ends. */
function bothEnds(task: RawTask, kept: Kept): Partial<Pick<RawTask, 'start' | 'finish'>> {
  const start = parseDateTime(kept.start ?? null)
  const finish = parseDateTime(kept.finish ?? null)
  const isOne = (a: string | null, b: string | null) => a !== null && a.slice(0, 16) === b?.slice(0, 16)
  return isOne(start, task.start) || isOne(finish, task.finish) ? { start, finish } : {}
}

/** A kind and its date, of what holds nothing in the file. */
function heldAs(task: RawTask, { constraint }: Kept): Partial<RawTask> {
  const [name = '', date = null] = (constraint ?? '').split(' ')
  const code = CONSTRAINT_TYPES.indexOf(name as (typeof CONSTRAINT_TYPES)[number])
  const isFree = task.constraintCode === 0 || (task.constraintCode === code && task.constraintDate === null)
  return code < 0 || !isFree ? {} : { constraintCode: code, constraintDate: parseDateTime(date) }
}
