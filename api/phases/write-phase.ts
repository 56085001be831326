import { type ProjectScope, withScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../platform/errors.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { createTask } from '../tasks/writing/create-task.ts'
import { deleteTask } from '../tasks/writing/delete-task.ts'
import { touchTask } from '../tasks/writing/touch-task.ts'
import { updateTask } from '../tasks/writing/update-task.ts'
import { findPhases, loadPhase, type PhaseRow, savePhaseColor, savePhaseRanks } from './phase.queries.ts'
import type { PhaseFields, PhaseOrder } from './phase.schema.ts'

const phasesReordered = defineEvent<{ project_id: string }>({ socket: 'phases_reordered' })

/** Adds a phase behind the others: a declared container, which stays one when it has lost its last task. */
export async function createPhase(ctx: Ctx<ProjectScope>, input: PhaseFields & { name: string }): Promise<PhaseRow> {
  const { id } = await createTask(ctx, { name: input.name, structure_role: 'container' })
  await savePhaseColor(ctx, id, input.color ?? null)
  return loadPhase(ctx, id)
}

/** Changes the fields sent. A colour is no column of the task and counts as a save of its own. */
export async function updatePhase(ctx: Ctx<ProjectScope>, id: string, input: PhaseFields): Promise<PhaseRow> {
  await lockProject(ctx, ctx.scope.projectId)
  await loadPhase(ctx, id)
  if (input.name !== undefined) await updateTask(ctx, id, { name: input.name })
  const isRecolored = input.color !== undefined && (await savePhaseColor(ctx, id, input.color))
  if (isRecolored) await touchTask(withScope(ctx, { ...ctx.scope, taskId: id, assignee_id: null }), 'color')
  return loadPhase(ctx, id)
}

/** Removes a phase that holds nothing any more. */
export async function deletePhase(ctx: Ctx<ProjectScope>, id: string): Promise<void> {
  await lockProject(ctx, ctx.scope.projectId)
  const { task_count } = await loadPhase(ctx, id)
  refuseUnless(task_count === 1, () => new Refusal(400, 'A phase that holds tasks cannot be deleted.'))
  await deleteTask(ctx, id)
}

/** Puts phases into the order sent, as the caller has seen them; phases that are not named keep their rank. */
export async function reorderPhases(ctx: Ctx<ProjectScope>, sent: PhaseOrder): Promise<{ updated: number }> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const stored = new Map((await findPhases(ctx)).map((phase) => [phase.id, phase.server_version]))
  const unknown = sent.filter(({ id }) => !stored.has(id))
  refuseUnless(unknown.length === 0, () =>
    fieldError('phases', `No phase of the project: ${unknown.map(({ id }) => id).join(', ')}`),
  )
  const stale = sent.filter(({ id, server_version }) => stored.get(id) !== server_version)
  refuseUnless(stale.length === 0, () => {
    const conflicts = stale.map(({ id }) => id)
    return new Refusal(409, 'The phases have changed since they were read.', { extra: { conflicts } })
  })
  const updated = await savePhaseRanks(
    ctx,
    sent.map(({ id }) => id),
  )
  if (updated === 0) return { updated }
  emit(ctx, phasesReordered, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
  return { updated }
}
