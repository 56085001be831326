import type { ImportedPlan, PlanTask } from '../../plan/imported-plan.ts'
import { KEPT_FIELDS, KEPT_LISTS, type Kept, type KeptField, keptLabel } from '../../primavera/kept-fields.ts'
import { valuesOf } from '../../primavera/kept-lists.ts'
import type { PrimaveraCustomField, PrimaveraModel, PrimaveraTable } from '../../primavera/primavera-model.ts'

/** The fields of estimates, in days. */
const ESTIMATE_FIELDS = [
  [1, 'Optimistic duration'],
  [2, 'Most likely duration'],
  [3, 'Pessimistic duration'],
] as const

/**
 * Fields that a file has beside the planner's own: those of estimates, the plan's own under the numbers they had in a file
 * where those are free, and those that keep what the planner has no column for. A field of activities is none of nodes;
 * those of nodes, and the last kind, are made once a row has something in them.
 */
export class CustomColumns {
  readonly #model: PrimaveraModel
  readonly #ids = new Map<string, number>()
  /** The plan's own, by their ids. */
  readonly #own = new Map<string, Omit<PrimaveraCustomField, 'table'>>()
  #last: number

  constructor(model: PrimaveraModel, plan: ImportedPlan) {
    this.#model = model
    for (const [id, label] of ESTIMATE_FIELDS) model.customFields.set(id, { table: 'TASK', label, type: 'NUMBER' })
    const fields = plan.custom_fields ?? []
    this.#last = Math.max(ESTIMATE_FIELDS.length, ...fields.map(({ id }) => fieldNumber(id) ?? 0))
    for (const { id, name, field_type } of fields) {
      // Yes and no are text here, and known again by that.
      const field = { label: name, type: field_type === 'BOOLEAN' ? 'TEXT' : field_type } as const
      this.#own.set(id, field)
      const given = fieldNumber(id)
      const isFree = given !== null && !model.customFields.has(given)
      this.#idOf(`TASK own ${id}`, { table: 'TASK', ...field }, isFree ? given : null)
    }
  }

  /** Estimates of a task and what it has in the plan's own fields. */
  addOwn(table: PrimaveraTable, rowId: number, task: PlanTask): void {
    const estimates = [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration]
    for (const [at, days] of estimates.entries())
      if (days !== null && table === 'TASK')
        this.#model.customValues.push({ rowId, fieldId: at + 1, text: String(days) })
    for (const [id, value] of Object.entries(task.custom_fields ?? {})) {
      const field = this.#own.get(id)
      if (field === undefined) continue
      const fieldId = this.#idOf(`${table} own ${id}`, { table, ...field })
      this.#model.customValues.push({ rowId, fieldId, text: String(value) })
    }
  }

  keep(table: PrimaveraTable, rowId: number, kept: Kept): void {
    for (const [name, whole] of Object.entries(kept)) {
      const field = name as KeptField
      for (const [index, text] of (KEPT_LISTS.has(field) ? valuesOf(whole) : [whole]).entries()) {
        const { type } = KEPT_FIELDS[field]
        const key = `${table} kept ${name} ${index}`
        const fieldId = this.#idOf(key, { table, label: keptLabel(field, index + 1), type })
        this.#model.customValues.push({ rowId, fieldId, text })
      }
    }
  }

  #idOf(key: string, field: PrimaveraCustomField, given: number | null = null): number {
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    if (given === null) this.#last += 1
    const id = given ?? this.#last
    this.#ids.set(key, id)
    this.#model.customFields.set(id, field)
    return id
  }
}

function fieldNumber(id: string): number | null {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}
