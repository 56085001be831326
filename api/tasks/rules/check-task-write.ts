import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { ProjectFacts } from '../project-facts.ts'
import type { TaskDraft } from '../writing/task-draft.ts'
import { checkOwnerCount, checkOwners } from './assign-owners.ts'
import { checkBacklogGate } from './check-backlog-gate.ts'
import { checkEstimates } from './check-estimates.ts'
import { checkPhaseLocks, checkProgress, checkStructureRole } from './check-progress.ts'
import { checkReferences } from './check-references.ts'
import { checkSpan } from './check-span.ts'
import { checkTargetedMilestone } from './check-sprint.ts'
import { coupleMilestone } from './couple-milestone.ts'
import { deriveDuration } from './derive-duration.ts'
import { checkReach } from './recorded-work.ts'

/** The rules of a task write in their order; the first that fails decides the answer. */
export async function checkTaskWrite(ctx: Ctx<ProjectScope>, draft: TaskDraft, facts: ProjectFacts): Promise<void> {
  checkOwnerCount(draft.input.owners?.length ?? 0)
  checkStructureRole(draft)
  coupleMilestone(draft)
  refuseUnless(!(draft.values.is_milestone && draft.shape.hasChildren && !draft.base.is_milestone), () =>
    fieldError('is_milestone', 'A task with children cannot be a milestone.'),
  )
  await deriveDuration(ctx, draft, facts)
  await checkReferences(ctx, draft)
  await checkTargetedMilestone(ctx, draft)
  checkProgress(ctx, draft)
  checkPhaseLocks(draft)
  checkReach(draft, facts)
  await checkSpan(ctx, draft)
  checkEstimates(ctx, draft, facts)
  await checkBacklogGate(ctx, draft)
  await checkOwners(ctx, draft)
  stampBlocker(ctx, draft)
}

/** The flag and its stamps come and go together. */
function stampBlocker(ctx: Ctx<unknown>, { values, base }: TaskDraft): void {
  const isBlocked = values.blocked_reason !== ''
  if (isBlocked && base.blocked_reason === '') {
    values.blocked_since = ctx.services.clock.now().toISOString()
    values.blocked_by_id = ctx.actor.kind === 'account' ? ctx.actor.account.id : null
  }
  if (!isBlocked && base.blocked_reason !== '') {
    values.blocked_since = null
    values.blocker_type = ''
    values.blocking_task_id = null
    values.blocked_by_id = null
  }
}
