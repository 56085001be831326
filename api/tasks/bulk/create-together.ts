import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { reserveItemNumbers } from '../../projects/project-lock.ts'
import { afterTaskWrite } from '../task.hooks.ts'
import type { CreateTaskInput } from '../task.schema.ts'
import { announceTask, type SavedTask } from '../writing/create-task.ts'
import { CreateSet } from './create-set.ts'

/**
 * Creates tasks for several requests as if one came after the other, with the statements of one. Null where one of them
 * looks at other rows; a rule that refuses one throws. Then nothing may be committed.
 */
export async function createTogether(
  ctx: Ctx<ProjectScope>,
  inputs: readonly CreateTaskInput[],
): Promise<SavedTask[] | null> {
  const { projectId } = ctx.scope
  const firstNumber = await reserveItemNumbers(ctx, projectId, inputs.length)
  const set = new CreateSet(ctx, new Set(), 'hand')
  for (const [place, input] of inputs.entries()) {
    const isSubtask = input.is_subtask ?? false
    if (isSubtask || !(await set.take(place, newId(), input))) return null
  }
  await set.store(firstNumber)
  for (const { draft } of set.rows) announceTask(ctx, draft)
  await afterTaskWrite(ctx, { projectId })
  return set.rows.map(({ id, draft }) => ({ id, dropped: draft.dropped }))
}
