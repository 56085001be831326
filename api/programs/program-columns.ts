import type { Program } from './program.entity.ts'
import type { ProgramFields } from './program.schema.ts'

type Column = Extract<keyof Program, string>

/** Where each writable field is stored; the key has rules of its own. */
export const PROGRAM_COLUMNS = {
  name: 'name',
  description: 'description',
  calendar: 'calendarId',
  health: 'health',
  target_date: 'targetDate',
  visibility: 'visibility',
  color: 'color',
  lead: 'leadId',
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
} as const satisfies Record<Exclude<keyof ProgramFields, 'code'>, Column>

export type StoredField = keyof typeof PROGRAM_COLUMNS

/** The sent fields as columns; what was not sent is absent. */
export function columnsOf(fields: ProgramFields): Partial<Program> {
  const columns: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(PROGRAM_COLUMNS) as [StoredField, Column][]) {
    if (fields[field] !== undefined) columns[column] = fields[field]
  }
  return columns as Partial<Program>
}
