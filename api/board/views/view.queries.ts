import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

/** What a new or renamed view meets: how many there are, and whether another has its name. */
export function viewNeighbours(ctx: Ctx<ProjectScope>, foldedName: string, ownId: string | null) {
  return tables(ctx)
    .selectFrom('board_views')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<boolean>`coalesce(bool_or(folded_name = ${foldedName} and id is distinct from ${ownId}::uuid), false)`.as(
        'is_taken',
      ),
    ])
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
}
