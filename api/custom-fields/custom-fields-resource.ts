import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { RowOf } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { asJson } from '../platform/db/statements.ts'
import { fieldError, Refusal, refuseUnless } from '../platform/errors.ts'
import { foldName } from '../platform/fold-name.ts'
import { resource } from '../platform/http/resource.ts'
import { projectRows } from '../projects/project-rows.queries.ts'
import type { FieldOption } from './custom-field.entity.ts'
import { customFieldsUpdated } from './custom-field.events.ts'
import { deleteValuesOfField, fieldNeighbours } from './custom-field.queries.ts'
import {
  type CustomFieldInput,
  customFieldBody,
  customFieldReply,
  type FieldType,
  listFieldsQuery,
  MAX_FIELDS,
  MAX_ORDER,
} from './custom-field.schema.ts'

const COLUMNS = [
  'id',
  'name',
  'field_type',
  'required',
  'options',
  'order',
  'show_on_card',
  'server_version',
  'created_at',
  'updated_at',
] as const
export type CustomFieldRow = Pick<RowOf<'custom_fields'>, (typeof COLUMNS)[number]>

export const customFieldRows = projectRows<'custom_fields', CustomFieldRow, CustomFieldInput>({
  table: 'custom_fields',
  columns: COLUMNS,
  searched: ['name'],
  orderings: { order: 'order', name: 'folded_name' },
  order: ['order', 'folded_name'],
  prepare: prepareField,
  beforeRemove: (ctx, row, syncSeq) => deleteValuesOfField(ctx, row.id, syncSeq),
  events: { created: customFieldsUpdated, updated: customFieldsUpdated, deleted: customFieldsUpdated },
  told: (action) => ({ action }),
})

/** Names are one whatever their case, the type stays, and a new field stands behind the others unless a place is named. */
async function prepareField(ctx: Ctx<ProjectScope>, input: Partial<CustomFieldInput>, stored: CustomFieldRow | null) {
  const name = input.name ?? stored?.name ?? ''
  const type = (stored?.field_type ?? input.field_type) as FieldType
  const near = await fieldNeighbours(ctx, foldName(name), stored?.id ?? null)
  refuseUnless(stored || near.count < MAX_FIELDS, () => new Refusal(400, `A project has at most ${MAX_FIELDS} fields.`))
  refuseUnless(!near.is_taken, () => fieldError('name', 'A field of this name exists already.'))
  refuseUnless(input.field_type === undefined || input.field_type === type, () =>
    fieldError('field_type', 'The type of a field cannot change.'),
  )
  const options = optionsOf(type, input, stored)
  const behind = Math.min((near.last_order ?? 0) + 1, MAX_ORDER)
  return {
    name,
    folded_name: foldName(name),
    field_type: type,
    required: input.required ?? stored?.required ?? false,
    options: options === null ? null : asJson(options),
    order: stored ? (input.order ?? stored.order) : input.order || behind,
    show_on_card: input.show_on_card ?? stored?.show_on_card ?? false,
    updated_at: ctx.services.clock.now(),
  }
}

/**
 * What may be picked: always there for the two kinds that offer a choice, never for the others. A value whose option is
 * taken away stays on its tasks until somebody sets another: nothing that was recorded is lost.
 */
function optionsOf(
  type: FieldType,
  { options }: Partial<CustomFieldInput>,
  stored: CustomFieldRow | null,
): readonly FieldOption[] | null {
  const isSelect = type === 'SINGLE_SELECT' || type === 'MULTI_SELECT'
  const sent = options?.map(({ value, label, color }) => ({ value, label: label || value, color: color ?? null }))
  if (!isSelect) {
    refuseUnless(!sent?.length, () => fieldError('options', 'Only fields that offer a choice have options.'))
    return null
  }
  const offered = options === undefined ? (stored?.options ?? []) : (sent ?? [])
  refuseUnless(offered.length > 0, () => fieldError('options', 'Name at least one option.'))
  refuseUnless(new Set(offered.map((option) => option.value)).size === offered.length, () =>
    fieldError('options', 'Each value may stand there once.'),
  )
  return offered
}

export const customFieldCollection = resource({
  path: '/projects/{id}/fields/',
  item: 'fieldId',
  tag: 'custom fields',
  one: 'a field',
  many: 'Fields of the project’s own',
  isWhole: true,
  scope: projectScope(),
  mayCreate: (ctx) => atLeast(ctx.scope.role, ROLE.scheduler),
  mayChange: (ctx) => atLeast(ctx.scope.role, ROLE.scheduler),
  query: listFieldsQuery,
  body: customFieldBody,
  reply: customFieldReply,
  rows: customFieldRows,
  present: (row) => ({ ...row, created_at: instantText(row.created_at), updated_at: instantText(row.updated_at) }),
})
