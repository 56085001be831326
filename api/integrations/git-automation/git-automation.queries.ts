import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import type { DeliveryOutcome, RefusalOutcome } from './git-automation.schema.ts'

export type GitAutomationRow = RowOf<'git_automations'>

/** What is set for a project; nothing until somebody sets something. */
export function findAutomation(db: Db, projectId: string): Promise<GitAutomationRow | undefined> {
  return tables(db).selectFrom('git_automations').selectAll().where('project_id', '=', projectId).executeTakeFirst()
}

/** The same where deliveries may move something: the project is neither deleted nor archived. */
export function findAutomationInUse(db: Db, projectId: string): Promise<GitAutomationRow | undefined> {
  return tables(db)
    .selectFrom('git_automations as g')
    .innerJoin('projects as p', 'p.id', 'g.project_id')
    .selectAll('g')
    .where('g.project_id', '=', projectId)
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .executeTakeFirst()
}

type Settings = { readonly enabled: boolean } | { readonly sealed_secret: string; readonly secret_set_at: Date }

/** Sets what was sent, in the name of the caller. */
export function saveAutomation(ctx: Ctx<ProjectScope>, settings: Settings): Promise<GitAutomationRow> {
  const stored = { ...settings, configured_by_id: actorId(ctx), updated_at: ctx.services.clock.now() }
  return tables(ctx)
    .insertInto('git_automations')
    .values({ ...stored, project_id: ctx.scope.projectId })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(stored))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveDelivery(
  ctx: Ctx<unknown>,
  projectId: string,
  outcome: DeliveryOutcome,
  provider: string,
): Promise<void> {
  const last_delivery_at = ctx.services.clock.now()
  await tables(ctx)
    .updateTable('git_automations')
    .set({ last_delivery_at, last_delivery_outcome: outcome, last_delivery_provider: provider })
    .where('project_id', '=', projectId)
    .execute()
}

export async function saveRefusal(
  ctx: Ctx<unknown>,
  projectId: string,
  outcome: RefusalOutcome,
  provider: string,
): Promise<void> {
  const last_refusal_at = ctx.services.clock.now()
  await tables(ctx)
    .updateTable('git_automations')
    .set({ last_refusal_at, last_refusal_outcome: outcome, last_refusal_provider: provider })
    .where('project_id', '=', projectId)
    .execute()
}

/** Whether the delivery is the first of its key within the hour; it counts from now on. */
export async function claimDelivery(ctx: Ctx<unknown>, projectId: string, key: string): Promise<boolean> {
  const now = ctx.services.clock.now()
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  const claimed = await tables(ctx)
    .insertInto('git_deliveries')
    .values({ project_id: projectId, delivery_key: key, received_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'delivery_key'])
        .doUpdateSet({ received_at: now })
        .where('git_deliveries.received_at', '<=', hourAgo),
    )
    .returning('delivery_key')
    .execute()
  return claimed.length > 0
}

/** Links of live tasks of the project that end like the address of a request; the oldest first. */
export function findLinksLike(ctx: Ctx<ProjectScope>, endings: readonly string[]) {
  return tables(ctx)
    .selectFrom('task_links as l')
    .innerJoin('tasks as t', 't.id', 'l.task_id')
    .select(['l.url', 't.id as task_id', 't.status'])
    .where('l.project_id', '=', ctx.scope.projectId)
    .where('l.is_deleted', '=', false)
    .where('t.is_deleted', '=', false)
    .where(sql<boolean>`l.url ilike any(${endings.map((ending) => `%${ending}%`)}::text[])`)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(1_000)
    .execute()
}
