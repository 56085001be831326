import { INHERITABLE_COLUMNS, pickColumns } from '../levels/inheritable-settings.ts'
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
  board_cadence: 'board_cadence',
  stale_task_threshold_days: 'stale_task_threshold_days',
  end_date_shift_threshold_days: 'end_date_shift_threshold_days',
  prioritization_model: 'prioritization_model',
  default_member_role: 'default_member_role',
  show_reporting: 'show_reporting',
  show_time_tracking: 'show_time_tracking',
  show_baselines: 'show_baselines',
  show_monte_carlo: 'show_monte_carlo',
  ...INHERITABLE_COLUMNS,
} as const

/** Where each writable field is stored. */
export const PROJECT_COLUMNS = {
  name: 'name',
  description: 'description',
  start_date: 'start_date',
  status_date: 'status_date',
  calendar: 'calendar_id',
  default_view: 'default_view',
  lead: 'lead_id',
  estimation_mode: 'estimation_mode',
  program: 'program_id',
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
  'default_view',
  'estimation_mode',
  'board_cadence',
  'stale_task_threshold_days',
  'prioritization_model',
  'default_member_role',
  'calendar_id',
  'methodology',
  'iteration_label',
  'public_sharing',
  'allow_guests',
  'mc_history_enabled',
  'mc_history_retention_cap',
  'mc_history_attribution_audience',
  'duration_change_percent_policy',
  'attachments_enabled',
  'allowed_attachment_types',
  'show_reporting',
  'show_time_tracking',
  'show_baselines',
  'show_monte_carlo',
] as const satisfies readonly Column[]
