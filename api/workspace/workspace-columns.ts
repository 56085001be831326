import type { Workspace } from './workspace.entity.ts'
import type { WorkspacePatch } from './workspace.schema.ts'

/** Writable settings by their wire names. */
export const WORKSPACE_COLUMNS = {
  name: 'name',
  timezone: 'timezone',
  fiscal_year_start_month: 'fiscalYearStartMonth',
  fiscal_year_start_day: 'fiscalYearStartDay',
  work_week: 'workWeek',
  default_project_view: 'defaultProjectView',
  allow_guests: 'allowGuests',
  public_sharing: 'publicSharing',
  public_sharing_override_policy: 'publicSharingOverridePolicy',
  iteration_label: 'iterationLabel',
  iteration_label_override_policy: 'iterationLabelOverridePolicy',
  mc_history_enabled: 'mcHistoryEnabled',
  mc_history_retention_cap: 'mcHistoryRetentionCap',
  mc_history_attribution_audience: 'mcHistoryAttributionAudience',
  mc_history_override_policy: 'mcHistoryOverridePolicy',
  methodology: 'methodology',
  methodology_override_policy: 'methodologyOverridePolicy',
  task_duration_change_percent_policy: 'durationChangePercentPolicy',
  task_duration_change_percent_override_policy: 'durationChangePercentOverridePolicy',
  estimation_scale: 'estimationScale',
  sprint_picker_ready_only_default: 'sprintPickerReadyOnlyDefault',
  attachments_enabled: 'attachmentsEnabled',
  allowed_attachment_types: 'allowedAttachmentTypes',
  attachments_override_policy: 'attachmentsOverridePolicy',
  mcp_enabled: 'mcpEnabled',
  calendar: 'calendarId',
  calendar_override_policy: 'calendarOverridePolicy',
  feedback_enabled: 'feedbackEnabled',
  feedback_url: 'feedbackUrl',
} as const satisfies Record<keyof WorkspacePatch, keyof Workspace>

export type WorkspaceField = keyof typeof WORKSPACE_COLUMNS
