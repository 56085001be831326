import type { ProgramScope } from '../access/program-scope.ts'
import { atLeast, isAuthor, projectRoleLabel, ROLE } from '../access/roles.ts'
import { loadWorkspace } from '../levels/load-workspace.ts'
import { resolveSettings } from '../levels/resolve-settings.ts'
import type { Ctx } from '../platform/context.ts'
import { type ProjectView, viewProjects } from '../projects/project-view.ts'
import { countLateTasks, listRosterIds, type RosterQuery } from './roster.queries.ts'

export interface RosterRow {
  view: ProjectView
  overdueCount: number
  atRiskCount: number
}

/** Every project of the program but drafts, whoever is a member of it. Overdue is judged by the day of the workspace. */
export async function listProjectRoster(ctx: Ctx<ProgramScope>, query: RosterQuery): Promise<RosterRow[]> {
  const ids = await listRosterIds(ctx, query)
  if (ids.length === 0) return []
  const views = await viewProjects(ctx, ids)
  const today = ctx.services.clock.today((await loadWorkspace(ctx)).timezone)
  const counts = await countLateTasks(ctx, ids, today)
  return views.map((view) => {
    const count = counts.get(view.project.id)
    return { view, overdueCount: count?.overdue_count ?? 0, atRiskCount: count?.at_risk_count ?? 0 }
  })
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
