import { isAuthor, projectRoleLabel } from '../access/roles.ts'
import { instantText } from '../platform/db/sql.ts'
import type { ProjectView } from './project-view.ts'
import { presentSettings, resolveMcp, resolveSettings } from './settings/resolve-settings.ts'

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
    server_version: project.serverVersion,
    name: project.name,
    description: project.description,
    start_date: project.startDate,
    status_date: project.statusDate ?? null,
    calendar: project.calendarId ?? null,
    effective_calendar: view.calendar,
    calendar_source: view.chain?.source ?? 'system_default',
    code: project.code,
    retired_key_count: view.retiredKeyCount,
    health: project.health,
    visibility: project.visibility,
    timezone: project.timezone,
    default_view: project.defaultView,
    lead: project.leadId ?? null,
    lead_detail: view.lead,
    estimation_mode: project.estimationMode,
    agile_features: settings.effective.methodology !== 'WATERFALL',
    board_cadence: project.boardCadence,
    stale_task_threshold_days: project.staleTaskThresholdDays,
    end_date_shift_threshold_days: project.endDateShiftThresholdDays,
    ...presentSettings(project, settings),
    prioritization_model: project.prioritizationModel,
    default_member_role: project.defaultMemberRole,
    default_member_role_label: projectRoleLabel(project.defaultMemberRole),
    mcp_enabled: project.mcpEnabled ?? null,
    effective_mcp_enabled: mcp.effective,
    inherited_mcp_enabled: mcp.inherited,
    ...surfaces,
    program: project.programId ?? null,
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
    draft_started_at: instantText(project.draftStartedAt),
    is_archived: project.isArchived,
    archived_at: instantText(project.archivedAt),
    archived_by: project.archivedById ?? null,
  }
}

/** The four optional areas of a project; shown unless it says otherwise. */
function presentSurfaces({ project }: ProjectView): Record<string, unknown> {
  const own = {
    reporting: project.showReporting ?? null,
    time_tracking: project.showTimeTracking ?? null,
    baselines: project.showBaselines ?? null,
    monte_carlo: project.showMonteCarlo ?? null,
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
  /** First working day at or after the start. */
  startFloor: string
}

export function presentProjectDetail({ view, figures, startFloor }: ProjectDetail): Record<string, unknown> {
  const { project, program } = view
  return {
    ...presentProject(view, figures),
    unresolved_assignee_count: 0,
    start_floor: startFloor,
    recalculated_at: instantText(project.recalculatedAt),
    is_sample: project.isSample,
    program_detail: program && { id: program.id, name: program.name },
    my_facets: { is_scrum_master: false, is_product_owner: false },
  }
}
