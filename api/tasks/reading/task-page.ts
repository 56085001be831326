import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { loadSpans } from '../rollup/phase-values.ts'
import { loadRollups, type SummaryRollup } from '../rollup/rollup.queries.ts'
import { loadPagedRows, loadPersonNames, loadTaskNames, type PagedRow } from './task-page.queries.ts'
import { loadRelatives, type TaskRelatives } from './task-relatives.ts'

/** What presenting a task asks about its project and the viewer in it. */
export interface ViewedProject {
  readonly code: string
  readonly role: number | null
  readonly prioritizationModel: string
  readonly estimationMode: string
}

interface BlockerNames {
  readonly tasks: ReadonlyMap<string, { id: string; name: string; number: number }>
  readonly people: ReadonlyMap<string, { id: string; username: string; display_name: string }>
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

/** The rows of `ids` in that order, with their surroundings. `roles`: the viewer's role by project. */
export async function loadTaskPage(
  ctx: Ctx<unknown>,
  ids: readonly string[],
  roles: ReadonlyMap<string, number | null>,
): Promise<TaskPage> {
  const found = await loadPagedRows(ctx, ids)
  const byId = new Map(found.map((row) => [row.id, row]))
  return surround(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
    roles,
  )
}

/** The page of rows that were read already. */
export async function surround(
  ctx: Ctx<unknown>,
  rows: readonly PagedRow[],
  roles: ReadonlyMap<string, number | null>,
): Promise<TaskPage> {
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
      idsOf((row) => row.tables_in_use !== null),
      tablesInUse(rows),
    ),
    viewerId: actorId(ctx),
    nowMs: ctx.services.clock.now().getTime(),
  }
}

/** A row with a child that is no subtask, and none itself. */
export function isPhase(row: PagedRow): boolean {
  return row.has_structural_child === true && !row.is_subtask
}

/** Of all projects on the page; few pages show more than one. */
function tablesInUse(rows: readonly PagedRow[]): ReadonlySet<string> {
  const texts = new Set(rows.map((row) => row.tables_in_use ?? ''))
  return new Set([...texts].flatMap((names) => names.split(',')))
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
async function loadBlockers(ctx: Ctx<unknown>, rows: readonly PagedRow[]): Promise<BlockerNames> {
  const taskIds = rows.flatMap((row) => row.blocking_task_id ?? [])
  const accountIds = rows.flatMap((row) => row.blocked_by_id ?? [])
  const tasks = taskIds.length === 0 ? [] : await loadTaskNames(ctx, taskIds)
  const people = accountIds.length === 0 ? [] : await loadPersonNames(ctx, accountIds)
  return { tasks: new Map(tasks.map((row) => [row.id, row])), people: new Map(people.map((row) => [row.id, row])) }
}
