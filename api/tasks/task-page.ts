import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { loadRollups } from './load-rollups.ts'
import { loadRelatives, type TaskRelatives } from './task-relatives.ts'
import { SCHEDULE_COLUMNS, type ScheduleColumns, TASK_ROW, type TaskRow } from './task-row.ts'

/** What presenting a task asks about its project and the viewer in it. */
export interface ViewedProject {
  readonly projectId: string
  readonly code: string
  readonly role: number | null
  readonly prioritizationModel: string
  readonly estimationMode: string
}

export interface PredecessorFacts {
  readonly count: number
  /** Some predecessor is not complete. */
  readonly isBlocking: boolean
}

/** A page of tasks with everything its presenter needs, gathered by one query a kind for the page's rows only. */
export interface TaskPage {
  readonly rows: readonly TaskRow[]
  readonly projects: ReadonlyMap<string, ViewedProject>
  readonly schedules: ReadonlyMap<string, ScheduleColumns>
  /** Rows with live children; true when a child is structural. */
  readonly parents: ReadonlyMap<string, boolean>
  readonly predecessors: ReadonlyMap<string, PredecessorFacts>
  /** Percent complete of summaries, from the leaves below. */
  readonly rollups: ReadonlyMap<string, number>
  readonly blockers: BlockerNames
  readonly relatives: (id: string) => TaskRelatives
  readonly viewerId: string | null
  readonly nowMs: number
}

interface BlockerNames {
  readonly tasks: ReadonlyMap<string, { id: string; name: string; number: number }>
  readonly people: ReadonlyMap<string, { id: string; username: string; display_name: string }>
}

/** The rows of `ids` in that order, with their surroundings. */
export async function loadTaskPage(
  ctx: Ctx<unknown>,
  ids: readonly string[],
  projects: ReadonlyMap<string, ViewedProject>,
): Promise<TaskPage> {
  // One text for all queries: the driver would quote the ids one by one each time.
  const idList = `{${ids.join(',')}}`
  const found = await sql<TaskRow>(ctx, `select ${TASK_ROW} from tasks t where t.id = any($1::uuid[])`, [idList])
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const parents = await loadParents(ctx, idList)
  return {
    rows,
    projects,
    schedules: await loadSchedules(ctx, idList),
    parents,
    predecessors: await loadPredecessors(ctx, idList),
    rollups: await loadRollups(ctx, [...parents.keys()]),
    blockers: await loadBlockers(ctx, rows),
    relatives: await loadRelatives(ctx, ids),
    viewerId: actorId(ctx),
    nowMs: ctx.services.clock.now().getTime(),
  }
}

/** One task of the scope's project, as its reply after a read or a write. */
export async function loadTask(ctx: Ctx<ProjectScope>, taskId: string): Promise<TaskPage> {
  const page = await loadTasksOfProject(ctx, [taskId])
  if (page.rows.length === 0) throw notFound()
  return page
}

export async function loadTasksOfProject(ctx: Ctx<ProjectScope>, taskIds: readonly string[]): Promise<TaskPage> {
  const { projectId, role } = ctx.scope
  return loadTaskPage(ctx, taskIds, await loadViewedProjects(ctx, new Map([[projectId, role]])))
}

/** `roles`: the viewer's role by project. */
export async function loadViewedProjects(
  ctx: Ctx<unknown>,
  roles: ReadonlyMap<string, number | null>,
): Promise<ReadonlyMap<string, ViewedProject>> {
  const rows = await sql<{ id: string; code: string; prioritization_model: string; estimation_mode: string }>(
    ctx,
    'select id, code, prioritization_model, estimation_mode from projects where id = any($1::uuid[])',
    [[...roles.keys()]],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        projectId: row.id,
        code: row.code,
        role: roles.get(row.id) ?? null,
        prioritizationModel: row.prioritization_model,
        estimationMode: row.estimation_mode,
      },
    ]),
  )
}

/** Read apart from the rows: a join would have the planner scan the schedules of every project. */
async function loadSchedules(ctx: Ctx<unknown>, idList: string): Promise<Map<string, ScheduleColumns>> {
  const rows = await sql<ScheduleColumns & { task_id: string }>(
    ctx,
    `select s.task_id, ${SCHEDULE_COLUMNS} from task_schedules s where s.task_id = any($1::uuid[])`,
    [idList],
  )
  return new Map(rows.map((row) => [row.task_id, row]))
}

async function loadParents(ctx: Ctx<unknown>, idList: string): Promise<Map<string, boolean>> {
  const rows = await sql<{ parent_id: string; has_structural: boolean }>(
    ctx,
    `select parent_id, bool_or(not is_subtask) as has_structural from tasks
     where parent_id = any($1::uuid[]) and not is_deleted group by parent_id`,
    [idList],
  )
  return new Map(rows.map((row) => [row.parent_id, row.has_structural]))
}

async function loadPredecessors(ctx: Ctx<unknown>, idList: string): Promise<Map<string, PredecessorFacts>> {
  const rows = await sql<{ successor_id: string; count: number; is_blocking: boolean }>(
    ctx,
    `select d.successor_id, count(*)::int as count, bool_or(p.status <> 'COMPLETE') as is_blocking
     from dependencies d cross join lateral (
       select status from tasks where id = d.predecessor_id and not is_deleted offset 0) p
     where d.successor_id = any($1::uuid[]) and not d.is_deleted and not d.is_pending group by d.successor_id`,
    [idList],
  )
  return new Map(rows.map((row) => [row.successor_id, { count: row.count, isBlocking: row.is_blocking }]))
}

/** Few rows are blocked, so most pages ask nothing here. */
async function loadBlockers(ctx: Ctx<unknown>, rows: readonly TaskRow[]): Promise<BlockerNames> {
  const taskIds = rows.flatMap((row) => row.blocking_task_id ?? [])
  const accountIds = rows.flatMap((row) => row.blocked_by_id ?? [])
  const tasks =
    taskIds.length === 0
      ? []
      : await sql<{ id: string; name: string; number: number }>(
          ctx,
          'select id, name, number from tasks where id = any($1::uuid[]) and not is_deleted',
          [taskIds],
        )
  const people =
    accountIds.length === 0
      ? []
      : await sql<{ id: string; username: string; display_name: string }>(
          ctx,
          `select id, username, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as display_name
           from accounts where id = any($1::uuid[])`,
          [accountIds],
        )
  return { tasks: new Map(tasks.map((row) => [row.id, row])), people: new Map(people.map((row) => [row.id, row])) }
}
