import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, refuseUnless } from '../../platform/errors.ts'
import { dorBlockers, loadRelatives } from '../reading/task-relatives.ts'
import { isManager } from '../task.policy.ts'
import { SCORING_COLUMNS } from '../task-values.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'
import { findEpic } from './rules.queries.ts'

/** Epics, their membership and scoring are the managers' to write; `ready` has entry conditions. */
export async function checkBacklogGate(ctx: Ctx<ProjectScope>, draft: TaskDraft): Promise<void> {
  const touchesEpics = isChanged(draft, 'type') && (draft.values.type === 'epic' || draft.base.type === 'epic')
  const isGated =
    touchesEpics || isChanged(draft, 'parent_epic_id') || SCORING_COLUMNS.some((column) => isChanged(draft, column))
  refuseUnless(!isGated || isManager(ctx), () =>
    forbidden('Epics and scoring are written by the managers of the project.'),
  )
  if (isChanged(draft, 'parent_epic_id')) await checkParentEpic(ctx, draft)
  if (isChanged(draft, 'dor') && draft.values.dor === 'ready') await checkReady(ctx, draft)
}

async function checkParentEpic(ctx: Ctx<unknown>, { taskId, projectId, values }: TaskDraft): Promise<void> {
  if (values.parent_epic_id === null) return
  refuseUnless(values.parent_epic_id !== taskId, () => fieldError('parent_epic', 'A task cannot be its own epic.'))
  const epic = await findEpic(ctx, projectId, values.parent_epic_id)
  refuseUnless(epic, () => fieldError('parent_epic', 'Object does not exist.'))
  refuseUnless(epic.type === 'epic', () => fieldError('parent_epic', 'Must be an epic.'))
  refuseUnless(epic.parent_epic_id === null, () => fieldError('parent_epic', 'The epic lies in an epic itself.'))
}

async function checkReady(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  const relatives = await loadRelatives(ctx, draft.isNew ? [] : [draft.taskId])
  const blockers = dorBlockers(draft.values.story_points, relatives(draft.taskId))
  refuseUnless(blockers.length === 0, () => fieldError('dor', `Not ready: ${blockers.join(', ')}`))
}
