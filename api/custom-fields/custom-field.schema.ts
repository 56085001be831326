import { z } from 'zod'

export const FIELD_TYPES = ['TEXT', 'NUMBER', 'DATE', 'SINGLE_SELECT', 'MULTI_SELECT', 'USER', 'BOOLEAN'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export const MAX_FIELDS = 32
export const MAX_OPTIONS = 50
export const MAX_TEXT_LENGTH = 2000
export const MAX_NAME_LENGTH = 64
const MAX_OPTION_LENGTH = 32
export const MAX_ORDER = 32_767

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Send a colour as #RRGGBB')

const optionInput = z.object({
  value: z.string().trim().min(1, 'This field may not be blank').max(MAX_OPTION_LENGTH),
  label: z.string().trim().max(MAX_NAME_LENGTH).optional().describe('the value when left out or blank'),
  color: color.nullable().optional(),
})

export const listFieldsQuery = z.object({
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('order, name; a leading - turns it round'),
})

export const customFieldBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(MAX_NAME_LENGTH),
  field_type: z.enum(FIELD_TYPES).describe('stays as it is made'),
  required: z.boolean().optional().describe('told to forms; a write of a task never fails for it'),
  options: z.array(optionInput).max(MAX_OPTIONS).nullable().optional().describe('of the two kinds that offer a choice'),
  order: z.int().min(0).max(MAX_ORDER).optional().describe('a new field with 0 or none stands last'),
  show_on_card: z.boolean().optional(),
})
export type CustomFieldInput = z.output<typeof customFieldBody>

export const customFieldReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    field_type: z.enum(FIELD_TYPES),
    required: z.boolean(),
    options: z.array(z.object({ value: z.string(), label: z.string(), color: z.string().nullable() })).nullable(),
    order: z.int(),
    show_on_card: z.boolean(),
    server_version: z.int(),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'CustomField' })

/** The kind of the field decides what a value may be. */
export const fieldValueBody = z.object({ value: z.unknown().describe('of the type of the field') })

const shownPerson = z.object({ id: z.guid(), name: z.string(), initials: z.string() })
export const fieldValueReply = z
  .object({
    field_id: z.guid(),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), shownPerson]),
  })
  .meta({ id: 'FieldValue' })
