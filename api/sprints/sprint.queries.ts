import { sql, type Updateable } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { personName } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { anyOf } from '../platform/db/statements.ts'
import { LARGE_LIST, pageRequest } from '../platform/http/paging.ts'
import { lockProject, noteInUse } from '../projects/project-lock.ts'
import type { SprintState } from './sprint.entity.ts'

/** A live sprint as it is shown: its columns, whom and what they name, and what its tasks count. */
export type SprintRow = NonNullable<Awaited<ReturnType<typeof findSprint>>>

const pendingCount = sql<number>`(select count(*)::int from tasks t
  where t.sprint_id = s.id and t.sprint_pending and not t.is_deleted)`
const wipCount = sql<number>`(select count(*)::int from tasks t
  where t.sprint_id = s.id and t.status in ('IN_PROGRESS', 'REVIEW') and not t.is_deleted)`

function sprintRows(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('sprints as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .leftJoin('accounts as a', 'a.id', 's.milestone_bound_by_id')
    .leftJoin('tasks as m', (join) => join.onRef('m.id', '=', 's.target_milestone_id').on('m.is_deleted', '=', false))
    .leftJoinLateral(datesOf('m', 'ms'), (join) => join.onTrue())
    .selectAll('s')
    .select(['p.code', personName('a').as('milestone_bound_by_name')])
    .select(['m.id as milestone_id', 'm.name as milestone_name', 'ms.early_finish as milestone_finish'])
    .select(sql<string | null>`array_to_string(m.wbs_order, '.')`.as('milestone_wbs_path'))
    .select([pendingCount.as('pending_count'), wipCount.as('wip_count')])
    .where('s.project_id', '=', projectId)
    .where('s.is_deleted', '=', false)
}

const ORDERINGS = { start_date: 's.start_date', finish_date: 's.finish_date', name: 's.name', state: 's.state' }

interface ListQuery {
  readonly page?: string | undefined
  readonly page_size?: string | undefined
  readonly ordering?: string | undefined
  readonly state?: SprintState | undefined
  readonly status?: SprintState | undefined
}

/** The sprints of a project by start, name and id, or as the caller orders them. */
export function pageSprints(ctx: Ctx<ProjectScope>, query: ListQuery) {
  let rows = sprintRows(ctx, ctx.scope.projectId)
  for (const state of [query.state, query.status]) if (state !== undefined) rows = rows.where('s.state', '=', state)
  const terms = orderTerms(query.ordering, ORDERINGS)
  rows = terms
    ? terms.reduce((ordered, term) => ordered.orderBy(term), rows)
    : rows.orderBy('s.start_date').orderBy('s.name')
  return pageRows(rows.orderBy('s.id'), pageRequest(query, LARGE_LIST))
}

export function findSprint(db: Db, projectId: string, sprintId: string) {
  return sprintRows(db, projectId).where('s.id', '=', sprintId).executeTakeFirst()
}

/** The sprint a path names in a project that the caller is a member of. */
export function findSprintOfMember(ctx: Ctx, sprintId: string) {
  return tables(ctx)
    .selectFrom('sprints as s')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 's.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['s.id', 's.project_id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('s.id', '=', sprintId)
    .where('s.is_deleted', '=', false)
    .executeTakeFirst()
}

/** The columns of a live sprint, its row held until the transaction ends. Call it under the project's lock. */
export function lockSprint(ctx: Ctx<ProjectScope>, sprintId: string) {
  return tables(ctx)
    .selectFrom('sprints')
    .selectAll()
    .where('id', '=', sprintId)
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** New sprints of a project as a set. */
export async function insertSprints(ctx: Ctx<unknown>, rows: readonly NewSprint[]): Promise<void> {
  for (const row of rows) noteInUse(ctx, row.project_id, 'sprints')
  if (rows.length > 0) await tables(ctx).insertInto('sprints').values(rows).execute()
}

export interface NewSprint {
  readonly id: string
  readonly project_id: string
  readonly sync_seq: number
  readonly number: number
  readonly name: string
  readonly start_date: string
  readonly finish_date: string
  readonly goal?: string
  readonly notes?: string
  readonly target_milestone_id?: string | null
  readonly capacity_points?: number | null
  readonly wip_limit?: number | null
  readonly goal_outcome?: string | null
  readonly exclude_from_velocity?: boolean
  readonly created_by_id: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Stores columns of one sprint as a save of its own. */
export async function saveSprint(
  ctx: Ctx<unknown>,
  projectId: string,
  sprintId: string,
  values: Updateable<Tables['sprints']>,
): Promise<void> {
  await tables(ctx)
    .updateTable('sprints')
    .set({
      ...values,
      sync_seq: await lockProject(ctx, projectId),
      server_version: sql<number>`server_version + 1`,
      updated_at: ctx.services.clock.now(),
    })
    .where('id', '=', sprintId)
    .where('project_id', '=', projectId)
    .execute()
}

/** Whether a live milestone of the project has this id. */
export async function isMilestoneOf(db: Db, projectId: string, taskId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('project_id', '=', projectId)
    .where('is_milestone', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

/** The active sprint of a project. */
export function findActiveSprint(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('sprints')
    .select(['id', 'start_date', 'finish_date'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'ACTIVE')
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** What live tasks of a sprint that are not waiting to be accepted count. */
export async function sumCommitment(db: Db, sprintId: string): Promise<{ points: number; count: number }> {
  return tables(db)
    .selectFrom('tasks')
    .select([sql<number>`coalesce(sum(story_points), 0)::int`.as('points'), sql<number>`count(*)::int`.as('count')])
    .where('sprint_id', '=', sprintId)
    .where('is_deleted', '=', false)
    .where('sprint_pending', '=', false)
    .executeTakeFirstOrThrow()
}

/** Ranks the tasks of a sprint that begins from 1 on, in the order of the backlog; returns how many that moved. */
export async function rankTasksOfSprint(db: Db, sprintId: string, syncSeq: number): Promise<number> {
  const ranked =
    await sql`update tasks set sprint_rank = ranked.place, sync_seq = ${syncSeq}, server_version = server_version + 1
    from (select id, row_number() over (order by priority_rank nulls last, number)::int as place from tasks
      where sprint_id = ${sprintId} and not is_deleted and type <> 'epic') as ranked
    where tasks.id = ranked.id and tasks.sprint_rank is distinct from ranked.place`.execute(tables(db))
  return Number(ranked.numAffectedRows)
}

/** Every task that is in the sprint, or hangs below one as a subtask, belongs to it from now on. */
export async function enterMembers(db: Db, sprintId: string): Promise<void> {
  await sql`insert into sprint_members (task_id, sprint_id)
    select t.id, ${sprintId}::uuid from tasks t where t.sprint_id = ${sprintId} and not t.is_deleted
    union
    select c.id, ${sprintId}::uuid from tasks c join tasks t on t.id = c.parent_id
      where t.sprint_id = ${sprintId} and c.is_subtask and not c.is_deleted and not t.is_deleted
    on conflict (task_id) do update set sprint_id = excluded.sprint_id`.execute(tables(db))
}

/** The sprint has ended: nobody belongs to it any more. */
export async function leaveMembers(db: Db, sprintId: string): Promise<void> {
  await tables(db).deleteFrom('sprint_members').where('sprint_id', '=', sprintId).execute()
}

/** Marks the tasks that begin with their sprint as written, though nothing of them is; returns how many there are. */
export async function markFloored(db: Db, sprintId: string, syncSeq: number): Promise<number> {
  const marked = await tables(db)
    .updateTable('tasks')
    .set({ sync_seq: syncSeq })
    .where('sprint_id', '=', sprintId)
    .where('planned_start', 'is', null)
    .where('is_milestone', '=', false)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return Number(marked.numUpdatedRows)
}

/** Takes tasks out of a sprint that goes away; returns their new versions. */
export function unlinkTasks(db: Db, sprintId: string, syncSeq: number) {
  return tables(db)
    .updateTable('tasks')
    .set({
      sprint_id: null,
      sprint_pending: false,
      sprint_rank: null,
      sync_seq: syncSeq,
      server_version: sql<number>`server_version + 1`,
    })
    .where('sprint_id', '=', sprintId)
    .returning(['id', 'server_version', 'is_deleted'])
    .execute()
}

/** Tasks of a sprint that was called off lose their rank in it and wait for nobody; returns which were changed. */
export async function releaseTasks(db: Db, sprintId: string, syncSeq: number): Promise<string[]> {
  const released = await tables(db)
    .updateTable('tasks')
    .set({
      sprint_pending: false,
      sprint_rank: null,
      sync_seq: syncSeq,
      server_version: sql<number>`server_version + 1`,
    })
    .where('sprint_id', '=', sprintId)
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([eb('sprint_pending', '=', true), eb('sprint_rank', 'is not', null)]))
    .returning('id')
    .execute()
  return released.map((task) => task.id)
}

/** Live sprints by their ids. */
export function findSprintNames(db: Db, ids: readonly string[]) {
  return tables(db).selectFrom('sprints').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
}
