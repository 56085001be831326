import { z } from 'zod'

/** Types a browser would run: never allowed, at no level. */
export const DENIED_TYPES: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml'])
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

const bareType = (text: string) => (text.split(';')[0] ?? '').trim().toLowerCase()

const mimeType = z
  .string()
  .max(300)
  .transform(bareType)
  .refine((type) => MIME_TYPE.test(type), 'Not a media type')
  .refine((type) => !DENIED_TYPES.has(type), 'This type is never allowed')

/** An empty text clears a choice, as null does. */
const clearable = <const Options extends readonly string[]>(options: Options) =>
  z
    .union([z.enum(options), z.literal('')])
    .transform((value) => (value === '' ? null : value))
    .nullable()

export const methodology = z.enum(['WATERFALL', 'AGILE', 'HYBRID'])
export const health = z.enum(['AUTO', 'ON_TRACK', 'AT_RISK', 'CRITICAL'])
export const visibility = z.enum(['WORKSPACE', 'PRIVATE'])
export const memberRole = z.union([z.literal(1), z.literal(100), z.literal(200), z.literal(300), z.literal(400)], {
  error: 'Not a role: use 1, 100, 200, 300 or 400',
})

/** Fields that null hands back to the level above; shared by projects and programs. */
export const settingFields = {
  methodology: methodology.nullable(),
  task_duration_change_percent_policy: clearable(['keep', 'prorate', 'confirm']),
  estimation_scale: clearable(['fibonacci', 'linear', 'tshirt']),
  sprint_picker_ready_only_default: z.boolean().nullable(),
  iteration_label: z.string().trim().min(1, 'This field may not be blank').max(32).nullable(),
  public_sharing: z.boolean().nullable(),
  allow_guests: z.boolean().nullable(),
  mc_history_enabled: z.boolean().nullable(),
  mc_history_retention_cap: z.int().min(0).max(2_147_483_647).nullable(),
  mc_history_attribution_audience: z.enum(['admin_owner', 'scheduler_plus', 'none']).nullable(),
  attachments_enabled: z.boolean().nullable(),
  allowed_attachment_types: z
    .array(mimeType)
    .max(200)
    .transform((types) => [...new Set(types)].sort())
    .nullable(),
  mcp_enabled: z.boolean().nullable(),
}
