import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { CriterionFields } from './acceptance.schema.ts'
import { insertCriterionRows } from './criterion.queries.ts'

type NewCriterion = Pick<CriterionFields, 'given' | 'when' | 'then' | 'met'> & {
  readonly taskId: string
  readonly text: string
  readonly position: number
}

/** Criteria of new tasks as a set, without a version or an event of their tasks. */
export async function insertCriteria(
  ctx: Ctx<unknown>,
  projectId: string,
  criteria: readonly NewCriterion[],
): Promise<void> {
  if (criteria.length === 0) return
  const rows = criteria.map((criterion) => ({
    id: newId(),
    task_id: criterion.taskId,
    text: criterion.text,
    given_text: criterion.given ?? '',
    when_text: criterion.when ?? '',
    then_text: criterion.then ?? '',
    met: criterion.met ?? false,
    position: criterion.position,
  }))
  await insertCriterionRows(ctx, { project_id: projectId, sync_seq: await lockProject(ctx, projectId) }, rows)
}
