import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, refuseUnless } from '../../platform/errors.ts'
import type { ProjectFacts } from '../project-facts.ts'
import { isManager } from '../task.policy.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'

const ESTIMATES = ['optimistic_duration', 'most_likely_duration', 'pessimistic_duration'] as const

/** A complete triple is in order, and in mode `pm_only` only managers write it. */
export function checkEstimates(ctx: Ctx<ProjectScope>, draft: TaskDraft, facts: ProjectFacts): void {
  if (!ESTIMATES.some((column) => isChanged(draft, column))) return
  const { optimistic_duration: low, most_likely_duration: likely, pessimistic_duration: high } = draft.values
  if (low !== null && likely !== null && high !== null) {
    refuseUnless(low <= likely && likely <= high, () =>
      fieldError('most_likely_duration', `Expected ${low} <= ${likely} <= ${high}.`),
    )
  }
  refuseUnless(facts.estimationMode !== 'pm_only' || isManager(ctx), () =>
    forbidden('Estimates of this project are written by its managers.'),
  )
  draft.values.estimate_status = facts.estimationMode === 'suggest_approve' ? 'pending' : null
}
