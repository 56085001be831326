import { p } from '@mikro-orm/postgresql'

/**
 * Settings a project inherits from its program, and a program from the workspace: null until a level states its own.
 * Spread into both tables, so that a setting is added in one place.
 */
export const inheritableProperties = {
  methodology: p.text().nullable(),
  duration_change_percent_policy: p.text().nullable(),
  estimation_scale: p.text().nullable(),
  sprint_picker_ready_only_default: p.boolean().nullable(),
  iteration_label: p.string().columnType('varchar(32)').nullable(),
  public_sharing: p.boolean().nullable(),
  allow_guests: p.boolean().nullable(),
  mc_history_enabled: p.boolean().nullable(),
  mc_history_retention_cap: p.integer().nullable(),
  mc_history_attribution_audience: p.text().nullable(),
  attachments_enabled: p.boolean().nullable(),
  allowed_attachment_types: p.array().columnType('text[]').$type<string[]>().nullable(),
  mcp_enabled: p.boolean().nullable(),
}

/** Wire field -> property of these settings. */
export const INHERITABLE_COLUMNS = {
  methodology: 'methodology',
  task_duration_change_percent_policy: 'duration_change_percent_policy',
  estimation_scale: 'estimation_scale',
  sprint_picker_ready_only_default: 'sprint_picker_ready_only_default',
  iteration_label: 'iteration_label',
  public_sharing: 'public_sharing',
  allow_guests: 'allow_guests',
  mc_history_enabled: 'mc_history_enabled',
  mc_history_retention_cap: 'mc_history_retention_cap',
  mc_history_attribution_audience: 'mc_history_attribution_audience',
  attachments_enabled: 'attachments_enabled',
  allowed_attachment_types: 'allowed_attachment_types',
  mcp_enabled: 'mcp_enabled',
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
