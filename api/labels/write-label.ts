import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { fieldError, Refusal, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { foldName } from '../platform/fold-name.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { labelCreated, labelDeleted, labelUpdated } from './label.events.ts'
import { loadLabel } from './label.queries.ts'
import { type LabelFields, MAX_POSITION } from './label.schema.ts'

/** Adds a label to the project's catalogue, behind the others unless a position is named; answers its id. */
export async function createLabel(ctx: Ctx<ProjectScope>, input: LabelFields & { name: string }): Promise<string> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  await checkRoom(ctx)
  await checkName(ctx, input.name, null)
  const id = newId()
  await sql(
    ctx,
    `insert into labels (id, sync_seq, project_id, name, folded_name, color, position)
     values ($1, $2, $3, $4, $5, $6, coalesce($7::int, least(
       (select coalesce(max(position) + 1, 0) from labels where project_id = $3 and not is_deleted), ${MAX_POSITION})))`,
    [id, syncSeq, projectId, input.name, foldName(input.name), input.color ?? 'slate', input.position ?? null],
  )
  emit(ctx, labelCreated, { projectId, payload: { id } })
  return id
}

export async function updateLabel(ctx: Ctx<ProjectScope>, labelId: string, input: LabelFields): Promise<string> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const stored = await loadLabel(ctx, labelId)
  const name = input.name ?? stored.name
  await checkName(ctx, name, labelId)
  await sql(
    ctx,
    `update labels set name = $2, folded_name = $3, color = $4, position = $5, sync_seq = $6,
       server_version = server_version + 1 where id = $1`,
    [labelId, name, foldName(name), input.color ?? stored.color, input.position ?? stored.position, syncSeq],
  )
  emit(ctx, labelUpdated, { projectId, payload: { id: labelId } })
  return labelId
}

/** Deletes a label and takes it off every task. Those tasks are sent again to offline clients; nobody edited them. */
export async function deleteLabel(ctx: Ctx<ProjectScope>, labelId: string): Promise<void> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  await loadLabel(ctx, labelId)
  await sql(
    ctx,
    `with detached as (delete from task_labels where label_id = $1 returning task_id)
     update tasks set sync_seq = $2 where id in (select task_id from detached)`,
    [labelId, syncSeq],
  )
  await sql(
    ctx,
    `update labels set is_deleted = true, deleted_at = now(), server_version = server_version + 1, sync_seq = $2
     where id = $1`,
    [labelId, syncSeq],
  )
  emit(ctx, labelDeleted, { projectId, payload: { id: labelId } })
}

async function checkRoom(ctx: Ctx<ProjectScope>): Promise<void> {
  const cap = ctx.services.config.labelSoftCap
  const row = await sqlOne<{ count: number }>(
    ctx,
    'select count(*)::int as count from labels where project_id = $1 and not is_deleted',
    [ctx.scope.projectId],
  )
  refuseUnless((row?.count ?? 0) < cap, () => new Refusal(400, `A project has at most ${cap} labels.`))
}

async function checkName(ctx: Ctx<ProjectScope>, name: string, ownId: string | null): Promise<void> {
  const twin = await sqlOne(
    ctx,
    `select 1 as ok from labels where project_id = $1 and folded_name = $2 and not is_deleted
     and id is distinct from $3::uuid`,
    [ctx.scope.projectId, foldName(name), ownId],
  )
  refuseUnless(!twin, () => fieldError('name', 'A label of this name exists already.'))
}
