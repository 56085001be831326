import { type Insertable, sql } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { personName } from '../access/person-name.queries.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { pageRequest } from '../platform/http/paging.ts'
import type { ListSlipsQuery } from './slip-conflict.schema.ts'

const SIZES = { defaultSize: 50, maxSize: 200 }

export type SlipRow = NonNullable<Awaited<ReturnType<typeof findSlip>>>

function seenSlips(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('slip_conflicts as c')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'c.project_id')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 'c.project_id').on('p.is_deleted', '=', false))
    .innerJoin('sprints as s', 's.id', 'c.sprint_id')
    .innerJoin('tasks as t', 't.id', 'c.task_id')
    .leftJoin('dependencies as d', (join) => join.onRef('d.id', '=', 'c.dependency_id').on('d.is_deleted', '=', false))
    .leftJoin('accounts as a', 'a.id', 'c.acknowledged_by_id')
    .selectAll('c')
    .select([
      's.name as sprint_name',
      's.finish_date as sprint_finish_date',
      't.name as task_name',
      't.number',
      'p.code',
    ])
    .select(['d.id as live_dependency_id', 'd.predecessor_id', personName('a').as('acknowledged_by_name')])
}

export function pageSlips(ctx: Ctx<unknown>, query: ListSlipsQuery) {
  const rows = seenSlips(ctx)
    .$if(query.program !== undefined, (slips) => slips.where('p.program_id', '=', query.program as string))
    .$if(query.project !== undefined, (slips) => slips.where('c.project_id', '=', query.project as string))
    .$if(query.sprint !== undefined, (slips) => slips.where('c.sprint_id', '=', query.sprint as string))
    .$if(query.open === 'true' || query.open === '1', (slips) =>
      slips.where('c.resolution', '=', 'unresolved').where('c.acknowledged_at', 'is', null),
    )
    .orderBy('c.detected_at', 'desc')
    .orderBy('c.id')
  return pageRows(rows, pageRequest(query, SIZES))
}

export function findSlip(ctx: Ctx<unknown>, id: string) {
  return seenSlips(ctx).where('c.id', '=', id).executeTakeFirst()
}

export function lockSlip(db: Db, id: string) {
  return tables(db)
    .selectFrom('slip_conflicts')
    .select(['resolution', 'acknowledged_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type Slip = Tables['slip_conflicts']

export async function saveSlip(db: Db, id: string, values: Partial<Insertable<Slip>>): Promise<void> {
  await tables(db).updateTable('slip_conflicts').set(values).where('id', '=', id).execute()
}

export async function insertSlip(db: Db, row: Insertable<Slip>): Promise<void> {
  await tables(db).insertInto('slip_conflicts').values(row).execute()
}

/** Whether a pass over the projects can find or resolve anything. */
export async function mayHaveSlips(db: Db, projectIds: readonly string[]): Promise<boolean> {
  const found = await sql<{ may: boolean }>`select
    exists (select 1 from slip_conflicts where project_id = ${anyOf(projectIds)} and resolution = 'unresolved')
    or (${projectIds.length > 1} and exists (select 1 from sprints where project_id = ${anyOf(projectIds)}
      and state = 'ACTIVE' and not is_deleted)) as may`.execute(tables(db))
  return found.rows[0]?.may ?? false
}

/**
 * Tasks of active sprints that finish after them: accepted into the sprint, without tasks below them, and not done, as
 * work that is done is pushed nowhere.
 */
export function findLateTasks(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoin('sprints as s', 's.id', 't.sprint_id')
    .innerJoinLateral(datesOf('t', 'd'), (join) => join.onTrue())
    .select(['t.id', 't.project_id', 't.sprint_id', 'd.early_finish'])
    .where('t.project_id', '=', anyOf(projectIds))
    .where('t.is_deleted', '=', false)
    .where('t.sprint_pending', '=', false)
    .where('t.status', '<>', 'COMPLETE')
    .where('s.state', '=', 'ACTIVE')
    .where('s.is_deleted', '=', false)
    .whereRef('d.early_finish', '>', 's.finish_date')
    .where(
      sql<boolean>`not exists (select 1 from tasks b where b.parent_id = t.id and not b.is_deleted and not b.is_subtask)`,
    )
    .execute()
}

/** Accepted links of the projects; those between two of them by when their predecessor finishes, undated ones last. */
export function loadLinks(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('dependencies as d')
    .innerJoin('tasks as p', 'p.id', 'd.predecessor_id')
    .leftJoinLateral(datesOf('p'), (join) => join.onTrue())
    .select(['d.id', 'd.predecessor_id', 'd.successor_id'])
    .select(sql<boolean>`d.predecessor_project_id <> d.successor_project_id`.as('is_crossing'))
    .where('d.predecessor_project_id', '=', anyOf(projectIds))
    .where('d.successor_project_id', '=', anyOf(projectIds))
    .where('d.is_deleted', '=', false)
    .where('d.is_pending', '=', false)
    .orderBy(sql`s.early_finish nulls last`)
    .orderBy('d.id')
    .execute()
}

export function loadTree(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'parent_id'])
    .where('project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .execute()
}

export function loadSlips(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('slip_conflicts')
    .select(['id', 'project_id', 'sprint_id', 'task_id', 'dependency_id', 'pushed_to', 're_slip_count'])
    .select(['resolution', 'acknowledged_at'])
    .where('project_id', '=', anyOf(projectIds))
    .execute()
}
