import { sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import type { TaskSyncInput } from './task-sync.schema.ts'

/** Where an outside row led to when it was last pushed. */
export function findSyncLink(ctx: Ctx<ProjectScope>, input: TaskSyncInput) {
  return tables(ctx)
    .selectFrom('task_sync_links')
    .select(['task_id', 'parked_email'])
    .where('project_id', '=', ctx.scope.projectId)
    .where('source', '=', input.source)
    .where('external_id', '=', input.external_id)
    .executeTakeFirst()
}

/** The active members with an address, two at most: more than one is none. */
export function membersWithEmail(ctx: Ctx<ProjectScope>, email: string) {
  return tables(ctx)
    .selectFrom('accounts as a')
    .innerJoin('project_members as m', 'm.account_id', 'a.id')
    .select('a.id')
    .where('m.project_id', '=', ctx.scope.projectId)
    .where('m.is_deleted', '=', false)
    .where('a.is_active', '=', true)
    .where(sql<boolean>`lower(a.email) = lower(${email})`)
    .limit(2)
    .execute()
}

/** The task of an outside row where it can take a subtask. */
export function findParentOf(ctx: Ctx<ProjectScope>, source: string, externalId: string) {
  return tables(ctx)
    .selectFrom('task_sync_links as l')
    .innerJoin('tasks as t', 't.id', 'l.task_id')
    .select('t.id')
    .where('l.project_id', '=', ctx.scope.projectId)
    .where('l.source', '=', source)
    .where('l.external_id', '=', externalId)
    .where('t.is_deleted', '=', false)
    .where('t.is_subtask', '=', false)
    .where('t.is_milestone', '=', false)
    .where('t.wbs_order', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tasks as c')
            .select('c.id')
            .whereRef('c.parent_id', '=', 't.id')
            .where('c.is_deleted', '=', false)
            .where('c.is_subtask', '=', false),
        ),
      ),
    )
    .executeTakeFirst()
}

/** Number and version of a task of the project. */
export function loadTaskStamp(ctx: Ctx<ProjectScope>, taskId: string) {
  return tables(ctx)
    .selectFrom('tasks')
    .select(['id', 'number', 'server_version'])
    .where('id', '=', taskId)
    .where('project_id', '=', ctx.scope.projectId)
    .executeTakeFirstOrThrow()
}

/** Remembers where an outside row led to; parent and address also when they led nowhere yet. What was not sent stays. */
export async function saveSyncLink(
  ctx: Ctx<ProjectScope>,
  input: TaskSyncInput,
  { taskId, parkedEmail }: { readonly taskId: string; readonly parkedEmail: string },
): Promise<void> {
  const now = ctx.services.clock.now()
  const { external_url, parent_external_id } = input
  const facts = { task_id: taskId, external_url, parent_external_id, parked_email: parkedEmail, updated_at: now }
  await tables(ctx)
    .insertInto('task_sync_links')
    .values({
      ...facts,
      project_id: ctx.scope.projectId,
      source: input.source,
      external_id: input.external_id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'source', 'external_id']).doUpdateSet(facts))
    .execute()
}
