import { z } from 'zod'
import { methodology, settingFields } from '../levels/setting-fields.ts'
import { isTimeZone, wireId } from '../platform/http/wire-kinds.ts'

const overridePolicy = z.enum(['inherit', 'suggest', 'enforce'])
const line = (max: number) => z.string().trim().min(1, 'This field may not be blank').max(max)

/** Offsets such as +01:00 are understood by the runtime, but are no zones. */
const timezone = z
  .string()
  .max(64)
  .refine((zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone), 'Not an IANA time zone')

const feedbackUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)])

const fields = {
  name: line(255),
  timezone,
  fiscal_year_start_month: z.int().min(1).max(12),
  fiscal_year_start_day: z.int().min(1).max(31),
  work_week: z.array(z.boolean()).refine((days) => days.length === 7, 'Send seven values, Monday first'),
  default_project_view: line(32),
  allow_guests: z.boolean(),
  public_sharing: z.boolean(),
  // Enforcement is not offered for sharing: it reads back as the suggestion that it amounts to.
  public_sharing_override_policy: z.enum(['suggest', 'enforce']).transform(() => 'suggest'),
  iteration_label: line(32),
  iteration_label_override_policy: overridePolicy,
  mc_history_enabled: z.boolean(),
  mc_history_retention_cap: settingFields.mc_history_retention_cap.unwrap(),
  mc_history_attribution_audience: settingFields.mc_history_attribution_audience.unwrap(),
  mc_history_override_policy: overridePolicy,
  methodology,
  methodology_override_policy: overridePolicy,
  task_duration_change_percent_policy: z.enum(['keep', 'prorate', 'confirm']),
  task_duration_change_percent_override_policy: overridePolicy,
  estimation_scale: z.enum(['fibonacci', 'linear', 'tshirt']),
  sprint_picker_ready_only_default: z.boolean(),
  attachments_enabled: z.boolean(),
  allowed_attachment_types: settingFields.allowed_attachment_types.unwrap(),
  attachments_override_policy: overridePolicy,
  mcp_enabled: z.boolean(),
  calendar: wireId.nullable(),
  calendar_override_policy: overridePolicy,
  feedback_enabled: z.boolean(),
  feedback_url: feedbackUrl,
}

export const workspacePatch = z.object(fields).partial()
export type WorkspacePatch = z.output<typeof workspacePatch>

export const transferOwnershipBody = z.object({ new_owner_user_id: wireId })

export const workspaceReply = z
  .object({
    name: z.string(),
    subdomain: z.string(),
    timezone: z.string(),
    fiscal_year_start_month: z.int(),
    fiscal_year_start_day: z.int(),
    fiscal_year_start_display: z.string(),
    work_week: z.array(z.boolean()),
    default_project_view: z.string(),
    allow_guests: z.boolean(),
    public_sharing: z.boolean(),
    public_sharing_override_policy: z.enum(['suggest', 'enforce']),
    iteration_label: z.string(),
    iteration_label_override_policy: overridePolicy,
    mc_history_enabled: z.boolean(),
    mc_history_retention_cap: z.int(),
    mc_history_attribution_audience: z.enum(['admin_owner', 'scheduler_plus', 'none']),
    mc_history_override_policy: overridePolicy,
    methodology,
    methodology_override_policy: overridePolicy,
    task_duration_change_percent_policy: fields.task_duration_change_percent_policy,
    task_duration_change_percent_override_policy: overridePolicy,
    estimation_scale: fields.estimation_scale,
    sprint_picker_ready_only_default: z.boolean(),
    attachments_enabled: z.boolean(),
    allowed_attachment_types: z.array(z.string()),
    attachments_override_policy: overridePolicy,
    mcp_enabled: z.boolean(),
    calendar: z.guid().nullable(),
    calendar_override_policy: overridePolicy,
    feedback_enabled: z.boolean(),
    feedback_url: z.string(),
    logo_url: z.string().nullable(),
  })
  .meta({ id: 'WorkspaceSettings' })
