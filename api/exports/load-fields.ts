import type { ImportedPlan, PlanField, PlanFieldValue } from '../../importers/plan/imported-plan.ts'
import { fieldsOfProject } from '../custom-fields/custom-field.queries.ts'
import { loadFieldValues } from '../custom-fields/field-values.queries.ts'
import type { Db } from '../platform/db/db.ts'

type PlanFields = { fields: PlanField[]; valuesOf: ReadonlyMap<string, Record<string, PlanFieldValue>> }

/** Choices are text in a plan, which knows no options; fields that name people stay here. */
const TYPES: Readonly<Record<string, PlanField['field_type']>> = {
  TEXT: 'TEXT',
  NUMBER: 'NUMBER',
  DATE: 'DATE',
  BOOLEAN: 'BOOLEAN',
  SINGLE_SELECT: 'TEXT',
  MULTI_SELECT: 'TEXT',
}

/** The project's own fields with what its tasks have in them, by the id of the task. */
export async function loadPlanFields(db: Db, projectId: string, taskIds: readonly string[]): Promise<PlanFields> {
  const known = (await fieldsOfProject(db, projectId)).filter(({ field_type }) => TYPES[field_type] !== undefined)
  if (known.length === 0) return { fields: [], valuesOf: new Map() }
  const planIdOf = new Map(known.map(({ id }, index) => [id, String(index + 1)]))
  const stored = await loadFieldValues(db, `{${taskIds.join(',')}}`)
  const valuesOf = new Map<string, Record<string, PlanFieldValue>>()
  for (const [taskId, values] of stored) {
    const own = Object.entries(values).flatMap(([fieldId, value]) => {
      const planId = planIdOf.get(fieldId)
      return planId === undefined ? [] : [[planId, plainValue(value)] as const]
    })
    if (own.length > 0) valuesOf.set(taskId, Object.fromEntries(own))
  }
  const fields = known.map(({ id, name, field_type }) => ({
    id: planIdOf.get(id) as string,
    name,
    field_type: TYPES[field_type] as PlanField['field_type'],
  }))
  return { fields, valuesOf }
}

function plainValue(value: unknown): PlanFieldValue {
  return Array.isArray(value) ? value.join('; ') : (value as PlanFieldValue)
}

/** The plan's part about its own fields; nothing where it has none. */
export function fieldsPart({ fields }: PlanFields): Pick<ImportedPlan, 'custom_fields'> {
  return fields.length === 0 ? {} : { custom_fields: fields }
}
