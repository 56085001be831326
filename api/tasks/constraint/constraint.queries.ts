import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { TaskScope } from '../task-scope.ts'
import { CONSTRAINT_FIELDS, type ConstraintInput } from './constraint.schema.ts'

/** What the task of the scope is held to. */
export async function loadConstraint(ctx: Ctx<TaskScope>): Promise<ConstraintInput & { task: string }> {
  const row = await tables(ctx)
    .selectFrom('tasks')
    .select(['id', ...CONSTRAINT_FIELDS])
    .where('id', '=', ctx.scope.taskId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  refuseUnless(row, notFound)
  const { id, constraint_type, milestone_at, ...dates } = row
  return {
    task: id,
    constraint_type: (constraint_type ?? 'ASAP') as ConstraintInput['constraint_type'],
    milestone_at: milestone_at as ConstraintInput['milestone_at'],
    ...dates,
  }
}
