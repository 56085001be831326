import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import type { ScheduleChanges } from './changed-rows.ts'
import { arrayLiteral } from './column-bytes.ts'
import type { LoadedSchedule } from './load-schedule.ts'

const EPOCH = `date '1970-01-01'`

/** Writes what differs, a statement a kind of row, and stamps the projects. Versions and edit stamps stay as they are. */
export async function storeSchedule(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  result: ScheduleResult | null,
  changes: ScheduleChanges,
): Promise<void> {
  const idAt = (row: number) => loaded.input.rowIndex.textAt(row)
  if (result && changes.tasks.length > 0) await upsertTasks(ctx, loaded, result, changes.tasks)
  if (changes.clearedRows.length > 0) {
    const ids = Array.from(changes.clearedRows, idAt)
    await sql(ctx, 'delete from task_schedules where task_id = any($1::uuid[])', [arrayLiteral(ids)])
  }
  if (changes.drivingLinkIds.length + changes.slackLinkIds.length > 0) await markLinks(ctx, changes)
  await sql(ctx, 'update projects set recalculated_at = $2 where id = any($1::uuid[])', [
    loaded.projects.map((project) => project.id),
    ctx.services.clock.now(),
  ])
}

async function upsertTasks(
  ctx: Ctx<unknown>,
  { input }: LoadedSchedule,
  result: ScheduleResult,
  tasks: Int32Array,
): Promise<void> {
  const pick = (column: Int32Array | Uint8Array) => arrayLiteral(tasks.map((task) => column[task] as number))
  await sql(
    ctx,
    `insert into task_schedules (task_id, early_start, early_finish, late_start, late_finish, scheduled_start,
       total_float, free_float, is_critical)
     select id, ${EPOCH} + es, ${EPOCH} + ef, ${EPOCH} + ls, ${EPOCH} + lf, ${EPOCH} + ss, tf, ff, critical = 1
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[])
       as row(id, es, ef, ls, lf, ss, tf, ff, critical)
     on conflict (task_id) do update set early_start = excluded.early_start, early_finish = excluded.early_finish,
       late_start = excluded.late_start, late_finish = excluded.late_finish,
       scheduled_start = excluded.scheduled_start, total_float = excluded.total_float,
       free_float = excluded.free_float, is_critical = excluded.is_critical`,
    [
      arrayLiteral(Array.from(tasks, (task) => input.rowIndex.textAt(input.rowOfTask[task] as number))),
      pick(result.earlyStartDay),
      pick(result.earlyFinishDay),
      pick(result.lateStartDay),
      pick(result.lateFinishDay),
      pick(result.scheduledStartDay),
      pick(result.totalFloatDays),
      pick(result.freeFloatDays),
      pick(result.isCritical),
    ],
  )
}

/** A link somebody is changing right now is passed over: that change asks for a pass of its own. */
async function markLinks(ctx: Ctx<unknown>, { drivingLinkIds, slackLinkIds }: ScheduleChanges): Promise<void> {
  await sql(
    ctx,
    `update dependencies set is_driving = not is_driving where id in (
       select id from dependencies where (id = any($1::uuid[]) and not is_driving) or (id = any($2::uuid[]) and is_driving)
       for update skip locked)`,
    [arrayLiteral(drivingLinkIds), arrayLiteral(slackLinkIds)],
  )
}
