import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { FieldVersions } from '../platform/concurrent-edits.ts'
import type { Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'
import type { ListRisksQuery } from './risk.schema.ts'

/** Names of the owner of risk `r`. */
export const OWNER = sql<object | null>`(select json_build_object('username', a.username, 'first_name', a.first_name,
  'last_name', a.last_name) from accounts a where a.id = r.owner_id)`

/** Live tasks of risk `r` in the order of the outline. */
export const TASKS = sql<string[]>`(select coalesce(array_agg(t.id order by t.wbs_order, t.id), '{}') from risk_tasks k
  join tasks t on t.id = k.task_id and not t.is_deleted where k.risk_id = r.id)`

/** A state nobody knows selects nothing; a reference may leave out the key and have leading zeros. */
export function risksThat({ status, task, short_id }: ListRisksQuery): RawBuilder<SqlBool> {
  const number = /(?:^|-)R-0*(\d{1,9})$/i.exec(short_id ?? '')?.[1] ?? null
  const key = short_id?.slice(0, -1 - (/R-\d+$/i.exec(short_id)?.[0].length ?? 0)) ?? ''
  return sql<SqlBool>`(${status ?? null}::text is null or r.status = ${status ?? null})
    and (${task ?? null}::uuid is null
      or exists (select 1 from risk_tasks k where k.risk_id = r.id and k.task_id = ${task ?? null}))
    and (${short_id ?? null}::text is null or (r.number = ${number}::int
      and (${key} = '' or exists (select 1 from projects p where p.id = r.project_id and upper(p.code) = ${key.toUpperCase()}))))`
}

/** Reserves consecutive numbers of the project's risks, under its lock; returns the first. */
export async function reserveRiskNumbers(ctx: Ctx<ProjectScope>, count: number): Promise<number> {
  const counter = await tables(ctx)
    .updateTable('project_counters')
    .set((eb) => ({ risk_number: eb('risk_number', '+', count) }))
    .where('project_id', '=', ctx.scope.projectId)
    .returning('risk_number')
    .executeTakeFirstOrThrow()
  return counter.risk_number - count + 1
}

export async function findRiskFieldVersions(db: Db, riskId: string): Promise<FieldVersions> {
  const row = await tables(db).selectFrom('risks').select('field_versions').where('id', '=', riskId).executeTakeFirst()
  return row?.field_versions ?? {}
}

/** Makes the risk be about these tasks and no others. */
export async function saveTasksOfRisk(db: Db, riskId: string, taskIds: readonly string[]): Promise<void> {
  await tables(db)
    .deleteFrom('risk_tasks')
    .where('risk_id', '=', riskId)
    .where(sql<boolean>`task_id <> all(${taskIds}::uuid[])`)
    .execute()
  await sql`insert into risk_tasks (risk_id, task_id) select ${riskId}::uuid, unnest(${taskIds}::uuid[])
    on conflict do nothing`.execute(tables(db))
}

/** Writes down at which version the tasks of the risk changed, as the trigger does for its columns. */
export async function markTasksChanged(db: Db, riskId: string): Promise<void> {
  await tables(db)
    .updateTable('risks')
    .set({ field_versions: sql`field_versions || jsonb_build_object('tasks', server_version)` })
    .where('id', '=', riskId)
    .execute()
}

/** Risks of a file. */
export async function insertRisks(db: Db, rows: readonly object[]): Promise<void> {
  await sql`insert into risks (id, project_id, sync_seq, number, title, description, status, probability, impact,
      severity, category, response, mitigation_due_date, trigger, contingency, notes, owner_id, created_by_id)
    select id, project_id, sync_seq, number, title, description, status, probability, impact, probability * impact,
      category, response, mitigation_due_date, trigger, contingency, coalesce(notes, ''), owner_id, created_by_id
    from jsonb_populate_recordset(null::risks, ${JSON.stringify(rows)}::jsonb)`.execute(tables(db))
}

/** Members of the project with the names that a file may call them by. */
export function membersByName(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('project_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['a.id', 'a.username', 'a.email'])
    .where('m.project_id', '=', ctx.scope.projectId)
    .where('m.is_deleted', '=', false)
    .execute()
}

/** How many of the ids are live tasks of the project. */
export async function countTasksOf(ctx: Ctx<ProjectScope>, taskIds: readonly string[]): Promise<number> {
  const found = await tables(ctx)
    .selectFrom('tasks')
    .select(sql<number>`count(*)`.as('count'))
    .where('id', '=', anyOf(taskIds))
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return found.count
}

/** What webhooks are told of risks, with the key of their project. */
export function loadToldRisks(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('risks as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select(['r.id', 'r.number', 'r.title', 'r.status', 'r.probability', 'r.impact', 'r.severity', 'r.category'])
    .select(['r.owner_id', 'p.code'])
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.number')
    .execute()
}
