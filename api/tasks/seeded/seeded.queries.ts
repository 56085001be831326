import type { ProjectScope } from '../../access/project-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

/** Live tasks of the project that a machine wrote and nobody has touched since. */
export async function findUntouchedSeeded(ctx: Ctx<ProjectScope>): Promise<string[]> {
  const rows = await tables(ctx)
    .selectFrom('tasks')
    .select('id')
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .where('seeded_at', 'is not', null)
    .where('edited_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}
