import { OF_SUMMARIES } from '../../../compute/model/check-constraints.ts'
import { CONSTRAINT, takesDay } from '../../../compute/model/constraint-columns.ts'
import type { EditBase } from '../../platform/concurrent-edits.ts'
import { tellMerged } from '../../platform/concurrent-edits.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { fieldError, forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'
import { mergeConstraintEdits } from '../merge-task-edits.ts'
import { loadProjectFacts } from '../project-facts.ts'
import { refuseFar } from '../rules/recorded-work.ts'
import { taskDelta, taskUpdated, taskWebhookPayload } from '../task.events.ts'
import { canEditTask } from '../task.policy.ts'
import { findStoredTask } from '../task.queries.ts'
import type { TaskScope } from '../task-scope.ts'
import type { ConstraintInput } from './constraint.schema.ts'
import { readConstraint } from './read-constraint.ts'

export const NOT_HELD: ConstraintInput = { constraint_type: 'ASAP', constraint_date: null, deadline: null }

const FIELDS = ['constraint_type', 'constraint_date', 'deadline'] as const

/** Holds the task of the scope to exactly this. A write that changes nothing stored leaves no trace. */
export async function saveConstraint(ctx: Ctx<TaskScope>, input: ConstraintInput, base?: EditBase): Promise<void> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  refuseUnless(canEditTask(ctx, stored.row), forbidden)
  const before = await readConstraint(ctx)
  const changed = FIELDS.filter((field) => before[field] !== input[field])
  tellMerged(ctx, await mergeConstraintEdits(ctx, stored.row.server_version, changed, base))
  checkConstraint(input, stored.shape.hasChildren)
  const facts = await loadProjectFacts(ctx, projectId)
  refuseFar('constraint_date', input.constraint_date, facts)
  refuseFar('deadline', input.deadline, facts)
  if (changed.length === 0) return
  const saved = await sqlOne<{ server_version: number }>(
    ctx,
    `update tasks set constraint_type = nullif($2::text, 'ASAP'), constraint_date = $3::date, deadline = $4::date,
       server_version = server_version + 1, sync_seq = $5, edited_at = coalesce($6::timestamptz, edited_at)
     where id = $1 returning server_version`,
    [
      taskId,
      input.constraint_type,
      input.constraint_date,
      input.deadline,
      syncSeq,
      actorId(ctx) === null ? null : ctx.services.clock.now().toISOString(),
    ],
  )
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, taskId, saved?.server_version ?? 0, changed),
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
