import { type Insertable, sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { personName } from '../../access/person-name.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import type { ScopeStatus } from './scope-change.entity.ts'

export async function insertScopeChanges(
  db: Db,
  rows: readonly Insertable<Tables['sprint_scope_changes']>[],
): Promise<void> {
  if (rows.length > 0) await tables(db).insertInto('sprint_scope_changes').values(rows).execute()
}

export type ScopeChange = Awaited<ReturnType<typeof listScopeChanges>>[number]

function scopeChanges(db: Db) {
  return tables(db)
    .selectFrom('sprint_scope_changes as c')
    .innerJoin('tasks as t', 't.id', 'c.task_id')
    .leftJoin('accounts as a', 'a.id', 'c.added_by_id')
    .select([
      'c.id',
      'c.sprint_id',
      'c.task_id',
      'c.item_name',
      'c.is_subtask',
      'c.status',
      'c.goal_impact',
      'c.added_at',
    ])
    .select(['t.story_points', 'c.added_by_id', personName('a').as('added_by_name')])
}

/** All that was added to a sprint under way, newest first. */
export function listScopeChanges(db: Db, sprintId: string) {
  return scopeChanges(db)
    .where('c.sprint_id', '=', sprintId)
    .orderBy('c.added_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
}

/** What waits to be decided in a sprint, oldest first; of live tasks. */
export function listPending(db: Db, sprintId: string) {
  return scopeChanges(db)
    .where('c.sprint_id', '=', sprintId)
    .where('c.status', '=', 'pending')
    .where('t.is_deleted', '=', false)
    .orderBy('c.added_at')
    .orderBy('c.id')
    .execute()
}

export function findScopeChange(db: Db, id: string) {
  return scopeChanges(db).where('c.id', '=', id).executeTakeFirst()
}

/** What was added in their sprints, by task. */
export async function loadScopeChangesOfTasks(db: Db, idList: string): Promise<Map<string, ScopeChange[]>> {
  const rows = await scopeChanges(db)
    .whereRef('c.sprint_id', '=', 't.sprint_id')
    .where(sql<boolean>`c.task_id = any(${idList}::uuid[])`)
    .orderBy('c.added_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  return Map.groupBy(rows, (row) => row.task_id)
}

/** The sprint of an addition that a path names, in a project that the caller is a member of. */
export function findScopeChangeOfMember(ctx: Ctx, id: string) {
  return tables(ctx)
    .selectFrom('sprint_scope_changes as c')
    .innerJoin('sprints as s', (join) => join.onRef('s.id', '=', 'c.sprint_id').on('s.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 's.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['c.sprint_id', 's.project_id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('c.id', '=', id)
    .executeTakeFirst()
}

/** Decides those of the additions that nobody decided yet; returns which they were. */
export async function decideScopeChanges(
  db: Db,
  ids: readonly string[],
  decision: { status: Exclude<ScopeStatus, 'pending'>; decided_by_id: string | null; decided_at: Date },
): Promise<string[]> {
  const decided = await tables(db)
    .updateTable('sprint_scope_changes')
    .set(decision)
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'pending')
    .returning('id')
    .execute()
  return decided.map((row) => row.id)
}

/** Nobody waits any more: what was not decided in a sprint goes. */
export async function deletePending(db: Db, sprintId: string): Promise<void> {
  await tables(db)
    .deleteFrom('sprint_scope_changes')
    .where('sprint_id', '=', sprintId)
    .where('status', '=', 'pending')
    .execute()
}

/** Tasks that were decided on wait no more; rejected ones leave the sprint. Returns their new versions. */
export function settleTasks(db: Db, taskIds: readonly string[], syncSeq: number, leavesSprint: boolean) {
  return tables(db)
    .updateTable('tasks')
    .set({ sprint_pending: false, sync_seq: syncSeq, server_version: sql<number>`server_version + 1` })
    .$if(leavesSprint, (update) => update.set({ sprint_id: null, sprint_rank: null }))
    .where('id', '=', anyOf(taskIds))
    .returning(['id', 'server_version'])
    .execute()
}
