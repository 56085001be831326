import type { PlanField, PlanFieldValue } from '../../plan/imported-plan.ts'
import { CUSTOM_DURATION, CUSTOM_FIELD } from './mspdi-shape.ts'
import type { PlanRecord } from './plan-record.ts'
import { parseFlag, parseNumber } from './read-values.ts'

/** What the planner calls its fields tells what they hold; whatever is not here is kept as text. */
const TYPES: readonly (readonly [RegExp, PlanField['field_type']])[] = [
  [/^(?:Number|Cost)\d+$/, 'NUMBER'],
  [/^(?:Date|Start|Finish)\d+$/, 'DATE'],
  [/^Flag\d+$/, 'BOOLEAN'],
]
const MAX_FIELDS = 1000

/** The fields that people of a plan named for themselves, and what tasks have in them. Estimates are read elsewhere. */
export class CustomFields {
  readonly #fields = new Map<string, PlanField>()
  readonly #used = new Set<string>()

  define(record: PlanRecord): void {
    const id = record.text(CUSTOM_FIELD.FieldID)
    const fieldName = record.text(CUSTOM_FIELD.FieldName)
    const name = record.text(CUSTOM_FIELD.Alias) ?? fieldName
    if (id === null || name === null || !/^\d{1,10}$/.test(id) || this.#fields.size >= MAX_FIELDS) return
    const type = TYPES.find(([pattern]) => pattern.test(fieldName ?? ''))?.[1] ?? 'TEXT'
    if (!this.#fields.has(id)) this.#fields.set(id, { id, name, field_type: type })
  }

  /** Undefined where the task has nothing in them. */
  valuesOf(task: PlanRecord): Record<string, PlanFieldValue> | undefined {
    if (this.#fields.size === 0) return undefined
    let values: Record<string, PlanFieldValue> | undefined
    for (const child of task.children) {
      if (child.name !== 'ExtendedAttribute') continue
      const field = this.#fields.get(child.text(CUSTOM_DURATION.FieldID) ?? '')
      const value = field === undefined ? null : typed(child, field.field_type)
      if (field === undefined || value === null) continue
      values ??= {}
      values[field.id] = value
      this.#used.add(field.id)
    }
    return values
  }

  /** Those that a task has something in. */
  inUse(): PlanField[] {
    return [...this.#fields.values()].filter(({ id }) => this.#used.has(id))
  }
}

function typed(child: PlanRecord, type: PlanField['field_type']): PlanFieldValue | null {
  const text = child.text(CUSTOM_DURATION.Value)
  if (type === 'NUMBER') return parseNumber(text)
  if (type === 'DATE') return /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? null
  if (type === 'BOOLEAN') return text === null ? null : parseFlag(text, false)
  return text
}
