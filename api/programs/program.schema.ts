import { z } from 'zod'
import { health, methodology, settingFields, visibility } from '../levels/setting-fields.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'

const color = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .refine((text) => text === null || /^#[0-9a-fA-F]{6}$/.test(text), 'Send a color as #RRGGBB')
  .nullable()

const fields = {
  name: z.string().trim().min(1, 'This field may not be blank').max(255),
  description: z.string(),
  code: z.string().max(64),
  calendar: wireId.nullable(),
  health,
  target_date: civilDate.nullable(),
  visibility,
  color,
  lead: wireId.nullable(),
  ...settingFields,
  methodology,
}

export const patchProgramBody = z.object(fields).partial()
export const programBody = patchProgramBody.extend({ name: fields.name })
export type ProgramFields = z.output<typeof patchProgramBody>

export const listProgramsQuery = z.object({
  ...pageQuery,
  search: z.string().optional(),
  ordering: z.string().optional(),
})
export const rosterQuery = z.object({ search: z.string().optional(), ordering: z.string().optional() })

/** Rows carry more fields than are named here; what is named always holds. */
export const programReply = z
  .looseObject({
    id: z.guid(),
    server_version: z.int(),
    name: z.string(),
    description: z.string(),
    code: z.string(),
    retired_key_count: z.int(),
    methodology,
    effective_methodology: methodology,
    inherited_methodology: methodology,
    calendar: z.guid().nullable(),
    calendar_source: z.enum(['program', 'workspace', 'system_default']),
    health,
    target_date: z.string().nullable(),
    visibility,
    my_role: z.int().nullable(),
    my_role_label: z.string().nullable(),
    project_count: z.int(),
    member_count: z.int(),
    is_sample: z.boolean(),
    is_closed: z.boolean(),
  })
  .meta({ id: 'Program' })

export const rosterReply = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      code: z.string(),
      program: z.guid(),
      start_date: z.string(),
      methodology: z.string(),
      effective_methodology: z.string(),
      inherited_methodology: z.string(),
      iteration_label: z.string().nullable(),
      effective_iteration_label: z.string(),
      health,
      lifecycle: z.enum(['draft', 'active']),
      is_archived: z.boolean(),
      overdue_count: z.int(),
      at_risk_count: z.int(),
      is_pinned: z.boolean(),
      my_role: z.int().nullable(),
      my_role_label: z.string().nullable(),
      can_author: z.boolean(),
      can_undo_batch_operations: z.boolean(),
    })
    .meta({ id: 'ProgramProject' }),
)
