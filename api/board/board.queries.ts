import { sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { asJson } from '../platform/db/statements.ts'
import type { BoardColumn, BoardStatus } from './board-columns.ts'

/** The columns that the project set; undefined where it never did. */
export async function findBoardColumns(ctx: Ctx<ProjectScope>): Promise<readonly BoardColumn[] | undefined> {
  const row = await tables(ctx)
    .selectFrom('board_configs')
    .select('columns')
    .where('project_id', '=', ctx.scope.projectId)
    .executeTakeFirst()
  return row?.columns
}

export async function saveBoardColumns(ctx: Ctx<ProjectScope>, columns: readonly BoardColumn[]): Promise<void> {
  const values = { columns: asJson(columns), updated_at: ctx.services.clock.now() }
  await tables(ctx)
    .insertInto('board_configs')
    .values({ project_id: ctx.scope.projectId, ...values })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((eb) => ({
        ...values,
        server_version: eb('board_configs.server_version', '+', 1),
      })),
    )
    .execute()
}

/** How many live tasks stand in each column. */
export async function countByColumn(ctx: Ctx<ProjectScope>): Promise<Map<BoardStatus, number>> {
  const rows = await tables(ctx)
    .selectFrom('tasks')
    .select([
      sql<BoardStatus>`case status when 'ON_HOLD' then 'BACKLOG' else status end`.as('status'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .groupBy(sql`1`)
    .execute()
  return new Map(rows.map((row) => [row.status, row.count]))
}
