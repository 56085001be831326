import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { boardConfigUpdated } from './board.events.ts'
import { countByColumn, findBoardColumns, saveBoardColumns } from './board.queries.ts'
import { type BoardColumn, breachOf, DEFAULT_COLUMNS } from './board-columns.ts'

/** The columns of the board with how full each is. Limits tell; they never refuse a task. */
export async function readBoardConfig(ctx: Ctx<ProjectScope>) {
  const columns = (await findBoardColumns(ctx)) ?? DEFAULT_COLUMNS
  const counts = await countByColumn(ctx)
  return {
    columns: columns.map((column) => {
      const current_count = counts.get(column.status) ?? 0
      return { ...column, current_count, breach: breachOf(current_count, column.wip_limit) }
    }),
  }
}

/** Replaces the columns of the board. */
export async function replaceBoardConfig(ctx: Ctx<ProjectScope>, columns: readonly BoardColumn[]) {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  await saveBoardColumns(ctx, columns)
  emit(ctx, boardConfigUpdated, { projectId, payload: { columns } })
  return readBoardConfig(ctx)
}
