import { checkTask, type TaskOfBodyScope } from '../people/task-of-body.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { CriterionFields } from './acceptance.schema.ts'
import type { CriterionScope } from './acceptance.scope.ts'
import { announceTasks } from './announce-tasks.ts'
import { type CriterionRow, insertCriterion, loadCriterion, updateCriteria } from './criterion.queries.ts'

/** Adds a criterion to a task, behind the others unless a position is named. */
export async function createCriterion(
  ctx: Ctx<TaskOfBodyScope>,
  input: CriterionFields & { text: string },
): Promise<CriterionRow> {
  const { projectId, taskId } = ctx.scope
  const sync_seq = await lockProject(ctx, projectId)
  await checkTask(ctx, taskId, 'any')
  const id = newId()
  await insertCriterion(ctx, {
    ...columnsOf(input),
    ...stampsOf(ctx, input.met ?? false),
    id,
    sync_seq,
    task_id: taskId,
    text: input.text,
    created_at: ctx.services.clock.now(),
  })
  await announceTasks(ctx, [taskId])
  return loadCriterion(ctx, id)
}

/** Stores the fields sent; what changes nothing leaves no trace. The stamps tell when and by whom `met` was last set. */
export async function updateCriterion(ctx: Ctx<CriterionScope>, input: CriterionFields): Promise<CriterionRow> {
  const { projectId, criterionId } = ctx.scope
  const sync_seq = await lockProject(ctx, projectId)
  const row = await loadCriterion(ctx, criterionId)
  refuseUnless(input.task === undefined || input.task === row.task_id, () =>
    fieldError('task', 'A criterion cannot move to another task.'),
  )
  const sent = columnsOf(input)
  const names = Object.keys(sent) as (keyof typeof sent)[]
  if (names.every((name) => sent[name] === undefined || sent[name] === row[name])) return row
  const isFlip = input.met !== undefined && input.met !== row.met
  const stamps = isFlip ? stampsOf(ctx, input.met as boolean) : {}
  await updateCriteria(ctx, [row.id], { ...sent, ...stamps, sync_seq })
  await announceTasks(ctx, [row.task_id])
  return loadCriterion(ctx, row.id)
}

export async function deleteCriterion(ctx: Ctx<CriterionScope>): Promise<void> {
  const { projectId, criterionId } = ctx.scope
  const sync_seq = await lockProject(ctx, projectId)
  const row = await loadCriterion(ctx, criterionId)
  await updateCriteria(ctx, [row.id], { is_deleted: true, deleted_at: ctx.services.clock.now(), sync_seq })
  await announceTasks(ctx, [row.task_id])
}

/** The columns of the fields sent; undefined where one was left out. */
function columnsOf({ text, given, when, then, met, position }: CriterionFields) {
  return { text, given_text: given, when_text: when, then_text: then, met, position }
}

function stampsOf(ctx: Ctx<unknown>, met: boolean) {
  return met
    ? { met_by_id: actingAccount(ctx).id, met_at: ctx.services.clock.now() }
    : { met_by_id: null, met_at: null }
}
