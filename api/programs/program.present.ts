import { presentSettings, resolveMcp, resolveSettings } from '../levels/resolve-settings.ts'
import { instantText } from '../platform/db/sql.ts'
import { programRoleLabel } from './program.policy.ts'
import type { ProgramView } from './program-view.ts'

export function presentProgram(view: ProgramView): Record<string, unknown> {
  const { program, workspace } = view
  const mcp = resolveMcp(program, null, workspace)
  const calendar = view.ownCalendar ?? view.inheritedCalendar
  return {
    id: program.id,
    server_version: program.server_version,
    name: program.name,
    description: program.description,
    code: program.code,
    retired_key_count: view.retiredKeyCount,
    ...presentSettings(program, resolveSettings(program, null, workspace)),
    mcp_enabled: program.mcp_enabled ?? null,
    effective_mcp_enabled: mcp.effective,
    inherited_mcp_enabled: mcp.inherited,
    calendar: program.calendar_id ?? null,
    effective_calendar: calendar,
    inherited_calendar: view.inheritedCalendar,
    calendar_source: view.ownCalendar ? 'program' : view.inheritedCalendar ? 'workspace' : 'system_default',
    risk_slip_propagation: program.risk_slip_propagation,
    risk_escalation_days: program.risk_escalation_days,
    rollup_enabled_kpis: program.rollup_enabled_kpis,
    rollup_aggregation_policy: program.rollup_aggregation_policy,
    health: program.health,
    target_date: program.target_date ?? null,
    visibility: program.visibility,
    color: program.color ?? null,
    lead: program.lead_id ?? null,
    lead_detail: view.lead,
    created_by: program.created_by_id ?? null,
    created_at: instantText(program.created_at),
    updated_at: instantText(program.updated_at),
    my_role: view.role,
    my_role_label: view.role === null ? null : programRoleLabel(view.role),
    is_pinned: view.isPinned,
    project_count: view.projectCount,
    member_count: view.memberCount,
    is_sample: view.isSample,
    is_closed: program.is_closed,
    closed_at: instantText(program.closed_at),
    closed_by: program.closed_by_id ?? null,
  }
}
