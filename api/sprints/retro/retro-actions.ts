import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { fieldError, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { loadTask } from '../../tasks/reading/task-page.ts'
import { suggestAssignee } from '../../tasks/suggestions/decide-suggestion.ts'
import { presentOne } from '../../tasks/task.present.ts'
import { createTask } from '../../tasks/writing/create-task.ts'
import { putIntoSprint } from '../../tasks/writing/team-decisions.ts'
import { findSprint } from '../sprint.queries.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { retroUpdated } from './retro.events.ts'
import { presentRetro, readsWhole } from './retro.present.ts'
import {
  type ActionRow,
  findAction,
  findPriorRetro,
  findRetro,
  listActions,
  listLatestRetros,
  savePromoted,
} from './retro.queries.ts'

const DAY_MS = 86_400_000
const MAX_NAME = 255
/** Actions of so many retrospectives are followed up. */
const FOLLOWED_RETROS = 2

/**
 * Makes a task of the backlog of an action, once as long as that task is there. Who promotes an action of their own has the
 * task at once; somebody else is asked.
 */
export async function promoteAction(ctx: Ctx<SprintScope>, id: string): Promise<object> {
  await lockProject(ctx, ctx.scope.projectId)
  const action = await loadAction(ctx, id)
  refuseUnless(action.promoted_task_id === null, () => {
    const extra = { task_id: action.promoted_task_id }
    return new Refusal(409, 'The action is a task already.', { extra })
  })
  const taskId = await promote(ctx, action)
  return { task: presentOne(await loadTask(ctx, taskId)) }
}

/** Puts the task of an action into a sprint that is being planned, and makes the task first where there is none. */
export async function pullAction(ctx: Ctx<SprintScope>, id: string, targetId: string | undefined): Promise<object> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const action = await loadAction(ctx, id)
  refuseUnless(targetId !== undefined, () => fieldError('target_sprint_id', 'This field is required.'))
  const target = await findSprint(ctx, projectId, targetId)
  refuseUnless(target, notFound)
  refuseUnless(target.state === 'PLANNED', () => fieldError('target_sprint_id', 'Must be a planned sprint.'))
  const taskId = action.promoted_task_id ?? (await promote(ctx, action))
  await putIntoSprint(ctx, taskId, target.id)
  return { task: presentOne(await loadTask(ctx, taskId)) }
}

async function promote(ctx: Ctx<SprintScope>, action: ActionRow): Promise<string> {
  const { projectId, sprintId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const made = await createTask(ctx, {
    name: action.text.slice(0, MAX_NAME),
    status: 'BACKLOG',
    duration: 1,
    story_points: action.story_points,
    // Others are asked first.
    assignee: action.assignee_id === actorId(ctx) ? action.assignee_id : null,
  })
  if (action.assignee_id !== null && action.assignee_id !== actorId(ctx))
    await suggestAssignee(ctx, made.id, action.assignee_id)
  await savePromoted(ctx, action.id, made.id, syncSeq)
  emit(ctx, retroUpdated, { projectId, payload: { sprint_id: sprintId } })
  return made.id
}

async function loadAction(ctx: Ctx<SprintScope>, id: string): Promise<ActionRow> {
  const action = await findAction(ctx, ctx.scope.sprintId, id)
  refuseUnless(action, notFound)
  return action
}

/** The retrospective of the sprint before this one. */
export async function readPriorRetro(ctx: Ctx<SprintScope>): Promise<object> {
  const prior = await findPriorRetro(ctx, ctx.scope.sprintId)
  const retro = prior && (await findRetro(ctx, prior.id))
  refuseUnless(retro, notFound)
  return presentRetro(ctx, retro)
}

/** What the last retrospectives meant to do and nobody has done. */
export async function readCarryover(ctx: Ctx<ProjectScope>): Promise<object> {
  const nowMs = ctx.services.clock.now().getTime()
  const readsPoints = await mayReadVelocity(ctx)
  const items: object[] = []
  for (const retro of await listLatestRetros(ctx, FOLLOWED_RETROS)) {
    if (!readsWhole(ctx, retro.team_visibility)) continue
    const { sprint_id, sprint_name } = retro
    const open = (await listActions(ctx, retro.id)).filter((action) => action.task_status !== 'COMPLETE')
    for (const { retro_id: _, assignee_id, created_at, ...action } of open)
      items.push({
        ...action,
        story_points: readsPoints ? action.story_points : null,
        assignee: assignee_id,
        created_at: instantText(created_at),
        age_days: Math.max(0, Math.floor((nowMs - Date.parse(created_at)) / DAY_MS)),
        sprint_id,
        sprint_name,
      })
  }
  return { count: items.length, items }
}
