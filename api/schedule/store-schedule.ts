import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { LINK_TYPE_NAMES } from '../../compute/model/schedule-columns.ts'
import { lockDates } from '../access/task-dates.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { arrayLiteral } from '../platform/db/column-bytes.ts'
import { uuidText } from '../platform/db/uuid-index.ts'
import type { ScheduleChanges } from './changed-rows.ts'
import { insertBlocks, stampProjects, type TurnedLinks, turnLinks, updateBlocks } from './computed-dates.queries.ts'
import { blocksOf, type DateBlocks } from './date-blocks.ts'
import { recordPasses } from './date-pass.queries.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'
import { LINK_FLAG } from './schedule-rows.ts'

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
  const projectIds = loaded.projects.map((project) => project.id)
  if (tasks.length + clearedRows.length > 0) {
    await lockDates(ctx, projectIds)
    await storeDates(ctx, blocksOf(loaded, result, { tasks, clearedRows }))
  }
  const turnedCount = turnedLinks.length > 0 ? await turnLinks(ctx, describeLinks(loaded, turnedLinks)) : 0
  const idsOf = (rows: Int32Array) => Array.from(rows, (row) => rowIndex.textAt(row))
  await recordPasses(ctx, projectIds, {
    count: tasks.length + clearedRows.length,
    ids: () => [...idsOf(tasks.map((task) => loaded.input.rowOfTask[task] as number)), ...idsOf(clearedRows)],
  })
  const [stamp, ...others] = await stampProjects(ctx, projectIds, ctx.services.clock.now())
  return others.length === 0 && turnedCount === turnedLinks.length ? (stamp ?? null) : null
}

/** Blocks are there from the first pass on that had a task in them. */
async function storeDates(ctx: Ctx<unknown>, blocks: DateBlocks): Promise<void> {
  if (await updateBlocks(ctx, blocks)) return
  await insertBlocks(ctx, blocks)
  await updateBlocks(ctx, blocks)
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
