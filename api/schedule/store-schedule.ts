import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { LINK_TYPE_NAMES } from '../../compute/model/schedule-columns.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import type { ScheduleChanges } from './changed-rows.ts'
import { arrayLiteral } from './column-bytes.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'
import { LINK_FLAG } from './schedule.queries.ts'
import { uuidText } from './uuid-index.ts'

const EPOCH = `date '1970-01-01'`

/**
 * Writes what differs, a statement a kind of row, and stamps the projects. Versions and edit stamps stay as they are.
 * Answers the stamp of a single project's row; null where the rows may differ from the result after all.
 */
export async function storeSchedule(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  result: ScheduleResult | null,
  changes: ScheduleChanges,
): Promise<string | null> {
  const idAt = (row: number) => loaded.input.rowIndex.textAt(row)
  if (result && changes.tasks.length > 0) await upsertTasks(ctx, loaded, result, changes.tasks)
  if (changes.clearedRows.length > 0) {
    const ids = Array.from(changes.clearedRows, idAt)
    await sql(ctx, 'delete from task_schedules where task_id = any($1::uuid[])', [arrayLiteral(ids)])
  }
  const { turnedLinks } = changes
  const turnedCount = turnedLinks.length > 0 ? await turnLinks(ctx, loaded, turnedLinks) : 0
  const stamped = await sql<{ stamp: string }>(
    ctx,
    'update projects set recalculated_at = $2 where id = any($1::uuid[]) returning xmin::text as stamp',
    [loaded.projects.map((project) => project.id), ctx.services.clock.now()],
  )
  return stamped.length === 1 && turnedCount === turnedLinks.length ? (stamped[0]?.stamp ?? null) : null
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

/**
 * A link somebody is changing right now is passed over: that change asks for a pass of its own. Answers how many were
 * turned.
 */
async function turnLinks(ctx: Ctx<unknown>, { rows }: LoadedSchedule, links: Int32Array): Promise<number> {
  const list = (of: (row: number) => string) => arrayLiteral(Array.from(links, of))
  const turned = await sql(
    ctx,
    `update dependencies set is_driving = not is_driving where id in (
       select d.id from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bool[]) as turned(predecessor, successor, type, was)
       join dependencies d on d.predecessor_id = turned.predecessor and d.successor_id = turned.successor
         and d.dep_type = turned.type and not d.is_deleted and d.is_driving = turned.was
       for update of d skip locked) returning 1 as ok`,
    [
      list((row) => uuidText(rows.predecessorWords, row)),
      list((row) => uuidText(rows.successorWords, row)),
      list((row) => LINK_TYPE_NAMES[rows.linkType[row] as number] as string),
      list((row) => String(((rows.linkFlags[row] as number) & LINK_FLAG.driving) !== 0)),
    ],
  )
  return turned.length
}
