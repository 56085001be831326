import { z } from 'zod'
import { health, memberRole, settingFields, visibility } from '../levels/setting-fields.ts'
import { baseVersionField } from '../platform/http/base-version.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, isTimeZone, wireId } from '../platform/http/wire-kinds.ts'

const days = z.int().min(1).max(365)

const fields = {
  name: z.string().trim().min(1, 'This field may not be blank').max(255),
  description: z.string(),
  start_date: civilDate,
  status_date: civilDate.nullable(),
  calendar: wireId.nullable(),
  code: z.string().max(64),
  health,
  visibility,
  timezone: z
    .string()
    .max(64)
    .refine((zone) => zone === '' || isTimeZone(zone), 'Not an IANA time zone'),
  default_view: z.enum(['SCHEDULE', 'BOARD', 'TABLE', 'OVERVIEW']),
  lead: wireId.nullable(),
  estimation_mode: z.enum(['open', 'suggest_approve', 'pm_only']),
  board_cadence: z.enum(['sprint', 'continuous']),
  stale_task_threshold_days: days,
  end_date_shift_threshold_days: days,
  prioritization_model: z.enum(['none', 'wsjf', 'rice', 'value_effort']),
  default_member_role: memberRole.refine((role) => role < 400, 'Must be below Project Admin'),
  show_reporting: z.boolean().nullable(),
  show_time_tracking: z.boolean().nullable(),
  show_baselines: z.boolean().nullable(),
  show_monte_carlo: z.boolean().nullable(),
  program: wireId.nullable(),
  lifecycle: z.enum(['draft', 'active']),
  ...settingFields,
}

const optional = z.object(fields).partial()

export const createProjectBody = optional.extend({
  name: fields.name,
  start_date: fields.start_date,
  copy_settings_from: wireId.optional(),
  inherit_program_defaults: z.boolean().optional(),
})

const onlyAtCreation = z.undefined({ error: 'This field is read only when a project is created' }).optional()

export const patchProjectBody = optional.extend({
  copy_settings_from: onlyAtCreation,
  inherit_program_defaults: onlyAtCreation,
  ...baseVersionField,
})
export const putProjectBody = patchProjectBody.extend({ name: fields.name, start_date: fields.start_date })

export type ProjectFields = z.output<typeof optional>
export type CreateProjectFields = z.output<typeof createProjectBody>

export const listProjectsQuery = z.object({
  ...pageQuery,
  search: z.string().optional(),
  ordering: z.string().optional(),
  program__isnull: z.string().optional(),
})
export const deleteProjectQuery = z.object({ force: z.string().optional() })
export const transferBody = z.object({ new_owner_user_id: wireId })

/** Rows carry more fields than are named here; what is named always holds. */
export const projectReply = z
  .looseObject({
    id: z.guid(),
    server_version: z.int(),
    name: z.string(),
    code: z.string(),
    start_date: z.string(),
    status_date: z.string().nullable(),
    program: z.guid().nullable(),
    calendar: z.guid().nullable(),
    calendar_source: z.enum(['project', 'program', 'workspace', 'system_default']),
    methodology: z.string(),
    effective_methodology: z.string(),
    inherited_methodology: z.string(),
    health,
    lifecycle: z.enum(['draft', 'active']),
    is_archived: z.boolean(),
    retired_key_count: z.int(),
    my_role: z.int().nullable(),
    my_role_label: z.string().nullable(),
    can_author: z.boolean(),
  })
  .meta({ id: 'Project' })

/** Whether dates follow what people wrote, with a project, its summary and its tasks. */
export const staleDatesReply = {
  dates_stale_since: z
    .string()
    .optional()
    .describe('since when passes cannot date everything; absent while all dates are up to date'),
  dates_stale_because: z
    .object({
      code: z.string(),
      detail: z.string(),
      tasks: z
        .array(z.object({ id: z.guid(), name: z.string(), wbs: z.string(), short_id: z.string(), reason: z.string() }))
        .describe('the first tasks to blame: they have no dates, and the others are computed without them'),
      task_count: z.int(),
    })
    .meta({ id: 'StaleDatesCause' })
    .optional(),
}

export const projectDetailReply = projectReply
  .extend({
    start_floor: z.string(),
    recalculated_at: z.string().nullable(),
    ...staleDatesReply,
    is_sample: z.boolean(),
    program_detail: z.object({ id: z.guid(), name: z.string() }).nullable(),
  })
  .meta({ id: 'ProjectDetail' })

const sample = z.object({ id: z.guid(), name: z.string(), wbs: z.string() })
const band = z.enum(['on_track', 'at_risk', 'critical'])
const bandSource = z.enum(['reported', 'derived'])

export const statusSummaryReply = z
  .object({
    task_count: z.int(),
    health_band: band,
    health_band_source: bandSource,
    at_risk_count: z.int(),
    critical_count: z.int(),
    at_risk_tasks: z.array(sample),
    critical_tasks: z.array(sample),
    monte_carlo_p80: z.string().nullable(),
    last_saved: z.string().nullable(),
    recalculated_at: z.string().nullable(),
    ...staleDatesReply,
  })
  .meta({ id: 'ProjectStatusSummary' })

export const healthSummaryReply = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      health_band: band,
      health_band_source: bandSource,
      at_risk_count: z.int(),
      critical_count: z.int(),
    })
    .meta({ id: 'ProjectHealthSummary' }),
)

export const trashReply = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      code: z.string(),
      deleted_at: z.string().nullable(),
      deleted_by: z.guid().nullable(),
      deleted_by_name: z.string().nullable(),
      days_remaining: z.int().nullable(),
      retention_days: z.int().nullable(),
      my_role: z.int().nullable(),
      can_restore: z.boolean(),
    })
    .meta({ id: 'TrashProject' }),
)
