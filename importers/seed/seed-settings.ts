import { z } from 'zod'
import { MAX_INT, timezone } from './seed-kinds.ts'

const RUN_BY_BROWSERS = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml'])
const KPIS = [
  'schedule_variance',
  'cost_variance',
  'budget_utilization',
  'schedule_health',
  'critical_tasks',
  'at_risk_tasks',
  'baseline_variance',
  'risk_score',
  'milestone_health',
  'p80_completion',
] as const

/**
 * What a program and a project choose for themselves; absent means the service's default or what the level above says.
 * Names and values are those of the REST resources.
 */
const shared = {
  health: z.enum(['AUTO', 'ON_TRACK', 'AT_RISK', 'CRITICAL']).optional(),
  visibility: z.enum(['WORKSPACE', 'PRIVATE']).optional(),
  task_duration_change_percent_policy: z.enum(['keep', 'prorate', 'confirm']).optional(),
  estimation_scale: z.enum(['fibonacci', 'linear', 'tshirt']).optional(),
  sprint_picker_ready_only_default: z.boolean().optional(),
  iteration_label: z.string().trim().min(1).max(32).meta({ pattern: /\S/.source }).optional(),
  public_sharing: z.boolean().optional(),
  allow_guests: z.boolean().optional(),
  mc_history_enabled: z.boolean().optional(),
  mc_history_retention_cap: z.int().min(0).max(MAX_INT).optional(),
  mc_history_attribution_audience: z.enum(['admin_owner', 'scheduler_plus', 'none']).optional(),
  attachments_enabled: z.boolean().optional(),
  allowed_attachment_types: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/, 'Not a media type')
        .refine((type) => !RUN_BY_BROWSERS.has(type), 'This type is never allowed')
        .meta({ not: { pattern: `^(${[...RUN_BY_BROWSERS].join('|').replaceAll('+', '\\+')})$` } }),
    )
    .max(200)
    .optional(),
  mcp_enabled: z.boolean().optional(),
}

const thresholdDays = z.int().min(1).max(365).optional()

export const programSettings = z.strictObject({
  ...shared,
  risk_slip_propagation: z.enum(['none', 'warn', 'block']).optional(),
  risk_escalation_days: z.int().min(1).max(30).optional(),
  rollup_enabled_kpis: z.array(z.enum(KPIS)).max(64).optional(),
  rollup_aggregation_policy: z.enum(['worst', 'average', 'weighted_by_budget', 'task_weighted']).optional(),
})

export const projectSettings = z.strictObject({
  ...shared,
  timezone: timezone.optional(),
  board_cadence: z.enum(['sprint', 'continuous']).optional(),
  stale_task_threshold_days: thresholdDays,
  end_date_shift_threshold_days: thresholdDays,
  prioritization_model: z.enum(['none', 'wsjf', 'rice', 'value_effort']).optional(),
  default_member_role: z.union([z.literal(1), z.literal(100), z.literal(200), z.literal(300)]).optional(),
  show_reporting: z.boolean().optional(),
  show_time_tracking: z.boolean().optional(),
  show_baselines: z.boolean().optional(),
  show_monte_carlo: z.boolean().optional(),
  lifecycle: z.enum(['draft', 'active']).optional(),
  /** The project has no method of its own; `methodology` then says what it inherits. */
  inherits_methodology: z.boolean().optional(),
})
