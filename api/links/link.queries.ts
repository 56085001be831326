import { sql, type Updateable } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'

const COLUMNS = [
  'id',
  'url',
  'provider',
  'title',
  'custom_title',
  'labels',
  'status',
  'fetched_at',
  'description',
  'thumbnail_url',
  'preview_type',
  'display_order',
  'server_version',
] as const
export type LinkRow = Pick<RowOf<'task_links'>, (typeof COLUMNS)[number]>

function liveLinks(ctx: Ctx<ProjectTaskScope>) {
  return tables(ctx)
    .selectFrom('task_links')
    .where('task_id', '=', ctx.scope.taskId)
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
}

/** The links of the task in their order. */
export function listLinks(ctx: Ctx<ProjectTaskScope>): Promise<LinkRow[]> {
  return liveLinks(ctx).select(COLUMNS).orderBy('display_order').orderBy('id').execute()
}

export async function loadLink(ctx: Ctx<ProjectTaskScope>, id: string): Promise<LinkRow> {
  const row = await liveLinks(ctx).select(COLUMNS).where('id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** How many there are, and the last place. */
export function loadLinkCount(ctx: Ctx<ProjectTaskScope>) {
  return liveLinks(ctx)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('display_order').as('last_order')])
    .executeTakeFirstOrThrow()
}

export async function insertLink(
  ctx: Ctx<ProjectTaskScope>,
  row: Pick<
    RowOf<'task_links'>,
    'id' | 'sync_seq' | 'url' | 'provider' | 'custom_title' | 'labels' | 'display_order'
  > & {
    readonly created_by_id: string
    readonly created_at: Date
  },
): Promise<void> {
  const { projectId, taskId } = ctx.scope
  await tables(ctx)
    .insertInto('task_links')
    .values({ ...row, project_id: projectId, task_id: taskId })
    .execute()
}

export async function saveLink(
  ctx: Ctx<ProjectTaskScope>,
  id: string,
  values: Updateable<Tables['task_links']>,
): Promise<void> {
  await tables(ctx)
    .updateTable('task_links')
    .set((eb) => ({ ...values, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .where('task_id', '=', ctx.scope.taskId)
    .execute()
}

/** The statuses of the links of each of the tasks. `idList` is the text of a uuid array. */
export function loadLinkStatuses(db: Db, idList: string) {
  return tables(db)
    .selectFrom('task_links')
    .select(['task_id', sql<string[]>`array_agg(status)`.as('statuses')])
    .where(sql<boolean>`task_id = any(${idList}::uuid[])`)
    .where('is_deleted', '=', false)
    .groupBy('task_id')
    .execute()
}
