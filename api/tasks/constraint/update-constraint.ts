import { OF_SUMMARIES } from '../../../compute/model/check-constraints.ts'
import { CONSTRAINT, takesDay } from '../../../compute/model/constraint-columns.ts'
import type { EditBase } from '../../platform/concurrent-edits.ts'
import { tellMerged } from '../../platform/concurrent-edits.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { loadProjectFacts } from '../project-facts.ts'
import { refuseFar } from '../rules/recorded-work.ts'
import { taskDelta, taskUpdated, taskWebhookPayload } from '../task.events.ts'
import { canEditTask } from '../task.policy.ts'
import { findStoredTask, saveTask } from '../task.queries.ts'
import type { TaskScope } from '../task-scope.ts'
import { mergeConstraintEdits } from '../writing/merge-task-edits.ts'
import { loadConstraint } from './constraint.queries.ts'
import { CONSTRAINT_FIELDS, type ConstraintInput } from './constraint.schema.ts'

export const NOT_HELD: ConstraintInput = {
  constraint_type: 'ASAP',
  constraint_date: null,
  deadline: null,
  milestone_at: null,
}

/** Holds the task of the scope to exactly this. A write that changes nothing stored leaves no trace. */
export async function updateConstraint(ctx: Ctx<TaskScope>, input: ConstraintInput, base?: EditBase): Promise<void> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  refuseUnless(canEditTask(ctx, stored.row), forbidden)
  const before = await loadConstraint(ctx)
  const changed = CONSTRAINT_FIELDS.filter((field) => before[field] !== input[field])
  tellMerged(ctx, await mergeConstraintEdits(ctx, stored.row.server_version, changed, base))
  checkConstraint(input, stored.shape.hasChildren)
  const facts = await loadProjectFacts(ctx, projectId)
  refuseFar('constraint_date', input.constraint_date, facts)
  refuseFar('deadline', input.deadline, facts)
  if (changed.length === 0) return
  const version = await saveTask(ctx, projectId, taskId, {
    constraint_type: input.constraint_type === 'ASAP' ? null : input.constraint_type,
    constraint_date: input.constraint_date,
    deadline: input.deadline,
    milestone_at: input.milestone_at,
    ...(actorId(ctx) === null ? {} : { edited_at: ctx.services.clock.now().toISOString() }),
  })
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, taskId, version, changed),
    webhookPayload: taskWebhookPayload(ctx, projectId, { ...stored.row, id: taskId }),
  })
  requestRecompute(ctx, projectId)
}

/** The rules of the engine, named by field. */
function checkConstraint({ constraint_type: name, constraint_date: date }: ConstraintInput, isParent: boolean): void {
  const kind = CONSTRAINT[name]
  refuseUnless(takesDay(kind) === (date !== null), () =>
    fieldError('constraint_date', date === null ? `${name} needs a date.` : `${name} takes no date.`),
  )
  refuseUnless(!isParent || OF_SUMMARIES.includes(kind), () =>
    fieldError('constraint_type', 'A task with children can be held to SNET or FNLT only.'),
  )
}
