import { findFaultyTasks } from '../../compute/model/check-columns.ts'
import type { ScheduleCalendar } from '../calendars/project-calendar.ts'
import { uuidText } from '../platform/db/uuid-index.ts'
import { graphFromRows, type PassFacts, type ScheduleGraphInput, shapeOfRows } from './graph-from-rows.ts'
import { ROW_FLAG, type ScheduleRows } from './schedule-rows.ts'

/** A row of the schedulable set that no pass can place, and why. */
export interface LeftOutRow {
  readonly row: number
  /** What is wrong with it, to be read after its name. */
  readonly reason: string
}

export interface RepairedInput {
  readonly input: ScheduleGraphInput
  readonly leftOut: readonly LeftOutRow[]
}

/**
 * Columns without the rows that break a rule of single tasks: one of them would have the whole plan refused. Writes
 * refuse such rows, so this finds what came another way or was true when it was written.
 */
export function leaveOutFaulty(rows: ScheduleRows, facts: PassFacts, input: ScheduleGraphInput): RepairedInput {
  const leftOut = faultyRows(input, facts)
  return leftOut.length === 0 ? { input, leftOut } : leaveOutRows(rows, facts, leftOut)
}

/** Columns without the rows named, and without what is wrong once they are gone. */
export function leaveOutRows(rows: ScheduleRows, facts: PassFacts, named: readonly LeftOutRow[]): RepairedInput {
  for (let leftOut = named; ; ) {
    const shape = shapeOfRows(rows, new Set(leftOut.map(({ row }) => row)))
    const taskCalendars = calendarsOf(rows, shape.rowOfTask, facts.taskCalendars)
    const input = graphFromRows(rows, { ...facts, taskCalendars }, shape)
    const more = faultyRows(input, facts)
    if (more.length === 0) return { input, leftOut }
    leftOut = [...leftOut, ...more]
  }
}

function faultyRows(input: ScheduleGraphInput, facts: PassFacts): LeftOutRow[] {
  return findFaultyTasks(input.columns, facts.projects.length).map(({ task, detail }) => ({
    row: input.rowOfTask[task] as number,
    reason: reasonOf(detail),
  }))
}

/** A sentence about a task, to be read after its name. */
export function reasonOf(detail: string): string {
  return detail.replace(/^Task (\{task:\d+\}|"[^"]*") /, '')
}

/** A calendar that no row uses any more is not judged. */
function calendarsOf(rows: ScheduleRows, rowOfTask: Int32Array, calendars: ReadonlyMap<string, ScheduleCalendar>) {
  const used = new Set<string>()
  for (const row of rowOfTask) {
    if (((rows.flags[row] as number) & ROW_FLAG.hasCalendar) !== 0) used.add(uuidText(rows.calendarWords, row))
  }
  return new Map([...calendars].filter(([id]) => used.has(id)))
}
