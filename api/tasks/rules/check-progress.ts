import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { FieldErrors, fieldError, refuseUnless } from '../../platform/errors.ts'
import { progressRequiresAnchor, structureRoleContradicted } from '../task.errors.ts'
import { isManager } from '../task.policy.ts'
import { fieldOf, PHASE_DROPS, PHASE_REFUSES } from '../task-values.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'

/** Declaring a row with structural children to be plain work contradicts the tree. */
export function checkStructureRole(draft: TaskDraft): void {
  refuseUnless(
    !(draft.sent.has('structure_role') && draft.values.structure_role === 'work' && draft.shape.isPhase),
    structureRoleContradicted,
  )
}

/** Progress needs a date or a sprint to stand on, and belongs to leaves: a summary shows that of the rows below. */
export function checkProgress(ctx: Ctx<ProjectScope>, draft: TaskDraft): void {
  if (!isChanged(draft, 'percent_complete')) return
  const hasAnchor = draft.values.planned_start !== null || draft.values.sprint_id !== null
  refuseUnless(draft.values.percent_complete === 0 || hasAnchor || isManager(ctx), progressRequiresAnchor)
  refuseUnless(!draft.shape.hasChildren, () =>
    fieldError('percent_complete', 'The progress of a summary is that of the tasks below it.'),
  )
}

/** What a phase shows comes from its children; each locked field that would change is named. */
export function checkPhaseLocks(draft: TaskDraft): void {
  if (!draft.shape.isPhase) return
  for (const column of PHASE_DROPS) {
    if (isChanged(draft, column)) draft.dropped.push(column)
    Object.assign(draft.values, { [column]: draft.base[column] })
  }
  const locked = PHASE_REFUSES.filter((column) => isChanged(draft, column))
  if (locked.length === 0) return
  throw new FieldErrors(
    Object.fromEntries(locked.map((column) => [fieldOf(column), ['A phase takes this from the tasks below it.']])),
  )
}
