import type { Workspace } from '../levels/workspace.entity.ts'
import type { WorkspacePatch } from './workspace.schema.ts'

/** Writable settings by their wire names. */
export const WORKSPACE_COLUMNS = {
  name: 'name',
  timezone: 'timezone',
  fiscal_year_start_month: 'fiscal_year_start_month',
  fiscal_year_start_day: 'fiscal_year_start_day',
  work_week: 'work_week',
  default_project_view: 'default_project_view',
  allow_guests: 'allow_guests',
  public_sharing: 'public_sharing',
  public_sharing_override_policy: 'public_sharing_override_policy',
  iteration_label: 'iteration_label',
  iteration_label_override_policy: 'iteration_label_override_policy',
  mc_history_enabled: 'mc_history_enabled',
  mc_history_retention_cap: 'mc_history_retention_cap',
  mc_history_attribution_audience: 'mc_history_attribution_audience',
  mc_history_override_policy: 'mc_history_override_policy',
  methodology: 'methodology',
  methodology_override_policy: 'methodology_override_policy',
  task_duration_change_percent_policy: 'duration_change_percent_policy',
  task_duration_change_percent_override_policy: 'duration_change_percent_override_policy',
  estimation_scale: 'estimation_scale',
  sprint_picker_ready_only_default: 'sprint_picker_ready_only_default',
  attachments_enabled: 'attachments_enabled',
  allowed_attachment_types: 'allowed_attachment_types',
  attachments_override_policy: 'attachments_override_policy',
  mcp_enabled: 'mcp_enabled',
  calendar: 'calendar_id',
  calendar_override_policy: 'calendar_override_policy',
  feedback_enabled: 'feedback_enabled',
  feedback_url: 'feedback_url',
} as const satisfies Record<keyof WorkspacePatch, keyof Workspace>

export type WorkspaceField = keyof typeof WORKSPACE_COLUMNS
