import type { ImportedPlan, PlanField, PlanFieldValue } from '../plan/imported-plan.ts'
import { PLANNER_FIELDS, type PlannerField } from '../plan-file/planner-fields.ts'
import { element } from './xml-text.ts'

const MAX_NAME_CHARACTERS = 512

/** Which of the planner's own columns each field of a plan goes to; what finds none is left out. */
export type PlannerColumns = ReadonlyMap<string, PlannerField>

/** A field that came from such a column goes back to it, others take the first ones that are free and hold the same. */
export function plannerColumns({ custom_fields: fields = [] }: ImportedPlan): PlannerColumns {
  const columns = new Map<string, PlannerField>()
  const free = new Set(PLANNER_FIELDS)
  const settle = (field: PlanField, fits: (column: PlannerField) => boolean) => {
    if (columns.has(field.id)) return
    for (const column of free) {
      if (column.type !== field.field_type || !fits(column)) continue
      columns.set(field.id, column)
      free.delete(column)
      return
    }
  }
  for (const field of fields) settle(field, (column) => column.id === field.id)
  for (const field of fields) settle(field, () => true)
  return columns
}

/** The definition of a column, under the name that the plan has for it. */
export function columnNames({ custom_fields: fields = [] }: ImportedPlan, columns: PlannerColumns): string {
  const elements = fields.map(({ id, name }) => {
    const column = columns.get(id)
    if (column === undefined) return ''
    const alias = name === column.name ? '' : element('Alias', name.slice(0, MAX_NAME_CHARACTERS))
    return `<ExtendedAttribute>${element('FieldID', column.id)}${element('FieldName', column.name)}${alias}</ExtendedAttribute>`
  })
  return elements.join('')
}

/** What a task has in them. */
export function columnValues(values: Record<string, PlanFieldValue> | undefined, columns: PlannerColumns): string {
  if (values === undefined) return ''
  const elements = [...columns].map(([id, column]) => {
    const value = Object.hasOwn(values, id) ? values[id] : undefined
    const text = value === undefined ? null : written(value, column.type)
    return text === null
      ? ''
      : `<ExtendedAttribute>${element('FieldID', column.id)}${element('Value', text)}</ExtendedAttribute>`
  })
  return elements.join('')
}

function written(value: PlanFieldValue, type: PlannerField['type']): string | null {
  if (type === 'BOOLEAN') return value === true ? '1' : '0'
  if (type === 'DATE') return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${value}T08:00:00` : null
  return String(value)
}
