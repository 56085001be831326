import { type RawBuilder, sql } from 'kysely'
import { BLOCK_BITS } from '../access/task-dates.queries.ts'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'
import type { DateBlocks } from './date-blocks.ts'

const SIZE = sql.lit(1 << BLOCK_BITS)
const LAST_BIT = sql.lit((1 << BLOCK_BITS) - 1)

const given = ({ projectIds, blocks }: DateBlocks) =>
  sql`unnest(${projectIds}::uuid[], ${blocks}::int[]) with ordinality as given(project_id, block, n)`

/** The values of the block that was counted, of a column that holds those of all. */
const sliceOf = (column: Buffer, type: RawBuilder<unknown>) =>
  sql`(${column}::${type}[])[(n - 1) * ${SIZE} + 1 : n * ${SIZE}]`
const dates = (column: Buffer) => sliceOf(column, sql`date`)
const days = (column: Buffer) => sliceOf(column, sql`int`)

/** Writes blocks as they are to stand. Returns whether all were there. */
export async function updateBlocks(db: Db, of: DateBlocks): Promise<boolean> {
  const updated = await sql`
    update schedule_blocks b set early_start[f:l] = ${dates(of.earlyStart)}, early_finish[f:l] = ${dates(of.earlyFinish)},
      late_start[f:l] = ${dates(of.lateStart)}, late_finish[f:l] = ${dates(of.lateFinish)},
      scheduled_start[f:l] = ${dates(of.scheduledStart)}, total_float[f:l] = ${days(of.totalFloat)},
      free_float[f:l] = ${days(of.freeFloat)}, is_critical[f:l] = ${sliceOf(of.critical, sql`boolean`)}
    from (select project_id, block, n::int, block * ${SIZE} as f, block * ${SIZE} + ${LAST_BIT} as l from ${given(of)}) as due
    where b.project_id = due.project_id and b.block = due.block`.execute(tables(db))
  return updated.numAffectedRows === BigInt(of.projectIds.length)
}

/** Makes those of the blocks that are not there, without a date. */
export async function insertBlocks(db: Db, of: DateBlocks): Promise<void> {
  await sql`insert into schedule_blocks (project_id, block) select project_id, block from ${given(of)}
    on conflict do nothing`.execute(tables(db))
}

/** Says of projects when their dates were computed. Returns what changes with every write of each project's row. */
export async function stampProjects(db: Db, projectIds: readonly string[], at: Date): Promise<string[]> {
  const stamped = await tables(db)
    .updateTable('projects')
    .set({ recalculated_at: at })
    .where('id', '=', anyOf(projectIds))
    .returning(sql<string>`xmin::text`.as('stamp'))
    .execute()
  return stamped.map(({ stamp }) => stamp)
}

/** Links as literals of arrays: their ends, their type, and whether they were driving. */
export interface TurnedLinks {
  readonly predecessors: string
  readonly successors: string
  readonly types: string
  readonly wereDriving: string
}

/** Turns the driving mark of links that nobody is changing right now. Returns how many were turned. */
export async function turnLinks(db: Db, links: TurnedLinks): Promise<number> {
  const turned = await sql`
    update dependencies set is_driving = not is_driving where id in (
      select d.id from unnest(${links.predecessors}::uuid[], ${links.successors}::uuid[], ${links.types}::text[],
        ${links.wereDriving}::bool[]) as turned(predecessor, successor, type, was)
      join dependencies d on d.predecessor_id = turned.predecessor and d.successor_id = turned.successor
        and d.dep_type = turned.type and not d.is_deleted and d.is_driving = turned.was
      for update of d skip locked) returning 1`.execute(tables(db))
  return turned.rows.length
}
