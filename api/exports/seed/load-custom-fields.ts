import type { Db } from '../../platform/db/db.ts'
import { NameSlugs } from './name-slugs.ts'
import { loadCustomFields, loadTaskFieldValues } from './seed.queries.ts'

export interface SeedFields {
  /** Definitions, by project. */
  readonly fieldsOf: ReadonlyMap<string, object[]>
  /** Values by the slugs of their fields, by task. */
  readonly valuesOf: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly omissions: readonly string[]
}

type Field = Awaited<ReturnType<typeof loadCustomFields>>[number]

/** The fields of the projects' own with what tasks have in them. */
export async function loadSeedFields(
  db: Db,
  projectIds: readonly string[],
  accountSlugOf: ReadonlyMap<string, string>,
): Promise<SeedFields> {
  const fields = await loadCustomFields(db, projectIds)
  const slugOf = new Map<string, string>()
  const fieldsOf = new Map<string, object[]>()
  for (const [projectId, own] of Map.groupBy(fields, (field) => field.project_id)) {
    const slugs = new NameSlugs('field')
    for (const { id, name } of own) slugOf.set(id, slugs.next(name))
    fieldsOf.set(
      projectId,
      own.map((field) => definition(field, slugOf.get(field.id) as string)),
    )
  }
  return { fieldsOf, ...(await valuesOf(db, fields, slugOf, accountSlugOf)) }
}

function definition({ name, field_type, required, options, order, show_on_card }: Field, slug: string): object {
  const flags = { required: required || null, show_on_card: show_on_card || null }
  const offered = options?.map(({ value, label, color }) => ({ value, label: label === value ? null : label, color }))
  return { slug, name, field_type, ...flags, order, options: offered }
}

async function valuesOf(
  db: Db,
  fields: readonly Field[],
  slugOf: ReadonlyMap<string, string>,
  accountSlugOf: ReadonlyMap<string, string>,
): Promise<Pick<SeedFields, 'valuesOf' | 'omissions'>> {
  const fieldOf = new Map(fields.map((field) => [field.id, field]))
  const found = new Map<string, Record<string, unknown>>()
  let lost = 0
  for (const { task_id, field_id, value } of await loadTaskFieldValues(db, [...fieldOf.keys()])) {
    const told = tellable(fieldOf.get(field_id) as Field, value, accountSlugOf)
    if (told !== value && fieldOf.get(field_id)?.field_type !== 'USER') lost += 1
    if (told === undefined) continue
    const values = found.get(task_id) ?? {}
    values[slugOf.get(field_id) as string] = told
    found.set(task_id, values)
  }
  return { valuesOf: found, omissions: lost > 0 ? [`${lost} values of fields whose option is gone`] : [] }
}

/** The value as a document says it: people by their slug, and no option that the field does not offer any more. */
function tellable({ field_type, options }: Field, value: unknown, accountSlugOf: ReadonlyMap<string, string>): unknown {
  const isOffered = (option: unknown) => options?.some((one) => one.value === option) ?? false
  if (field_type === 'USER') return accountSlugOf.get(value as string)
  if (field_type === 'SINGLE_SELECT') return isOffered(value) ? value : undefined
  if (field_type !== 'MULTI_SELECT') return value
  const picked = value as unknown[]
  return picked.every(isOffered) ? picked : picked.filter(isOffered)
}
