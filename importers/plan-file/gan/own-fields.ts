import type { PlanField, PlanFieldValue } from '../../plan/imported-plan.ts'
import type { XmlAttributes } from '../../xml/parse-xml.ts'
import type { RawTask } from '../raw-project.ts'
import { parseNumber } from '../xml/read-values.ts'

const TYPES: Readonly<Record<string, PlanField['field_type']>> = {
  int: 'NUMBER',
  double: 'NUMBER',
  date: 'DATE',
  boolean: 'BOOLEAN',
}
const MAX_FIELDS = 1000

/** The columns that people added to the table of tasks, and what tasks have in them. */
export class OwnFields {
  readonly #fields = new Map<string, PlanField>()
  readonly #used = new Set<string>()

  /** `<taskproperty id="tpc0" name="Crew" type="custom" valuetype="text"/>`; those of the planner itself are none. */
  define({ id, name, type, valuetype }: XmlAttributes): void {
    if (type !== 'custom' || id === undefined || id === '__proto__') return
    if (this.#fields.has(id) || this.#fields.size >= MAX_FIELDS) return
    this.#fields.set(id, { id, name: name?.trim() || id, field_type: TYPES[valuetype ?? ''] ?? 'TEXT' })
  }

  /** False where the value belongs to no column, or is not of its type. */
  take(task: RawTask | undefined, attributes: XmlAttributes): boolean {
    const field = this.#fields.get(attributes['taskproperty-id'] ?? '')
    const text = attributes.value ?? ''
    if (task === undefined || field === undefined) return false
    // What has no value yet is written as nothing, or as a null.
    if (text === '' || text === 'null') return true
    const value = typed(text, field.field_type)
    if (value === null) return false
    this.#used.add(field.id)
    task.customValues ??= {}
    task.customValues[field.id] = value
    return true
  }

  /** The columns that a task has something in. */
  inUse(): PlanField[] {
    return [...this.#fields.values()].filter(({ id }) => this.#used.has(id))
  }
}

function typed(text: string, type: PlanField['field_type']): PlanFieldValue | null {
  if (type === 'NUMBER') return parseNumber(text)
  if (type === 'DATE') return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null
  if (type === 'BOOLEAN') return text === 'true' ? true : text === 'false' ? false : null
  return text
}
