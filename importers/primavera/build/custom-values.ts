import type { RawTask } from '../../plan-file/raw-project.ts'
import { parseNumber } from '../../plan-file/xml/read-values.ts'
import type { PrimaveraActivity, PrimaveraModel } from '../primavera-model.ts'

/** Fields that hold estimates in days, as our own exports name them and as people do. */
const ESTIMATES = [/\boptimistic\b/i, /\bmost likely\b/i, /\bpessimistic\b/i]
const MAX_NAMED = 20

/**
 * Three-point estimates out of the fields that people made for themselves. All other values of such fields are counted in
 * the receipt by the label of the field.
 */
export function readCustomValues(
  model: PrimaveraModel,
  activities: ReadonlyMap<number, PrimaveraActivity>,
  minutesPerDayOf: (activity: PrimaveraActivity) => number,
): Map<number, RawTask['estimates']> {
  const found = new Map<number, RawTask['estimates']>()
  const others = new Map<string, number>()
  for (const { activityId, fieldId, text } of model.customValues) {
    const label = model.customFields.get(fieldId)
    const activity = activities.get(activityId)
    if (label === undefined || activity === undefined) continue
    const index = ESTIMATES.findIndex((pattern) => pattern.test(label))
    const days = index < 0 ? null : parseNumber(text)
    if (days === null || days < 0) {
      others.set(label, (others.get(label) ?? 0) + 1)
      continue
    }
    const estimates = found.get(activityId) ?? [null, null, null]
    estimates[index] = { minutes: days * minutesPerDayOf(activity), isElapsed: false }
    found.set(activityId, estimates)
  }
  for (const [label, count] of [...others].slice(0, MAX_NAMED)) {
    const text = `Not imported: ${count} values of the field ${JSON.stringify(label.slice(0, 60))}`
    model.diagnostics.warn('custom_field_not_imported', { field: 'custom_fields' }, text)
  }
  if (others.size > MAX_NAMED)
    model.diagnostics.warn('custom_field_not_imported', {}, `Not imported: ${others.size - MAX_NAMED} further fields`)
  return found
}
