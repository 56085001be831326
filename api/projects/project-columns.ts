import type { Project } from './project.entity.ts'
import type { ProjectFields } from './project.schema.ts'

type Column = Extract<keyof Project, string>
/** Fields that need a rule of their own and are not simply stored. */
type Ruled = 'code' | 'lifecycle'

/** Where each writable field is stored. */
export const PROJECT_COLUMNS = {
  name: 'name',
  description: 'description',
  start_date: 'startDate',
  status_date: 'statusDate',
  calendar: 'calendarId',
  health: 'health',
  visibility: 'visibility',
  timezone: 'timezone',
  default_view: 'defaultView',
  lead: 'leadId',
  estimation_mode: 'estimationMode',
  board_cadence: 'boardCadence',
  stale_task_threshold_days: 'staleTaskThresholdDays',
  end_date_shift_threshold_days: 'endDateShiftThresholdDays',
  prioritization_model: 'prioritizationModel',
  default_member_role: 'defaultMemberRole',
  show_reporting: 'showReporting',
  show_time_tracking: 'showTimeTracking',
  show_baselines: 'showBaselines',
  show_monte_carlo: 'showMonteCarlo',
  program: 'programId',
  methodology: 'methodology',
  task_duration_change_percent_policy: 'durationChangePercentPolicy',
  estimation_scale: 'estimationScale',
  sprint_picker_ready_only_default: 'sprintPickerReadyOnlyDefault',
  iteration_label: 'iterationLabel',
  public_sharing: 'publicSharing',
  allow_guests: 'allowGuests',
  mc_history_enabled: 'mcHistoryEnabled',
  mc_history_retention_cap: 'mcHistoryRetentionCap',
  mc_history_attribution_audience: 'mcHistoryAttributionAudience',
  attachments_enabled: 'attachmentsEnabled',
  allowed_attachment_types: 'allowedAttachmentTypes',
  mcp_enabled: 'mcpEnabled',
} as const satisfies Record<Exclude<keyof ProjectFields, Ruled>, Column>

export type StoredField = keyof typeof PROJECT_COLUMNS

/** The sent fields as columns; what was not sent is absent. */
export function columnsOf(fields: ProjectFields): Partial<Project> {
  const columns: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(PROJECT_COLUMNS) as [StoredField, Column][]) {
    if (fields[field] !== undefined) columns[column] = fields[field]
  }
  return columns as Partial<Project>
}

/** What `copy_settings_from` takes over when the caller says nothing. */
export const COPIED_COLUMNS = [
  'visibility',
  'timezone',
  'defaultView',
  'estimationMode',
  'boardCadence',
  'staleTaskThresholdDays',
  'prioritizationModel',
  'defaultMemberRole',
  'calendarId',
  'methodology',
  'iterationLabel',
  'publicSharing',
  'allowGuests',
  'mcHistoryEnabled',
  'mcHistoryRetentionCap',
  'mcHistoryAttributionAudience',
  'durationChangePercentPolicy',
  'attachmentsEnabled',
  'allowedAttachmentTypes',
  'showReporting',
  'showTimeTracking',
  'showBaselines',
  'showMonteCarlo',
] as const satisfies readonly Column[]
