import { quoted } from '../../../importers/plan/diagnostics.ts'
import type { ImportedPlan, PlanField, PlanFieldValue, ReceiptEntry } from '../../../importers/plan/imported-plan.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { isFieldValue } from '../../custom-fields/check-field-value.ts'
import { createFieldSet } from '../../custom-fields/create-field-set.ts'
import { fieldsOfProject, insertFieldValues } from '../../custom-fields/custom-field.queries.ts'
import { MAX_FIELDS, MAX_NAME_LENGTH } from '../../custom-fields/custom-field.schema.ts'
import type { Ctx } from '../../platform/context.ts'
import { foldName } from '../../platform/fold-name.ts'
import type { Adopted } from './adopt-people.ts'

/** Numbers have six digits behind the point. */
const SIXTH = 1e6

/**
 * The file's own fields become those of the project, or are those of the same name and type that it has already, and
 * tasks keep what they have in them. Fields past the most that a project has, and values that no field takes, are said.
 */
export async function adoptFields(
  ctx: Ctx<ProjectScope>,
  plan: ImportedPlan,
  taskIdOf: ReadonlyMap<string, string>,
): Promise<Adopted> {
  const fields = plan.custom_fields ?? []
  if (fields.length === 0) return { counts: {}, warnings: [], receipt: [] }
  const receipt: ReceiptEntry[] = []
  const say = (code: string, message: string) =>
    receipt.push({ severity: 'warning', code, where: { field: 'custom_fields' }, message })
  const known = await fieldsOfProject(ctx, ctx.scope.projectId)
  const idOf = new Map<string, string>()
  const wanted = new Map<string, PlanField>()
  const taken = new Map(known.map((field) => [field.folded_name, field]))
  for (const field of fields) {
    const name =
      field.name.toWellFormed().trim().slice(0, MAX_NAME_LENGTH) || `Field ${field.id}`.slice(0, MAX_NAME_LENGTH)
    const same = taken.get(foldName(name))
    if (same !== undefined && same.field_type === field.field_type && 'id' in same) idOf.set(field.id, same.id)
    else if (same !== undefined)
      say('custom_field_not_imported', `The project has a field ${quoted(name)} of another type`)
    else if (known.length + wanted.size >= MAX_FIELDS)
      say('custom_field_not_imported', `Not imported: the field ${quoted(name)}; a project has ${MAX_FIELDS} at most`)
    else {
      wanted.set(field.id, { ...field, name })
      taken.set(foldName(name), { ...field, folded_name: foldName(name) })
    }
  }
  const created = await createFieldSet(
    ctx,
    [...wanted].map(([slug, { name, field_type }], index) => ({
      slug,
      name,
      field_type,
      order: known.length + index + 1,
    })),
  )
  for (const [planId, id] of created) idOf.set(planId, id)
  const typeOf = new Map(fields.map((field) => [field.id, field.field_type]))
  let dropped = 0
  const values = plan.tasks.flatMap((task) =>
    Object.entries(task.custom_fields ?? {}).flatMap(([planId, written]) => {
      const [taskId, fieldId, type] = [taskIdOf.get(task.id), idOf.get(planId), typeOf.get(planId)]
      if (taskId === undefined || fieldId === undefined || type === undefined) return []
      const value = storable(written)
      if (isFieldValue(type, value)) return [{ taskId, fieldId, value }]
      dropped += 1
      return []
    }),
  )
  await insertFieldValues(ctx, values)
  if (dropped > 0) say('bad_custom_value', `${dropped} values of custom fields are not of their type and are dropped`)
  return {
    counts: { custom_fields_created: created.size, custom_values_created: values.length },
    warnings: receipt.map(({ message }) => message),
    receipt,
  }
}

function storable(value: PlanFieldValue): PlanFieldValue {
  if (typeof value === 'number') return Math.round(value * SIXTH) / SIXTH
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}
