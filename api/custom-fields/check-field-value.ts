import { z } from 'zod'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'
import { isMemberOf } from '../tasks/rules/rules.queries.ts'
import { type FieldType, MAX_OPTIONS, MAX_TEXT_LENGTH } from './custom-field.schema.ts'
import type { CustomFieldRow } from './custom-fields-resource.ts'

const LARGEST_NUMBER = 1e14
const DECIMALS = 6

/** What a value of each kind is; options and members are looked up behind it. */
const KINDS: Record<FieldType, z.ZodType> = {
  TEXT: z.string('Send a text').max(MAX_TEXT_LENGTH),
  NUMBER: z
    .number('Send a number')
    .refine((value) => Math.abs(value) < LARGEST_NUMBER, 'At most 14 digits before the point')
    .refine((value) => Number(value.toFixed(DECIMALS)) === value, `At most ${DECIMALS} digits behind the point`),
  DATE: civilDate,
  BOOLEAN: z.boolean('Send true or false'),
  SINGLE_SELECT: z.string('Send the value of an option'),
  MULTI_SELECT: z.array(z.string('Send values of options'), 'Send a list of values of options').max(MAX_OPTIONS),
  USER: wireId,
}

/** Whether a field of the kind takes the value; of choices and people only their form is looked at. */
export function isFieldValue(type: FieldType, value: unknown): boolean {
  return KINDS[type].safeParse(value).success
}

/** The value as it is stored; what the field does not take is refused on `value`. */
export async function readFieldValue(ctx: Ctx<ProjectScope>, field: CustomFieldRow, sent: unknown): Promise<unknown> {
  refuseUnless(sent !== undefined, () => fieldError('value', 'This field is required.'))
  const parsed = KINDS[field.field_type as FieldType].safeParse(sent)
  if (!parsed.success) throw fieldError('value', parsed.error.issues[0]?.message ?? 'Not a value of this field.')
  const value = parsed.data
  if (field.field_type === 'SINGLE_SELECT') return knownOptions(field, [value as string])[0]
  if (field.field_type === 'MULTI_SELECT') return knownOptions(field, value as string[])
  if (field.field_type === 'USER') await requireMember(ctx, value as string)
  return value
}

/** Each once, in the order in which they were sent. */
function knownOptions(field: CustomFieldRow, values: readonly string[]): string[] {
  const offered = new Set(field.options?.map((option) => option.value))
  const unknown = values.find((value) => !offered.has(value))
  refuseUnless(unknown === undefined, () => fieldError('value', `The field offers no option ${unknown}.`))
  return [...new Set(values)]
}

async function requireMember(ctx: Ctx<ProjectScope>, accountId: string): Promise<void> {
  const isMember = await isMemberOf(ctx, ctx.scope.projectId, accountId)
  refuseUnless(isMember, () => fieldError('value', 'Must be a member of the project.'))
}
