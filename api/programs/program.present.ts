import { instantText } from '../platform/db/sql.ts'
import { presentSettings, resolveMcp, resolveSettings } from '../projects/settings/resolve-settings.ts'
import { programRoleLabel } from './program.policy.ts'
import type { ProgramView } from './program-view.ts'

export function presentProgram(view: ProgramView): Record<string, unknown> {
  const { program, workspace } = view
  const mcp = resolveMcp(program, null, workspace)
  const calendar = view.ownCalendar ?? view.inheritedCalendar
  return {
    id: program.id,
    server_version: program.serverVersion,
    name: program.name,
    description: program.description,
    code: program.code,
    retired_key_count: view.retiredKeyCount,
    ...presentSettings(program, resolveSettings(program, null, workspace)),
    mcp_enabled: program.mcpEnabled ?? null,
    effective_mcp_enabled: mcp.effective,
    inherited_mcp_enabled: mcp.inherited,
    calendar: program.calendarId ?? null,
    effective_calendar: calendar,
    inherited_calendar: view.inheritedCalendar,
    calendar_source: view.ownCalendar ? 'program' : view.inheritedCalendar ? 'workspace' : 'system_default',
    risk_slip_propagation: program.riskSlipPropagation,
    risk_escalation_days: program.riskEscalationDays,
    rollup_enabled_kpis: program.rollupEnabledKpis,
    rollup_aggregation_policy: program.rollupAggregationPolicy,
    health: program.health,
    target_date: program.targetDate ?? null,
    visibility: program.visibility,
    color: program.color ?? null,
    lead: program.leadId ?? null,
    lead_detail: view.lead,
    created_by: program.createdById ?? null,
    created_at: instantText(program.createdAt),
    updated_at: instantText(program.updatedAt),
    my_role: view.role,
    my_role_label: view.role === null ? null : programRoleLabel(view.role),
    is_pinned: view.isPinned,
    project_count: view.projectCount,
    member_count: view.memberCount,
    is_sample: view.isSample,
    is_closed: program.isClosed,
    closed_at: instantText(program.closedAt),
    closed_by: program.closedById ?? null,
  }
}
