import type { Ctx } from '../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { findStoredTask, saveTask } from '../tasks/task.queries.ts'
import type { TaskScope } from '../tasks/task-scope.ts'
import { createTask } from '../tasks/writing/create-task.ts'
import { criteriaOfTasks, insertCriterionRows } from './criterion.queries.ts'

const MAX_NAME = 512
const ENDING = ' (split)'

/**
 * Makes a story beside one that turned out too large: of the same type and epic, in the backlog as an idea, with the
 * criteria that the first does not meet yet. Those stay with the first one too, until somebody divides them. Points are the
 * team's to give anew. A phase is divided by its tasks, and a milestone has nothing to divide.
 */
export async function splitTask(ctx: Ctx<TaskScope>, wantedName: string | undefined): Promise<string> {
  const { projectId, taskId } = ctx.scope
  const sync_seq = await lockProject(ctx, projectId)
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  const { row, shape } = stored
  refuseUnless(
    !shape.isPhase && !row.is_milestone,
    () => new Refusal(400, 'Only a task with work of its own is split.'),
  )
  const name = wantedName ?? `${row.name.slice(0, MAX_NAME - ENDING.length)}${ENDING}`
  const made = await createTask(ctx, {
    name,
    type: row.type,
    parent_id: row.parent_id,
    is_subtask: row.is_subtask,
    status: 'BACKLOG',
    dor: 'idea',
    notes: `Split from ${row.name}.`,
  })
  // Which epic a story belongs to is the managers' to say, and was said of the first half.
  if (row.parent_epic_id !== null) await saveTask(ctx, projectId, made.id, { parent_epic_id: row.parent_epic_id })
  const unmet = (await criteriaOfTasks(ctx, `{${taskId}}`)).filter(({ met }) => !met)
  const rows = unmet.map(({ text, given_text, when_text, then_text }, position) => {
    const words = { text, given_text, when_text, then_text }
    return { id: newId(), task_id: made.id, ...words, met: false, position }
  })
  await insertCriterionRows(ctx, { project_id: projectId, sync_seq }, rows)
  return made.id
}
