import type { ProgramScope } from '../access/program-scope.ts'
import { atLeast, isAuthor, projectRoleLabel, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { orderBySql, searchSql } from '../platform/http/list-query.ts'
import { agentFilter, DEFAULT_PROJECT_ORDER } from '../projects/project.queries.ts'
import { type ProjectView, viewProjects } from '../projects/project-view.ts'
import { resolveSettings } from '../projects/settings/resolve-settings.ts'
import { AT_RISK_TASK } from '../projects/status-summary.ts'
import { loadWorkspace } from '../workspace/load-workspace.ts'

export interface RosterRow {
  view: ProjectView
  overdueCount: number
  atRiskCount: number
}

/** Every project of the program but drafts, whoever is a member of it: any program member sees these few fields. */
export async function listProjectRoster(
  ctx: Ctx<ProgramScope>,
  query: { search?: string | undefined; ordering?: string | undefined },
): Promise<RosterRow[]> {
  const params: unknown[] = [ctx.scope.programId]
  const where = [...searchSql(query.search, ['p.name', 'p.code'], params), ...agentFilter(ctx)]
  const rows = await sql<{ id: string }>(
    ctx,
    `select p.id from projects p
     where p.program_id = $1 and not p.is_deleted and p.lifecycle <> 'draft'
       ${where.map((condition) => `and ${condition}`).join(' ')}
     order by ${orderBySql(query.ordering, { name: 'p.name' }, DEFAULT_PROJECT_ORDER, 'p.id')}`,
    params,
  )
  const ids = rows.map((row) => row.id)
  const views = await viewProjects(ctx, ids)
  const counts = await countLateTasks(ctx, ids)
  return views.map((view) => {
    const count = counts.get(view.project.id)
    return { view, overdueCount: count?.overdue ?? 0, atRiskCount: count?.at_risk ?? 0 }
  })
}

interface LateCounts {
  project_id: string
  overdue: number
  at_risk: number
}

/** Overdue: unfinished and its computed finish is past, by the day of the workspace. */
async function countLateTasks(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<Map<string, LateCounts>> {
  if (projectIds.length === 0) return new Map()
  const today = ctx.services.clock.today((await loadWorkspace(ctx)).timezone)
  const rows = await sql<LateCounts>(
    ctx,
    `select t.project_id, count(*) filter (where t.status <> 'COMPLETE' and s.early_finish < $2::date)::int as overdue,
       count(*) filter (where ${AT_RISK_TASK})::int as at_risk
     from tasks t join task_schedules s on s.task_id = t.id
     where t.project_id = any($1::uuid[]) and not t.is_deleted group by t.project_id`,
    [projectIds, today],
  )
  return new Map(rows.map((row) => [row.project_id, row]))
}

export function presentRosterRow({ view, overdueCount, atRiskCount }: RosterRow): object {
  const { project, program, workspace, role } = view
  const { effective, inherited } = resolveSettings(project, program, workspace)
  return {
    id: project.id,
    name: project.name,
    code: project.code,
    program: project.program_id,
    start_date: project.start_date,
    methodology: effective.methodology,
    effective_methodology: effective.methodology,
    inherited_methodology: inherited.methodology,
    iteration_label: project.iteration_label ?? null,
    effective_iteration_label: effective.iteration_label,
    health: project.health,
    lifecycle: project.lifecycle,
    is_archived: project.is_archived,
    overdue_count: overdueCount,
    at_risk_count: atRiskCount,
    is_pinned: view.isPinned,
    my_role: role,
    my_role_label: role === null ? null : projectRoleLabel(role),
    can_author: isAuthor(role),
    can_undo_batch_operations: atLeast(role, ROLE.manager) && !project.is_archived,
  }
}
