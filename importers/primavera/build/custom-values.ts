import type { PlanField, PlanFieldValue } from '../../plan/imported-plan.ts'
import type { RawTask } from '../../plan-file/raw-project.ts'
import { parseNumber } from '../../plan-file/xml/read-values.ts'
import { keptField } from '../kept-fields.ts'
import type { PrimaveraActivity, PrimaveraCustomField, PrimaveraModel } from '../primavera-model.ts'

/** Fields that hold estimates in days, as our own exports name them and as people do. */
const ESTIMATES = [/\boptimistic\b/i, /\bmost likely\b/i, /\bpessimistic\b/i]
const MAX_NAMED = 20

export interface CustomValues {
  readonly estimates: ReadonlyMap<number, RawTask['estimates']>
  readonly valuesOf: ReadonlyMap<number, Record<string, PlanFieldValue>>
  /** The same of nodes of the work breakdown. */
  readonly valuesOfNode: ReadonlyMap<number, Record<string, PlanFieldValue>>
  /** Those that a row has something in, in the order of the file. */
  readonly fields: PlanField[]
}

/**
 * What rows have in the fields that people made for themselves. Three-point estimates become estimates; the rest is kept,
 * and what is not of its field's type is said. Fields of activities and of nodes that are alike in name and type are one.
 */
export function readCustomValues(
  model: PrimaveraModel,
  activities: ReadonlyMap<number, PrimaveraActivity>,
  nodes: ReadonlySet<number>,
  minutesPerDayOf: (activity: PrimaveraActivity) => number,
): CustomValues {
  const estimates = new Map<number, RawTask['estimates']>()
  const valuesOf = new Map<number, Record<string, PlanFieldValue>>()
  const valuesOfNode = new Map<number, Record<string, PlanFieldValue>>()
  const idOf = fieldIds(model.customFields)
  const yesNo = yesNoFields(model, idOf)
  const used = new Set<number>()
  const unread = new Map<string, number>()
  for (const { rowId, fieldId, text } of model.customValues) {
    const field = model.customFields.get(fieldId)
    if (field === undefined || keptField(field.label) !== undefined) continue
    const activity = field.table === 'TASK' ? activities.get(rowId) : undefined
    if (activity === undefined && !(field.table === 'PROJWBS' && nodes.has(rowId))) continue
    const index = activity === undefined ? -1 : ESTIMATES.findIndex((pattern) => pattern.test(field.label))
    const days = index < 0 ? null : parseNumber(text)
    if (activity !== undefined && days !== null && days >= 0) {
      const three = estimates.get(rowId) ?? [null, null, null]
      three[index] = { minutes: days * minutesPerDayOf(activity), isElapsed: false }
      estimates.set(rowId, three)
      continue
    }
    const id = idOf.get(fieldId) ?? fieldId
    const value = typedValue(text, yesNo.has(id) ? 'BOOLEAN' : field.type)
    if (value === null) unread.set(field.label, (unread.get(field.label) ?? 0) + 1)
    else {
      used.add(id)
      const all = activity === undefined ? valuesOfNode : valuesOf
      const values = all.get(rowId) ?? {}
      values[String(id)] = value
      all.set(rowId, values)
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
    valuesOfNode,
    fields: fields.map(([id, { label, type }]) => ({
      id: String(id),
      name: label,
      field_type: yesNo.has(id) ? 'BOOLEAN' : type,
    })),
  }
}

/** Fields of text in which every value is `true` or `false`, as yes and no are written here. */
function yesNoFields({ customFields, customValues }: PrimaveraModel, idOf: ReadonlyMap<number, number>): Set<number> {
  const found = new Set<number>()
  const others = new Set<number>()
  for (const { fieldId, text } of customValues) {
    const isYesNo = customFields.get(fieldId)?.type === 'TEXT' && (text === 'true' || text === 'false')
    const id = idOf.get(fieldId) ?? fieldId
    if (isYesNo) found.add(id)
    else others.add(id)
  }
  return new Set([...found].filter((id) => !others.has(id)))
}

/** Numbers of the fields; one of nodes goes by that of the activities' field that is like it. */
function fieldIds(fields: ReadonlyMap<number, PrimaveraCustomField>): Map<number, number> {
  const nameOf = ({ label, type }: PrimaveraCustomField) => `${type} ${label}`
  const ofActivities = new Map<string, number>()
  for (const [id, field] of fields) if (field.table === 'TASK') ofActivities.set(nameOf(field), id)
  return new Map([...fields].map(([id, field]) => [id, ofActivities.get(nameOf(field)) ?? id]))
}

function typedValue(text: string, type: PlanField['field_type']): PlanFieldValue | null {
  if (type === 'NUMBER') return parseNumber(text)
  if (type === 'BOOLEAN') return text === 'true'
  if (type === 'DATE') return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null
  return text
}
