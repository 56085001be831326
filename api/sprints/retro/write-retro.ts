import { mayReadVelocity } from '../../access/team-signals.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { isManager } from '../../tasks/task.policy.ts'
import type { SprintScope } from '../sprint.scope.ts'
import type { Visibility } from './retro.entity.ts'
import { retroUpdated } from './retro.events.ts'
import { presentRetro } from './retro.present.ts'
import {
  enterRetro,
  findMembersAmong,
  findRetro,
  listActions,
  type NewAction,
  passOnActions,
  type RetroRow,
  replaceActions,
  saveRetro,
} from './retro.queries.ts'
import type { RetroInput } from './retro.schema.ts'

export async function readRetro(ctx: Ctx<SprintScope>): Promise<object> {
  return presentRetro(ctx, await loadRetro(ctx))
}

export async function loadRetro(ctx: Ctx<SprintScope>): Promise<RetroRow> {
  const row = await findRetro(ctx, ctx.scope.sprintId)
  refuseUnless(row, notFound)
  return row
}

/** Writes the retrospective of a sprint, in whatever state that is. Actions sent with their id stay what they are. */
export async function writeRetro(ctx: Ctx<SprintScope>, input: RetroInput): Promise<object> {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  const retro = await enterRetro(ctx, ctx.scope.sprintId, syncSeq)
  const place = { retroId: retro.id, syncSeq }
  await replaceActions(ctx, place, await actionsOf(ctx, retro.id, input.action_items ?? []))
  const team_visibility = input.team_visibility ?? retro.team_visibility
  await saveRetro(ctx, retro.id, { notes: input.notes ?? '', team_visibility, sync_seq: syncSeq })
  if (team_visibility !== retro.team_visibility) await passOnActions(ctx, retro.id, syncSeq)
  return announced(ctx)
}

/** Who wrote it, and managers, say who reads it. */
export async function setVisibility(ctx: Ctx<SprintScope>, team_visibility: Visibility): Promise<object> {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  const retro = await loadRetro(ctx)
  refuseUnless(isManager(ctx) || retro.created_by_id === actorId(ctx), forbidden)
  if (retro.team_visibility === team_visibility) return presentRetro(ctx, retro)
  await saveRetro(ctx, retro.id, { team_visibility, sync_seq: syncSeq })
  await passOnActions(ctx, retro.id, syncSeq)
  return announced(ctx)
}

async function announced(ctx: Ctx<SprintScope>): Promise<object> {
  const { projectId, sprintId } = ctx.scope
  emit(ctx, retroUpdated, { projectId, payload: { sprint_id: sprintId } })
  return readRetro(ctx)
}

/**
 * The rows to store: blank ones are left out, and an id that is not of this retrospective counts as none. Points of an action that
 * the writer is not told stay when none are sent.
 */
async function actionsOf(
  ctx: Ctx<SprintScope>,
  retroId: string,
  sent: NonNullable<RetroInput['action_items']>,
): Promise<NewAction[]> {
  const assignees = sent.flatMap((action) => action.assignee ?? [])
  const members = assignees.length === 0 ? new Set<string>() : await findMembersAmong(ctx, assignees)
  refuseUnless(
    assignees.every((id) => members.has(id)),
    () => fieldError('action_items', 'An assignee is no member of the project.'),
  )
  const free = new Map((await listActions(ctx, retroId)).map((action) => [action.id, action]))
  const readsPoints = await mayReadVelocity(ctx)
  return sent.flatMap(({ id, text, assignee, story_points }) => {
    if (text.trim() === '') return []
    const kept = id === undefined ? undefined : free.get(id)
    if (kept) free.delete(kept.id)
    const untold = readsPoints ? null : (kept?.story_points ?? null)
    const fields = { text: text.trim(), assignee_id: assignee ?? null, story_points: story_points ?? untold }
    return [{ id: kept?.id ?? newId(), ...fields }]
  })
}
