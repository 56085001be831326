import { isAuthor, projectRoleLabel } from '../access/roles.ts'
import { presentSettings, resolveMcp, resolveSettings } from '../levels/resolve-settings.ts'
import { instantText } from '../platform/db/sql.ts'
import type { ProjectView } from './project-view.ts'
import type { StaleDates } from './status/stale-dates.ts'

/** Figures that only some lists fill; null elsewhere. */
export interface ProjectFigures {
  memberCount?: number | null
  percentComplete?: number | null
  openTaskCount?: number | null
}

export function presentProject(view: ProjectView, figures: ProjectFigures = {}): Record<string, unknown> {
  const { project, program, workspace } = view
  const settings = resolveSettings(project, program, workspace)
  const mcp = resolveMcp(project, program, workspace)
  const surfaces = presentSurfaces(view)
  return {
    id: project.id,
    server_version: project.server_version,
    name: project.name,
    description: project.description,
    start_date: project.start_date,
    status_date: project.status_date ?? null,
    calendar: project.calendar_id ?? null,
    effective_calendar: view.calendar,
    calendar_source: view.chain?.source ?? 'system_default',
    code: project.code,
    retired_key_count: view.retiredKeyCount,
    health: project.health,
    visibility: project.visibility,
    timezone: project.timezone,
    default_view: project.default_view,
    lead: project.lead_id ?? null,
    lead_detail: view.lead,
    estimation_mode: project.estimation_mode,
    agile_features: settings.effective.methodology !== 'WATERFALL',
    board_cadence: project.board_cadence,
    stale_task_threshold_days: project.stale_task_threshold_days,
    end_date_shift_threshold_days: project.end_date_shift_threshold_days,
    ...presentSettings(project, settings),
    prioritization_model: project.prioritization_model,
    default_member_role: project.default_member_role,
    default_member_role_label: projectRoleLabel(project.default_member_role),
    mcp_enabled: project.mcp_enabled ?? null,
    effective_mcp_enabled: mcp.effective,
    inherited_mcp_enabled: mcp.inherited,
    ...surfaces,
    program: project.program_id ?? null,
    member_count: figures.memberCount ?? null,
    percent_complete: figures.percentComplete ?? null,
    open_task_count: figures.openTaskCount ?? null,
    is_pinned: view.isPinned,
    overdue_count: null,
    at_risk_count: null,
    my_role: view.role,
    my_role_label: view.role === null ? null : projectRoleLabel(view.role),
    can_author: isAuthor(view.role),
    lifecycle: project.lifecycle,
    draft_started_at: instantText(project.draft_started_at),
    is_archived: project.is_archived,
    archived_at: instantText(project.archived_at),
    archived_by: project.archived_by_id ?? null,
  }
}

/** The four optional areas of a project; shown unless it says otherwise. */
function presentSurfaces({ project }: ProjectView): Record<string, unknown> {
  const own = {
    reporting: project.show_reporting ?? null,
    time_tracking: project.show_time_tracking ?? null,
    baselines: project.show_baselines ?? null,
    monte_carlo: project.show_monte_carlo ?? null,
  }
  const inherited = { reporting: true, time_tracking: true, baselines: true, monte_carlo: true }
  return {
    show_reporting: own.reporting,
    show_time_tracking: own.time_tracking,
    show_baselines: own.baselines,
    show_monte_carlo: own.monte_carlo,
    effective_surface_visibility: {
      reporting: own.reporting ?? true,
      time_tracking: own.time_tracking ?? true,
      baselines: own.baselines ?? true,
      monte_carlo: own.monte_carlo ?? true,
    },
    inherited_surface_visibility: inherited,
  }
}

export interface ProjectDetail {
  view: ProjectView
  figures: ProjectFigures
  readonly stale: StaleDates
  /** What the caller is in the team; undefined for who has no place there. */
  readonly facets: { readonly is_scrum_master: boolean; readonly is_product_owner: boolean } | undefined
  /** First working day at or after the start. */
  startFloor: string
}

export function presentProjectDetail({
  view,
  figures,
  stale,
  facets,
  startFloor,
}: ProjectDetail): Record<string, unknown> {
  const { project, program } = view
  return {
    ...presentProject(view, figures),
    unresolved_assignee_count: 0,
    start_floor: startFloor,
    recalculated_at: instantText(project.recalculated_at),
    ...stale,
    is_sample: project.is_sample,
    program_detail: program && { id: program.id, name: program.name },
    my_facets: {
      is_scrum_master: facets?.is_scrum_master ?? false,
      is_product_owner: facets?.is_product_owner ?? false,
    },
  }
}
