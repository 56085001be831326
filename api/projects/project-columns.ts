import { INHERITABLE_COLUMNS, pickColumns } from '../access/inheritable-settings.ts'
import type { Project } from './project.entity.ts'
import type { ProjectFields } from './project.schema.ts'

type Column = Extract<keyof Project, string>
/** Fields that need a rule of their own and are not simply stored. */
type Ruled = 'code' | 'lifecycle'

/** Where the choices of a project are stored, those it can inherit among them. */
export const PROJECT_SETTING_COLUMNS = {
  health: 'health',
  visibility: 'visibility',
  timezone: 'timezone',
  board_cadence: 'boardCadence',
  stale_task_threshold_days: 'staleTaskThresholdDays',
  end_date_shift_threshold_days: 'endDateShiftThresholdDays',
  prioritization_model: 'prioritizationModel',
  default_member_role: 'defaultMemberRole',
  show_reporting: 'showReporting',
  show_time_tracking: 'showTimeTracking',
  show_baselines: 'showBaselines',
  show_monte_carlo: 'showMonteCarlo',
  ...INHERITABLE_COLUMNS,
} as const

/** Where each writable field is stored. */
export const PROJECT_COLUMNS = {
  name: 'name',
  description: 'description',
  start_date: 'startDate',
  status_date: 'statusDate',
  calendar: 'calendarId',
  default_view: 'defaultView',
  lead: 'leadId',
  estimation_mode: 'estimationMode',
  program: 'programId',
  ...PROJECT_SETTING_COLUMNS,
} as const satisfies Record<Exclude<keyof ProjectFields, Ruled>, Column>

export type StoredField = keyof typeof PROJECT_COLUMNS

/** The sent fields as columns; what was not sent is absent. */
export function columnsOf(fields: ProjectFields): Partial<Project> {
  return pickColumns(fields, PROJECT_COLUMNS) as Partial<Project>
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
