import type { PlanField, PlanFieldValue } from '../../plan/imported-plan.ts'
import type { RawTask } from '../../plan-file/raw-project.ts'
import { parseNumber } from '../../plan-file/xml/read-values.ts'
import type { PrimaveraActivity, PrimaveraModel } from '../primavera-model.ts'

/** Fields that hold estimates in days, as our own exports name them and as people do. */
const ESTIMATES = [/\boptimistic\b/i, /\bmost likely\b/i, /\bpessimistic\b/i]
const MAX_NAMED = 20

export interface CustomValues {
  readonly estimates: ReadonlyMap<number, RawTask['estimates']>
  readonly valuesOf: ReadonlyMap<number, Record<string, PlanFieldValue>>
  /** Those that an activity has something in, in the order of the file. */
  readonly fields: PlanField[]
}

/**
 * What activities have in the fields that people made for themselves. Three-point estimates become estimates; the rest is
 * kept, and what is not of its field's type is said.
 */
export function readCustomValues(
  model: PrimaveraModel,
  activities: ReadonlyMap<number, PrimaveraActivity>,
  minutesPerDayOf: (activity: PrimaveraActivity) => number,
): CustomValues {
  const estimates = new Map<number, RawTask['estimates']>()
  const valuesOf = new Map<number, Record<string, PlanFieldValue>>()
  const used = new Set<number>()
  const unread = new Map<string, number>()
  for (const { activityId, fieldId, text } of model.customValues) {
    const field = model.customFields.get(fieldId)
    const activity = activities.get(activityId)
    if (field === undefined || activity === undefined) continue
    const index = ESTIMATES.findIndex((pattern) => pattern.test(field.label))
    const days = index < 0 ? null : parseNumber(text)
    if (days !== null && days >= 0) {
      const three = estimates.get(activityId) ?? [null, null, null]
      three[index] = { minutes: days * minutesPerDayOf(activity), isElapsed: false }
      estimates.set(activityId, three)
      continue
    }
    const value = typedValue(text, field.type)
    if (value === null) unread.set(field.label, (unread.get(field.label) ?? 0) + 1)
    else {
      used.add(fieldId)
      const values = valuesOf.get(activityId) ?? {}
      values[String(fieldId)] = value
      valuesOf.set(activityId, values)
    }
  }
  for (const [label, count] of [...unread].slice(0, MAX_NAMED)) {
    const text = `${count} values of the field ${JSON.stringify(label.slice(0, 60))} are not of its type and are dropped`
    model.diagnostics.warn('bad_custom_value', { field: 'custom_fields' }, text)
  }
  const fields = [...model.customFields].filter(([id]) => used.has(id))
  return {
    estimates,
    valuesOf,
    fields: fields.map(([id, { label, type }]) => ({ id: String(id), name: label, field_type: type })),
  }
}

function typedValue(text: string, type: PlanField['field_type']): PlanFieldValue | null {
  if (type === 'NUMBER') return parseNumber(text)
  if (type === 'DATE') return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null
  return text
}
