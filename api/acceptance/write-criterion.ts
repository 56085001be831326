import { checkTask, type TaskOfBodyScope } from '../people/task-of-body.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { type CriterionFields, MAX_POSITION } from './acceptance.schema.ts'
import { type CriterionScope, loadCriterion } from './criterion.queries.ts'
import type { CriterionRow } from './criterion-row.ts'
import { saveTasks } from './save-tasks.ts'

/** Adds a criterion to a task, behind the others unless a position is named. */
export async function createCriterion(
  ctx: Ctx<TaskOfBodyScope>,
  input: CriterionFields & { text: string },
): Promise<CriterionRow> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  await checkTask(ctx, taskId, 'any')
  const id = newId()
  const now = ctx.services.clock.now()
  const met = input.met ?? false
  await sql(
    ctx,
    `insert into acceptance_criteria (id, sync_seq, project_id, task_id, text, given_text, when_text, then_text, met,
       met_by_id, met_at, created_at, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::int, (
       select least(coalesce(max(position)::bigint + 1, 0), ${MAX_POSITION})
       from acceptance_criteria where task_id = $4 and not is_deleted)))`,
    [
      id,
      syncSeq,
      projectId,
      taskId,
      input.text,
      input.given ?? '',
      input.when ?? '',
      input.then ?? '',
      met,
      met ? actingAccount(ctx).id : null,
      met ? now : null,
      now,
      input.position ?? null,
    ],
  )
  await saveTasks(ctx, projectId, [taskId])
  return loadCriterion(ctx, id)
}

/** Stores the fields sent; what changes nothing leaves no trace. The stamps tell when and by whom `met` was last set. */
export async function updateCriterion(ctx: Ctx<CriterionScope>, input: CriterionFields): Promise<CriterionRow> {
  const { projectId, criterionId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const row = await loadCriterion(ctx, criterionId)
  const { task: taskId, ...fields } = input
  refuseUnless(taskId === undefined || taskId === row.task, () =>
    fieldError('task', 'A criterion cannot move to another task.'),
  )
  const names = Object.keys(fields) as (keyof typeof fields)[]
  if (names.every((name) => fields[name] === undefined || fields[name] === row[name])) return row
  const next = { ...row, ...fields }
  const stamps = stampsOf(ctx, row, next.met)
  await sql(
    ctx,
    `update acceptance_criteria set text = $2, given_text = $3, when_text = $4, then_text = $5, position = $6, met = $7,
       met_by_id = $8, met_at = $9, sync_seq = $10, server_version = server_version + 1 where id = $1`,
    [row.id, next.text, next.given, next.when, next.then, next.position, next.met, stamps.by, stamps.at, syncSeq],
  )
  await saveTasks(ctx, projectId, [row.task])
  return loadCriterion(ctx, row.id)
}

export async function deleteCriterion(ctx: Ctx<CriterionScope>): Promise<void> {
  const { projectId, criterionId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const row = await loadCriterion(ctx, criterionId)
  await sql(
    ctx,
    `update acceptance_criteria set is_deleted = true, deleted_at = $2, sync_seq = $3,
       server_version = server_version + 1 where id = $1`,
    [row.id, ctx.services.clock.now(), syncSeq],
  )
  await saveTasks(ctx, projectId, [row.task])
}

function stampsOf(ctx: Ctx<unknown>, row: CriterionRow, met: boolean): { by: string | null; at: Date | string | null } {
  if (met === row.met) return { by: row.met_by, at: row.met_at }
  return met ? { by: actingAccount(ctx).id, at: ctx.services.clock.now() } : { by: null, at: null }
}
