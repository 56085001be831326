import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import type { ProjectScope } from './project-scope.ts'

/** Whether nobody else is a member of the project. */
export async function isSoleMember(ctx: Ctx<ProjectScope>): Promise<boolean> {
  const members = await tables(ctx)
    .selectFrom('project_members')
    .select('id')
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .limit(2)
    .execute()
  return members.length === 1
}
