import { p } from '@mikro-orm/postgresql'

/**
 * Settings a project inherits from its program, and a program from the workspace: null until a level states its own.
 * Spread into both tables, so that a setting is added in one place.
 */
export const inheritableProperties = {
  methodology: p.text().nullable(),
  durationChangePercentPolicy: p.text().nullable(),
  estimationScale: p.text().nullable(),
  sprintPickerReadyOnlyDefault: p.boolean().nullable(),
  iterationLabel: p.string().columnType('varchar(32)').nullable(),
  publicSharing: p.boolean().nullable(),
  allowGuests: p.boolean().nullable(),
  mcHistoryEnabled: p.boolean().nullable(),
  mcHistoryRetentionCap: p.integer().nullable(),
  mcHistoryAttributionAudience: p.text().nullable(),
  attachmentsEnabled: p.boolean().nullable(),
  allowedAttachmentTypes: p.array().columnType('text[]').$type<string[]>().nullable(),
  mcpEnabled: p.boolean().nullable(),
}

/** Wire field -> property of these settings. */
export const INHERITABLE_COLUMNS = {
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
} as const

/** The sent fields under their column names; what was not sent is absent. */
export function pickColumns(
  fields: Readonly<Record<string, unknown>>,
  columnOf: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columnOf))
    if (fields[field] !== undefined) columns[column] = fields[field]
  return columns
}
