// What is recorded of work that happened has to agree with itself: the scheduler takes it as it stands. People who say
// something else are told which field; what a machine brings, and what the server itself stamps, is brought into line.

import { MAX_SPAN_DAYS } from '../../../compute/model/limits.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Clock } from '../../platform/clock.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { ProjectFacts } from '../project-facts.ts'
import type { TaskValues } from '../task-values.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'

export type RecordedWork = Pick<TaskValues, 'status' | 'percent_complete' | 'actual_start' | 'actual_finish'>

/** One value of a row that a machine brought and that could not stay. */
export interface Settlement {
  readonly field: keyof RecordedWork
  readonly message: string
}

const NOT_BEGUN: ReadonlySet<string> = new Set(['BACKLOG', 'NOT_STARTED'])
/** Nearly everything is done; the scheduler leaves at least a day of an unfinished task. */
const REOPENED_PERCENT = 99

/** A finished or reviewed row has all its work done. */
export function isDone(status: string): boolean {
  return status === 'REVIEW' || status === 'COMPLETE'
}

/** The last day on which work can have ended: today where the project is, or its data date where that is later. */
export function lastRecordableDay(clock: Pick<Clock, 'today'>, facts: ProjectFacts): string {
  const today = clock.today(facts.timezone)
  return facts.statusDate !== null && facts.statusDate > today ? facts.statusDate : today
}

function hasBegun({ status, percent_complete, actual_start }: RecordedWork): boolean {
  return !NOT_BEGUN.has(status) || percent_complete > 0 || actual_start !== null
}

/** Refuses recorded work that contradicts itself, naming the field the caller sent. What stands stored is not judged again. */
export function checkRecordedWork(draft: TaskDraft, lastDay: string): void {
  const { values, base } = draft
  const columns = ['status', 'percent_complete', 'actual_start', 'actual_finish'] as const
  if (draft.shape.isPhase || columns.every((column) => values[column] === base[column])) return
  refuseUnless(values.percent_complete < 100 || isDone(values.status) || !saysBoth(draft), () =>
    fieldError('percent_complete', `A task that is ${values.status} is not done to 100 percent.`),
  )
  const { actual_start: start, actual_finish: finish } = values
  refuseUnless(start === null || start <= lastDay || values.status !== 'COMPLETE', () =>
    fieldError('actual_start', `A complete task has not begun after ${lastDay}.`),
  )
  if (finish === null) return
  refuseUnless(finish <= lastDay || finish === base.actual_finish, () =>
    fieldError('actual_finish', `Work that has ended has not ended after ${lastDay}.`),
  )
  refuseUnless(hasBegun(values), () => fieldError('actual_finish', 'A task that has not begun has not ended.'))
  refuseUnless(start === null || start <= finish, () =>
    isChanged(draft, 'actual_finish')
      ? fieldError('actual_finish', `The finish lies before the start ${start}.`)
      : fieldError('actual_start', `The start lies after the finish ${finish}.`),
  )
}

/** Whether the caller put status and percentage side by side. */
function saysBoth({ sent }: TaskDraft): boolean {
  return sent.has('status') && sent.has('percent_complete')
}

const PLAN_DATES = ['planned_start', 'actual_start', 'actual_finish'] as const

export function checkReach(draft: TaskDraft, facts: ProjectFacts): void {
  for (const column of PLAN_DATES) if (isChanged(draft, column)) refuseFar(column, draft.values[column], facts)
}

/** Dates centuries away from the project are slips of the pen that no calendar is laid out for. */
export function refuseFar(field: string, date: string | null, { startDate }: ProjectFacts): void {
  if (date === null) return
  const distance = Math.abs((parseCivilDay(date) as number) - (parseCivilDay(startDate) as number))
  refuseUnless(distance <= MAX_SPAN_DAYS, () =>
    fieldError(field, `Lies ${distance} days from the start of the project; ${MAX_SPAN_DAYS} is the most.`),
  )
}

/** Dates that the server stamped give way to those that stand: work begins no later than it ends. */
export function fitStamps({ values, base, sent }: TaskDraft): void {
  const { actual_start: start, actual_finish: finish } = values
  if (start === null || finish === null || start <= finish || sent.has('actual_start')) return
  if (start !== base.actual_start || !sent.has('actual_finish')) values.actual_start = finish
}

/** Work that is opened again is not done to the end: it keeps its progress short of that, or has none when it begins anew. */
export function percentAfterReopening(status: string): number {
  return NOT_BEGUN.has(status) ? 0 : REOPENED_PERCENT
}

/** Recorded work of a machine-made row, brought into line, and what had to change. */
export function settleRecordedWork(work: RecordedWork, lastDay: string): { work: RecordedWork; changes: Settlement[] } {
  const settled = { ...work }
  const changes: Settlement[] = []
  const change = <F extends keyof RecordedWork>(field: F, value: RecordedWork[F], message: string) => {
    settled[field] = value
    changes.push({ field, message })
  }
  if (settled.actual_finish !== null && !hasBegun(settled)) {
    if (settled.status === 'BACKLOG')
      change('actual_finish', null, 'a backlog item has not ended; its finish is dropped')
    else Object.assign(settled, { status: 'COMPLETE', percent_complete: 100 })
  }
  if (settled.actual_finish !== null && settled.actual_finish > lastDay)
    change('actual_finish', lastDay, `ended on ${settled.actual_finish}, which is still to come; set to ${lastDay}`)
  if (settled.status === 'COMPLETE' && settled.actual_start !== null && settled.actual_start > lastDay)
    change('actual_start', lastDay, `is complete and begins on ${settled.actual_start}; set to ${lastDay}`)
  const { actual_start: start, actual_finish: finish } = settled
  if (start !== null && finish !== null && start > finish)
    change('actual_start', finish, `began on ${start}, after its finish; set to ${finish}`)
  return { work: settled, changes }
}
