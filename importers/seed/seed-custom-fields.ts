import { z } from 'zod'
import type { SeedErrors } from './seed-errors.ts'
import * as kind from './seed-kinds.ts'

export const FIELD_TYPES = ['TEXT', 'NUMBER', 'DATE', 'SINGLE_SELECT', 'MULTI_SELECT', 'USER', 'BOOLEAN'] as const
export const MAX_FIELDS = 32
const MAX_OPTIONS = 50
const MAX_OPTION = 32
const MAX_TEXT = 2000
const LARGEST_NUMBER = 1e14
const DECIMALS = 6

/** A field that a project has beside those of every task, and what a task has in the fields, by their slugs. */
export const customField = z
  .strictObject({
    slug: kind.slug,
    name: kind.name(64),
    field_type: z.enum(FIELD_TYPES),
    required: z.boolean().optional(),
    options: z
      .array(
        z.strictObject({
          value: kind.name(MAX_OPTION),
          label: z.string().trim().max(64).optional(),
          color: kind.color.optional(),
        }),
      )
      .min(1)
      .max(MAX_OPTIONS)
      .optional(),
    order: z.int().min(0).max(kind.MAX_SMALL).optional(),
    show_on_card: z.boolean().optional(),
  })
  .refine(({ field_type, options }) => isSelect(field_type) === (options !== undefined), {
    path: ['options'],
    message: 'The two kinds that offer a choice have options, and no others',
  })
  .meta({
    if: { properties: { field_type: { enum: ['SINGLE_SELECT', 'MULTI_SELECT'] } } },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema, and never a function.
    then: { required: ['options'] },
    else: { properties: { options: false } },
  })
export type SeedCustomField = z.output<typeof customField>

const values = z.array(z.string().max(MAX_OPTION)).max(MAX_OPTIONS)
export const fieldValues = z.record(kind.slug, z.union([z.string().max(MAX_TEXT), z.number(), z.boolean(), values]))
export type SeedFieldValue = z.output<typeof fieldValues>[string]

type Place = readonly PropertyKey[]

/** What the definitions of a project say of each other, beside the slugs and names that are used once. */
export function checkOptions(fields: readonly SeedCustomField[], place: Place, errors: SeedErrors): void {
  for (const [index, { options = [] }] of fields.entries()) {
    const seen = new Set<string>()
    for (const [at, { value }] of options.entries()) {
      if (seen.has(value)) errors.add([...place, index, 'options', at, 'value'], `"${value}" is used twice`)
      seen.add(value)
    }
  }
}

interface Known {
  readonly field: SeedCustomField
  readonly accounts: ReadonlySet<string>
  readonly date: z.ZodType<string>
}

/** What is wrong with a value of the field; null for nothing. */
export function valueFault({ field, accounts, date }: Known, value: SeedFieldValue): string | null {
  const offered = new Set(field.options?.map((option) => option.value))
  switch (field.field_type) {
    case 'TEXT':
      return typeof value === 'string' ? null : 'Must be a text'
    case 'NUMBER':
      return isStorable(value) ? null : 'Must be a number with at most 14 digits before the point and 6 behind it'
    case 'DATE':
      return date.safeParse(value).error?.issues[0]?.message ?? null
    case 'BOOLEAN':
      return typeof value === 'boolean' ? null : 'Must be true or false'
    case 'SINGLE_SELECT':
      return offered.has(value as string) ? null : 'Must be an option of the field'
    case 'MULTI_SELECT':
      return Array.isArray(value) && value.every((one) => offered.has(one)) ? null : 'Must be a list of options'
    case 'USER':
      return accounts.has(value as string) ? null : 'Must be an account of the document'
  }
}

function isStorable(value: SeedFieldValue): boolean {
  return typeof value === 'number' && Math.abs(value) < LARGEST_NUMBER && Number(value.toFixed(DECIMALS)) === value
}

function isSelect(type: (typeof FIELD_TYPES)[number]): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT'
}
