import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { LINK_TYPE_NAMES } from '../../compute/model/schedule-columns.ts'
import type { Ctx } from '../platform/context.ts'
import { arrayLiteral, int4Array, uuidArray } from '../platform/db/column-bytes.ts'
import { uuidText } from '../platform/db/uuid-index.ts'
import type { ScheduleChanges } from './changed-rows.ts'
import {
  type ComputedColumns,
  deleteDates,
  stampProjects,
  type TurnedLinks,
  turnLinks,
  updateDates,
  upsertDates,
} from './computed-dates.queries.ts'
import { recordPasses } from './date-pass.queries.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'
import { LINK_FLAG, ROW_FLAG } from './schedule-rows.ts'

/**
 * Writes what differs, a statement a kind of row, and stamps the projects. Versions and edit stamps stay as they are.
 * A link somebody is changing right now is passed over: that change asks for a pass of its own. Returns the stamp of a
 * single project's row; null where the rows may differ from the result after all.
 */
export async function storeSchedule(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  result: ScheduleResult | null,
  { tasks, clearedRows, turnedLinks }: ScheduleChanges,
): Promise<string | null> {
  const { rowIndex } = loaded.input
  if (result) await storeDates(ctx, loaded, result, tasks)
  if (clearedRows.length > 0)
    await deleteDates(
      ctx,
      Array.from(clearedRows, (row) => rowIndex.textAt(row)),
    )
  const turnedCount = turnedLinks.length > 0 ? await turnLinks(ctx, describeLinks(loaded, turnedLinks)) : 0
  const projectIds = loaded.projects.map((project) => project.id)
  const idsOf = (rows: Int32Array) => Array.from(rows, (row) => rowIndex.textAt(row))
  await recordPasses(ctx, projectIds, {
    count: tasks.length + clearedRows.length,
    ids: () => [...idsOf(tasks.map((task) => loaded.input.rowOfTask[task] as number)), ...idsOf(clearedRows)],
  })
  const [stamp, ...others] = await stampProjects(ctx, projectIds, ctx.services.clock.now())
  return others.length === 0 && turnedCount === turnedLinks.length ? (stamp ?? null) : null
}

/** Most tasks have dates already; those that have none, and all should some have lost theirs meanwhile, are inserted. */
async function storeDates(
  ctx: Ctx<unknown>,
  loaded: LoadedSchedule,
  result: ScheduleResult,
  tasks: Int32Array,
): Promise<void> {
  const { rows, input } = loaded
  const hasDates = (task: number) => ((rows.flags[input.rowOfTask[task] as number] as number) & ROW_FLAG.stored) !== 0
  const dated = tasks.filter(hasDates)
  const areThere = dated.length === 0 || (await updateDates(ctx, computedColumns(loaded, result, dated)))
  const missing = areThere ? tasks.filter((task) => !hasDates(task)) : tasks
  if (missing.length > 0) await upsertDates(ctx, computedColumns(loaded, result, missing))
}

function computedColumns({ rows, input }: LoadedSchedule, result: ScheduleResult, tasks: Int32Array): ComputedColumns {
  const pick = (column: Int32Array | Uint8Array) => int4Array(tasks.map((task) => column[task] as number))
  return {
    count: tasks.length,
    ids: uuidArray(
      rows.taskWords,
      tasks.map((task) => input.rowOfTask[task] as number),
    ),
    earlyStart: pick(result.earlyStartDay),
    earlyFinish: pick(result.earlyFinishDay),
    lateStart: pick(result.lateStartDay),
    lateFinish: pick(result.lateFinishDay),
    scheduledStart: pick(result.scheduledStartDay),
    totalFloat: pick(result.totalFloatDays),
    freeFloat: pick(result.freeFloatDays),
    critical: pick(result.isCritical),
  }
}

function describeLinks({ rows }: LoadedSchedule, links: Int32Array): TurnedLinks {
  const list = (of: (row: number) => string) => arrayLiteral(Array.from(links, of))
  return {
    predecessors: list((row) => uuidText(rows.predecessorWords, row)),
    successors: list((row) => uuidText(rows.successorWords, row)),
    types: list((row) => LINK_TYPE_NAMES[rows.linkType[row] as number] as string),
    wereDriving: list((row) => String(((rows.linkFlags[row] as number) & LINK_FLAG.driving) !== 0)),
  }
}
