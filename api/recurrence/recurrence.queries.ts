import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { LARGE_LIST, pageRequest } from '../platform/http/paging.ts'
import type { ListRulesQuery } from './recurrence.schema.ts'

export type RuleRow = RowOf<'recurrence_rules'>

function liveRules(db: Db) {
  return tables(db)
    .selectFrom('recurrence_rules as r')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'r.task_id').on('t.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'r.project_id').on('p.is_deleted', '=', false))
    .selectAll('r')
    .where('r.is_deleted', '=', false)
}

function seenRules(ctx: Ctx<unknown>) {
  return liveRules(ctx).innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
}

export function pageRules(ctx: Ctx<unknown>, query: ListRulesQuery) {
  const rows = seenRules(ctx)
    .$if(query.project !== undefined, (rules) => rules.where('r.project_id', '=', query.project as string))
    .$if(query.task !== undefined, (rules) => rules.where('r.task_id', '=', query.task as string))
    .orderBy('r.created_at')
    .orderBy('r.id')
  return pageRows(rows, pageRequest(query, LARGE_LIST))
}

export function findRule(ctx: Ctx<unknown>, id: string) {
  return seenRules(ctx).where('r.id', '=', id).executeTakeFirst()
}

/** Whether the task is a template, or was made by one, already. */
export async function isRecurring(db: Db, taskId: string): Promise<boolean> {
  const row = await tables(db).selectFrom('tasks').select('is_recurring').where('id', '=', taskId).executeTakeFirst()
  return row?.is_recurring ?? false
}

export async function insertRule(db: Db, row: Insertable<Tables['recurrence_rules']>): Promise<void> {
  await tables(db).insertInto('recurrence_rules').values(row).execute()
}

/** A save of its own: the version moves. */
export async function saveRule(db: Db, id: string, values: Updateable<Tables['recurrence_rules']>): Promise<void> {
  await tables(db)
    .updateTable('recurrence_rules')
    .set((eb) => ({ ...values, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Every rule of a project in use, by what decides whether it has something to do. */
export function findRulesInUse(db: Db) {
  return liveRules(db)
    .clearSelect()
    .select(['r.id', 'r.project_id', 'r.timezone', 'r.time_of_day', 'r.generated_through'])
    .select('r.inherit_morning_notification')
    .where('p.is_archived', '=', false)
    .orderBy('r.project_id')
    .execute()
}

/** The rules of a project with what their templates hand on. */
export function loadTemplates(db: Db, projectId: string) {
  return liveRules(db)
    .select(['t.name', 't.notes', 't.duration', 't.is_milestone', 't.planned_start', 't.assignee_id'])
    .select(['t.delivery_mode', 't.governance_class'])
    .where('r.project_id', '=', projectId)
    .orderBy('r.id')
    .execute()
}

/** The drawer subtasks of a template, with what they hand on. */
export function findSubtasks(db: Db, taskId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select(['name', 'notes', 'duration', 'is_milestone', 'assignee_id', 'delivery_mode', 'governance_class'])
    .where('parent_id', '=', taskId)
    .where('is_subtask', '=', true)
    .where('is_deleted', '=', false)
    .orderBy('wbs_order', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()
}

/** Days are made once, also by two sweeps at once; returns those that were not made yet. */
export async function claimDays(db: Db, ruleId: string, days: readonly string[]): Promise<string[]> {
  const rows = await sql<{ day: string }>`insert into recurrence_occurrences (rule_id, day)
    select ${ruleId}::uuid, unnest(${days}::date[]) on conflict do nothing returning day`.execute(tables(db))
  return rows.rows.map((row) => row.day).sort()
}

export async function recordMade(db: Db, ruleId: string, day: string, taskId: string): Promise<void> {
  await tables(db)
    .updateTable('recurrence_occurrences')
    .set({ made_task_id: taskId })
    .where('rule_id', '=', ruleId)
    .where('day', '=', day)
    .execute()
}

/** The rules of those that reached their day which owe somebody a reminder of it. */
export async function findUntold(db: Db, days: readonly RuleDay[]): Promise<string[]> {
  const rows = await sql<{ rule_id: string }>`select o.rule_id from ${daysOf(days)}
    join recurrence_occurrences o on o.rule_id = u.id and o.day = u.day where not o.is_told`.execute(tables(db))
  return rows.rows.map((row) => row.rule_id)
}

/** Marks the days as told, each once, also by two sweeps at once; returns the tasks of them that are still to be done. */
export async function claimMornings(db: Db, days: readonly RuleDay[]): Promise<string[]> {
  const rows = await sql<{ id: string }>`with told as (
      update recurrence_occurrences o set is_told = true from ${daysOf(days)}
      where o.rule_id = u.id and o.day = u.day and not o.is_told returning o.made_task_id)
    select t.id from told join tasks t on t.id = told.made_task_id
    where not t.is_deleted and t.status <> 'COMPLETE' order by t.id`.execute(tables(db))
  return rows.rows.map((row) => row.id)
}

/** A rule and a day for which it may have made a task. */
export interface RuleDay {
  readonly ruleId: string
  readonly day: string
}

function daysOf(days: readonly RuleDay[]) {
  const [ids, dates] = [days.map(({ ruleId }) => ruleId), days.map(({ day }) => day)]
  return sql`unnest(${ids}::uuid[], ${dates}::date[]) as u(id, day)`
}

/** Gives the tasks the resources of their template. */
export async function copyAssignments(db: Db, templateId: string, taskIds: readonly string[]): Promise<void> {
  await sql`insert into task_resources (id, project_id, task_id, resource_id, units)
    select gen_random_uuid(), r.project_id, made.id, r.resource_id, r.units
    from task_resources r cross join unnest(${taskIds}::uuid[]) as made(id) where r.task_id = ${templateId}`.execute(
    tables(db),
  )
}

/** Those of the tasks that have a rule. `idList` is the text of a uuid array. */
export async function loadTemplatesAmong(db: Db, idList: string): Promise<Map<string, { hasRecurrence: true }>> {
  const rows = await tables(db)
    .selectFrom('recurrence_rules')
    .select('task_id')
    .where(sql<boolean>`task_id = any(${idList}::uuid[])`)
    .where('is_deleted', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.task_id, { hasRecurrence: true }]))
}
