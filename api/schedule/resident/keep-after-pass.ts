import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ScheduleChanges } from '../changed-rows.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { LINK_FLAG, ROW_FLAG, type ScheduleRows, type StoredColumns } from '../schedule-rows.ts'
import { keepPlan } from './resident-plan.ts'

/** Keeps what a pass loaded as it stands after the pass has stored its dates. */
export function keepAfterPass(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  result: ScheduleResult | null,
  stored: { changes: ScheduleChanges; stamp: string | null },
): void {
  const [project] = loaded.projects
  if (loaded.state === null || stored.stamp === null || !project || loaded.leftOut.length > 0) return
  const state = { ...loaded.state, stamp: stored.stamp }
  const rows = rowsAfterPass(loaded, result, stored.changes)
  keepPlan(ctx, { projectId: project.id, withEstimates: false }, { ...loaded, rows, state, step: null })
}

function rowsAfterPass({ rows, input }: LoadedSchedule, result: ScheduleResult | null, changes: ScheduleChanges) {
  const flags = rows.flags.slice()
  const dates = copyColumns(rows.stored as StoredColumns)
  if (result) {
    // A column at a time: most rows may have changed.
    for (const name of Object.keys(dates) as (keyof StoredColumns)[])
      copyChanged(dates[name], result[name], input.rowOfTask, changes.tasks)
    for (const task of changes.tasks) {
      const row = input.rowOfTask[task] as number
      const kept = (flags[row] as number) & ~ROW_FLAG.critical
      flags[row] = kept | ROW_FLAG.stored | (result.isCritical[task] === 1 ? ROW_FLAG.critical : 0)
    }
  }
  for (const row of changes.clearedRows) flags[row] = (flags[row] as number) & ~(ROW_FLAG.stored | ROW_FLAG.critical)
  const linkFlags = rows.linkFlags.slice()
  for (const row of changes.turnedLinks) linkFlags[row] = (linkFlags[row] as number) ^ LINK_FLAG.driving
  return { ...rows, flags, stored: dates, linkFlags } satisfies ScheduleRows
}

function copyChanged(into: Int32Array, from: Int32Array, rowOfTask: Int32Array, tasks: Int32Array): void {
  for (const task of tasks) into[rowOfTask[task] as number] = from[task] as number
}

function copyColumns(columns: StoredColumns): StoredColumns {
  const { earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay } = columns
  return {
    earlyStartDay: earlyStartDay.slice(),
    earlyFinishDay: earlyFinishDay.slice(),
    lateStartDay: lateStartDay.slice(),
    lateFinishDay: lateFinishDay.slice(),
    scheduledStartDay: scheduledStartDay.slice(),
    totalFloatDays: columns.totalFloatDays.slice(),
    freeFloatDays: columns.freeFloatDays.slice(),
  }
}
