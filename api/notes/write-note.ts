import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { saveRemark } from '../tasks/remarks/remark.queries.ts'
import { remarksIn } from '../tasks/remarks/remarks.ts'
import { noteCreated, noteDecisionToggled, noteDeleted, notePinned, noteUpdated } from './note.events.ts'
import { loadNote, type NoteRow } from './note.queries.ts'

const notes = remarksIn('task_notes', 'note')

export async function createNote(ctx: Ctx<ProjectTaskScope>, body: string): Promise<NoteRow> {
  const id = await notes.add(ctx, body, {})
  emit(ctx, noteCreated, { projectId: ctx.scope.projectId, payload: { id, task_id: ctx.scope.taskId } })
  return loadNote(ctx, id)
}

export async function editNote(ctx: Ctx<ProjectTaskScope>, id: string, body: string | undefined): Promise<NoteRow> {
  const { projectId, taskId } = ctx.scope
  if (await notes.edit(ctx, id, body)) emit(ctx, noteUpdated, { projectId, payload: { id, task_id: taskId } })
  return loadNote(ctx, id)
}

export async function deleteNote(ctx: Ctx<ProjectTaskScope>, id: string): Promise<void> {
  await notes.remove(ctx, id)
  emit(ctx, noteDeleted, { projectId: ctx.scope.projectId, payload: { id, task_id: ctx.scope.taskId } })
}

/** Pins a note or takes its pin away, whoever wrote it and however long ago. */
export async function togglePin(ctx: Ctx<ProjectTaskScope>, id: string): Promise<NoteRow> {
  const { projectId, taskId } = ctx.scope
  const pinned = !(await lockedNote(ctx, id)).pinned
  await saveFlag(ctx, id, { pinned })
  emit(ctx, notePinned, { projectId, payload: { id, task_id: taskId, pinned } })
  return loadNote(ctx, id)
}

/** Says that a note is a decision, or that it is none. */
export async function toggleDecision(ctx: Ctx<ProjectTaskScope>, id: string): Promise<NoteRow> {
  const { projectId, taskId } = ctx.scope
  const decision = !(await lockedNote(ctx, id)).decision
  await saveFlag(ctx, id, { decision })
  emit(ctx, noteDecisionToggled, { projectId, payload: { id, task_id: taskId, decision } })
  return loadNote(ctx, id)
}

async function lockedNote(ctx: Ctx<ProjectTaskScope>, id: string): Promise<NoteRow> {
  await lockProject(ctx, ctx.scope.projectId)
  return loadNote(ctx, id)
}

async function saveFlag(ctx: Ctx<ProjectTaskScope>, id: string, flag: { pinned?: boolean; decision?: boolean }) {
  await saveRemark(ctx, 'task_notes', id, { ...flag, sync_seq: await lockProject(ctx, ctx.scope.projectId) })
}
