import type { ImportedPlan, PlanField, PlanFieldValue } from '../plan/imported-plan.ts'
import { ESTIMATE_FIELDS, PLAIN_FIELDS, type PlannerField, plannerField } from '../plan-file/planner-fields.ts'
import { listGuid } from './list-guid.ts'
import { minutesText } from './minutes-text.ts'
import { element } from './xml-text.ts'

const MAX_NAME_CHARACTERS = 512
const DAYS_FORMAT = 7
/** The format counts money in hundredths. */
const HUNDREDTHS = 100

/** Which of the planner's own columns each field of a plan goes to; what finds none is left out. */
export type PlannerColumns = ReadonlyMap<string, PlannerField>

/**
 * A field that came from such a column goes back to it; others take the first ones that are free and hold the same. Where a
 * plan has estimates, their columns are taken.
 */
export function plannerColumns({ custom_fields: fields = [], tasks }: ImportedPlan): PlannerColumns {
  const columns = new Map<string, PlannerField>()
  const taken = new Set(tasks.some((task) => task.optimistic_duration !== null) ? ESTIMATE_FIELDS : [])
  const settle = (field: PlanField, column: PlannerField | undefined) => {
    if (column === undefined || column.type !== field.field_type || taken.has(column) || columns.has(field.id)) return
    columns.set(field.id, column)
    taken.add(column)
  }
  for (const field of fields) settle(field, plannerField(field.id))
  for (const field of fields) {
    const isFree = (column: PlannerField) => column.type === field.field_type && !taken.has(column)
    settle(field, PLAIN_FIELDS.find(isFree))
  }
  return columns
}

/** The definition of a column, under the name that the plan has for it. */
export function columnNames({ custom_fields: fields = [] }: ImportedPlan, columns: PlannerColumns): string {
  const elements = fields.map(({ id, name }) => {
    const column = columns.get(id)
    if (column === undefined) return ''
    const alias = name === column.name ? '' : element('Alias', name.slice(0, MAX_NAME_CHARACTERS))
    const list = column.kind === 'Outline Code' ? element('Ltuid', listGuid(column)) : ''
    return `<ExtendedAttribute>${element('FieldID', column.id)}${element('FieldName', column.name)}${alias}${list}</ExtendedAttribute>`
  })
  return elements.join('')
}

/** What a task has in them, but for codes, which stand elsewhere. */
export function columnValues(
  values: Record<string, PlanFieldValue> | undefined,
  columns: PlannerColumns,
  minutesPerDay: number,
): string {
  if (values === undefined) return ''
  const elements = [...columns].map(([id, column]) => {
    const value = Object.hasOwn(values, id) ? values[id] : undefined
    const text = value === undefined ? null : written(value, column, minutesPerDay)
    if (text === null) return ''
    const format = column.kind === 'Duration' ? element('DurationFormat', DAYS_FORMAT) : ''
    return `<ExtendedAttribute>${element('FieldID', column.id)}${element('Value', text)}${format}</ExtendedAttribute>`
  })
  return elements.join('')
}

function written(value: PlanFieldValue, { kind }: PlannerField, minutesPerDay: number): string | null {
  switch (kind) {
    case 'Outline Code':
      return null
    case 'Flag':
      return value === true ? '1' : '0'
    case 'Date':
    case 'Start':
    case 'Finish':
      return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${value}T${kind === 'Finish' ? '17' : '08'}:00:00` : null
    case 'Cost':
      return String(Math.round(Number(value) * HUNDREDTHS * HUNDREDTHS) / HUNDREDTHS)
    case 'Duration':
      return Number(value) < 0 ? null : minutesText(Number(value) * minutesPerDay)
    default:
      return String(value)
  }
}
