import { type Insertable, sql, type Updateable } from 'kysely'
import { type Db, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import type { ListWebhooksQuery } from './webhook.schema.ts'
import type { WebhookScope } from './webhook.scope.ts'

const ORDERINGS = { created_at: 'w.created_at', url: 'w.url' }

function webhooksOf(db: Db, scope: WebhookScope) {
  const found = tables(db)
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.project_id', 'w.program_id', 'w.url', 'w.events', 'w.format', 'w.is_active'])
    .select(['w.consecutive_failures', 'w.last_failure_at', 'w.last_failure_reason', 'w.disabled_at'])
    .select(['w.disabled_reason', 'w.created_at', 'w.created_by_id'])
  if (scope.kind === 'program') return found.where('w.program_id', '=', scope.programId)
  return found.where('w.project_id', '=', scope.projectId)
}

export type WebhookRow = Awaited<ReturnType<typeof loadWebhook>>

/** The webhooks of the place, newest first. */
export function pageWebhooks(ctx: Ctx<WebhookScope>, query: ListWebhooksQuery): Promise<OffsetPage<WebhookRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql`w.created_at desc`]
  const found = webhooksOf(ctx, ctx.scope).where(containsWords(query.search, ['w.url']))
  return pageRows(found.orderBy(sql`${sql.join(order)}, w.id desc`), pageRequest(query, LARGE_LIST))
}

export async function loadWebhook(ctx: Ctx<WebhookScope>, id: string) {
  const row = await webhooksOf(ctx, ctx.scope).where('w.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** The same for a change of it: whoever plans or records deliveries waits for the end of the transaction. */
export async function lockWebhook(ctx: Ctx<WebhookScope>, id: string): Promise<WebhookRow> {
  const row = await webhooksOf(ctx, ctx.scope).where('w.id', '=', id).forNoKeyUpdate().executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

export async function insertWebhook(db: Db, values: Insertable<Tables['webhooks']>): Promise<void> {
  await tables(db).insertInto('webhooks').values(values).execute()
}

export async function saveWebhook(db: Db, id: string, values: Updateable<Tables['webhooks']>): Promise<void> {
  if (Object.keys(values).length === 0) return
  await tables(db).updateTable('webhooks').set(values).where('id', '=', id).execute()
}

/** Removes it with its deliveries. */
export async function deleteWebhook(ctx: Ctx<WebhookScope>, id: string): Promise<void> {
  await lockWebhook(ctx, id)
  await tables(ctx).deleteFrom('webhooks').where('id', '=', id).execute()
}

/** The live projects whose events reach the webhooks of the place, in id order. */
export async function projectsOfPlace(ctx: Ctx<WebhookScope>): Promise<string[]> {
  const { scope } = ctx
  if (scope.kind === 'project') return [scope.projectId]
  const rows = await tables(ctx)
    .selectFrom('projects')
    .select('id')
    .where('program_id', '=', scope.programId)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
