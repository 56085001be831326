import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { TaskScope } from '../task-scope.ts'
import type { ConstraintInput } from './constraint.schema.ts'

/** What the task is held to. */
export async function readConstraint(ctx: Ctx<TaskScope>): Promise<ConstraintInput & { task: string }> {
  const row = await sqlOne<ConstraintInput & { task: string }>(
    ctx,
    `select id as task, coalesce(constraint_type, 'ASAP') as constraint_type, constraint_date, deadline
     from tasks where id = $1 and not is_deleted`,
    [ctx.scope.taskId],
  )
  refuseUnless(row, notFound)
  return row
}
