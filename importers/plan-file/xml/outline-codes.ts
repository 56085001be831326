import { OUTLINE_CODE, OUTLINE_VALUE, TASK_CODE } from './mspdi-shape.ts'
import type { PlanRecord } from './plan-record.ts'
import { integerOf } from './read-values.ts'

// No planner nests codes this deep, or lets them grow this long.
const DEEPEST_CODE = 50
const LONGEST_CODE = 1000
const MOST_VALUES = 200_000

type Row = { text: string; parent: number }

/**
 * The values that outline codes are chosen from. The planner numbers them through the whole plan, and its definitions name no
 * field since 2010; other writers number those of each field from 1.
 */
export class OutlineCodes {
  readonly #rows = new Map<number, Row>()
  readonly #rowsOfField = new Map<string, Map<number, Row>>()
  #count = 0

  define(record: PlanRecord): void {
    const own = new Map<number, Row>()
    for (const child of record.children) {
      const id = child.name === 'Value' ? integerOf(child, OUTLINE_VALUE.ValueID) : null
      const text = child.text(OUTLINE_VALUE.Value)
      if (id === null || text === null || this.#count >= MOST_VALUES) continue
      this.#count += 1
      const row = { text, parent: integerOf(child, OUTLINE_VALUE.ParentValueID) ?? 0 }
      if (!own.has(id)) own.set(id, row)
      if (!this.#rows.has(id)) this.#rows.set(id, row)
    }
    const field = record.text(OUTLINE_CODE.FieldID)
    if (field !== null) this.#rowsOfField.set(field, own)
  }

  /** The code of a task as it is shown: the texts of the values above come before its own. */
  codeOf(record: PlanRecord): { field: string; code: string } | null {
    const field = record.text(TASK_CODE.FieldID)
    const value = integerOf(record, TASK_CODE.ValueID)
    if (field === null || value === null) return null
    const own = this.#rowsOfField.get(field)
    const rows = own?.has(value) ? own : this.#rows
    const parts: string[] = []
    for (let row = rows.get(value); row !== undefined && parts.length < DEEPEST_CODE; row = rows.get(row.parent)) {
      // A text that says the whole code already needs none above it.
      if (parts[0]?.startsWith(`${row.text}.`)) break
      parts.unshift(row.text)
    }
    const code = parts.length === 0 ? null : parts.join('.')
    return code === null ? null : { field, code: code.slice(0, LONGEST_CODE) }
  }
}
