import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { NO_DAY } from '../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import type { ScheduleChanges } from './changed-rows.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'
import { cpmComplete, type DatedTask, scheduleRecalculated, taskDatesUpdated } from './schedule.events.ts'
import { ROW_FLAG, type ScheduleRows } from './schedule-rows.ts'

/** More rows than this are not listed: a client reads the schedule again instead. */
const MAX_LISTED_ROWS = 500

/** Tells every project of the pass about its own tasks. */
export function announceSchedule(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  result: ScheduleResult | null,
  changes: ScheduleChanges,
): void {
  loaded.projects.forEach(({ id: projectId }, projectIndex) => {
    const isOwnRow = (row: number) => loaded.rows.projectIndex[row] === projectIndex
    const isOwn = (task: number) => isOwnRow(loaded.input.rowOfTask[task] as number)
    const changed = changes.tasks.filter(isOwn)
    const cleared = changes.clearedRows.filter(isOwnRow)
    const count = changed.length + cleared.length
    if (count > MAX_LISTED_ROWS) emit(ctx, taskDatesUpdated, { projectId, payload: { count, truncated: true } })
    else if (count > 0) {
      const tasks = [
        ...Array.from(changed, (task) => presentTask(loaded, result, task)),
        ...Array.from(cleared, (row) => presentCleared(loaded, row)),
      ]
      emit(ctx, taskDatesUpdated, { projectId, payload: { count, tasks } })
    }
    const summary = {
      project_finish: finishOf(result, loaded.input.rowOfTask.length, isOwn),
      critical_path: Array.from(result?.criticalPath.filter(isOwn) ?? [], (task) => idOf(loaded, task)),
      status_date: loaded.statusDate,
    }
    emit(ctx, cpmComplete, { projectId, payload: summary })
    emit(ctx, scheduleRecalculated, { projectId, payload: { project: projectId, ...summary } })
  })
}

function idOf({ input }: LoadedSchedule, task: number): string {
  return input.rowIndex.textAt(input.rowOfTask[task] as number)
}

function finishOf(result: ScheduleResult | null, taskCount: number, isOwn: (task: number) => boolean): string | null {
  let latest = NO_DAY
  for (let task = 0; task < taskCount; task++) {
    if (result && isOwn(task)) latest = Math.max(latest, result.earlyFinishDay[task] as number)
  }
  return dateOf(latest)
}

function dateOf(day: number | undefined): string | null {
  return day === undefined || day === NO_DAY ? null : formatCivilDay(day)
}

function presentTask(loaded: LoadedSchedule, result: ScheduleResult | null, task: number): DatedTask {
  const row = loaded.input.rowOfTask[task] as number
  return {
    id: idOf(loaded, task),
    early_start: dateOf(result?.earlyStartDay[task]),
    early_finish: dateOf(result?.earlyFinishDay[task]),
    late_start: dateOf(result?.lateStartDay[task]),
    late_finish: dateOf(result?.lateFinishDay[task]),
    total_float: result?.totalFloatDays[task] ?? null,
    free_float: result?.freeFloatDays[task] ?? null,
    is_critical: result ? result.isCritical[task] === 1 : null,
    planned_start: plannedStartOf(loaded.rows, row),
    duration: loaded.rows.durationDays[row] as number,
    scheduled_start: dateOf(result?.scheduledStartDay[task]),
  }
}

/** A task that left the schedulable set has no computed fields any more. */
function presentCleared({ rows, input }: LoadedSchedule, row: number): DatedTask {
  return {
    id: input.rowIndex.textAt(row),
    early_start: null,
    early_finish: null,
    late_start: null,
    late_finish: null,
    total_float: null,
    free_float: null,
    is_critical: null,
    planned_start: plannedStartOf(rows, row),
    duration: rows.durationDays[row] as number,
    scheduled_start: null,
  }
}

/** What people planned; the start of a sprint is nobody's plan for the task. */
function plannedStartOf(rows: ScheduleRows, row: number): string | null {
  const isOfSprint = ((rows.flags[row] as number) & ROW_FLAG.startsWithSprint) !== 0
  return isOfSprint ? null : dateOf(rows.plannedStartDay[row])
}
