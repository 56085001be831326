import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { loadRollups, type SummaryRollup } from './rollup/load-rollups.ts'
import { loadSpans } from './rollup/phase-values.ts'
import { loadRelatives, MAY_HAVE_RELATIVES, type TaskRelatives } from './task-relatives.ts'
import { SCHEDULE_COLUMNS, type ScheduleColumns, TASK_ROW, type TaskRow } from './task-row.ts'

/** What presenting a task asks about its project and the viewer in it. */
export interface ViewedProject {
  readonly code: string
  readonly role: number | null
  readonly prioritizationModel: string
  readonly estimationMode: string
}

/** A row with what one look into an index each tells of its surroundings. */
export interface PagedRow extends TaskRow, ScheduleColumns {
  /** Null without live children; true when one of them is structural. */
  readonly has_structural_child: boolean | null
  readonly predecessor_count: number
  /** Some predecessor is not complete. */
  readonly is_waiting: boolean | null
  readonly may_have_relatives: boolean
  readonly project_code: string
  readonly prioritization_model: string
  readonly estimation_mode: string
}

/** A page of tasks with everything its presenter needs. */
export interface TaskPage {
  readonly rows: readonly PagedRow[]
  readonly projects: ReadonlyMap<string, ViewedProject>
  /** What the leaves below summaries add up to. */
  readonly rollups: ReadonlyMap<string, SummaryRollup>
  /** Working days from start to finish of phases that have dates. */
  readonly spans: ReadonlyMap<string, number>
  readonly blockers: BlockerNames
  readonly relatives: (id: string) => TaskRelatives
  readonly viewerId: string | null
  readonly nowMs: number
}

interface BlockerNames {
  readonly tasks: ReadonlyMap<string, { id: string; name: string; number: number }>
  readonly people: ReadonlyMap<string, { id: string; username: string; display_name: string }>
}

/**
 * Rows and surroundings in one statement. `offset 0` and the scalar subqueries keep the planner at index probes per row,
 * where it would read the schedules or links of every project.
 */
const PAGE = `select ${TASK_ROW}, ${SCHEDULE_COLUMNS}, before.count as predecessor_count, before.is_waiting,
    (select bool_or(not c.is_subtask) from tasks c where c.parent_id = t.id and not c.is_deleted) as has_structural_child,
    ${MAY_HAVE_RELATIVES} as may_have_relatives, p.code as project_code, p.prioritization_model, p.estimation_mode
  from tasks t join projects p on p.id = t.project_id
  left join lateral (select * from task_schedules d where d.task_id = t.id offset 0) s on true
  cross join lateral (
    select count(*)::int as count, bool_or(earlier.status <> 'COMPLETE') as is_waiting
    from dependencies d cross join lateral (
      select status from tasks where id = d.predecessor_id and not is_deleted offset 0) earlier
    where d.successor_id = t.id and not d.is_deleted and not d.is_pending) before
  where t.id = any($1::uuid[])`

/** The rows of `ids` in that order, with their surroundings. `roles`: the viewer's role by project. */
export async function loadTaskPage(
  ctx: Ctx<unknown>,
  ids: readonly string[],
  roles: ReadonlyMap<string, number | null>,
): Promise<TaskPage> {
  // One text: the driver would quote the ids one by one.
  const found = await sql<PagedRow>(ctx, PAGE, [`{${ids.join(',')}}`])
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const idsOf = (has: (row: PagedRow) => boolean) => rows.filter(has).map((row) => row.id)
  return {
    rows,
    projects: viewedProjects(rows, roles),
    rollups: await loadRollups(
      ctx,
      idsOf((row) => row.has_structural_child !== null),
    ),
    spans: await loadSpans(ctx, rows.filter(isPhase)),
    blockers: await loadBlockers(ctx, rows),
    relatives: await loadRelatives(
      ctx,
      idsOf((row) => row.may_have_relatives),
    ),
    viewerId: actorId(ctx),
    nowMs: ctx.services.clock.now().getTime(),
  }
}

/** A row with a child that is no subtask, and none itself. */
export function isPhase(row: PagedRow): boolean {
  return row.has_structural_child === true && !row.is_subtask
}

function viewedProjects(
  rows: readonly PagedRow[],
  roles: ReadonlyMap<string, number | null>,
): ReadonlyMap<string, ViewedProject> {
  const projects = new Map<string, ViewedProject>()
  for (const row of rows) {
    if (projects.has(row.project_id)) continue
    projects.set(row.project_id, {
      code: row.project_code,
      role: roles.get(row.project_id) ?? null,
      prioritizationModel: row.prioritization_model,
      estimationMode: row.estimation_mode,
    })
  }
  return projects
}

/** One task of the scope's project, as its reply after a read or a write. */
export async function loadTask(ctx: Ctx<ProjectScope>, taskId: string): Promise<TaskPage> {
  const page = await loadTasksOfProject(ctx, [taskId])
  if (page.rows.length === 0) throw notFound()
  return page
}

export async function loadTasksOfProject(ctx: Ctx<ProjectScope>, taskIds: readonly string[]): Promise<TaskPage> {
  const { projectId, role } = ctx.scope
  return loadTaskPage(ctx, taskIds, new Map([[projectId, role]]))
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
