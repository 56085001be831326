import type { PlanField, PlanFieldValue } from '../../plan/imported-plan.ts'
import { isElapsedUnit } from '../duration-units.ts'
import { ENTERPRISE_FIELDS, PLANNER_FIELDS, plannerField } from '../planner-fields.ts'
import type { RawDuration, RawTask } from '../raw-project.ts'
import { CUSTOM_DURATION, CUSTOM_FIELD } from './mspdi-shape.ts'
import { OutlineCodes } from './outline-codes.ts'
import type { PlanRecord } from './plan-record.ts'
import { integerOf, parseFlag, parseNumber } from './read-values.ts'

/** What the planner calls a field tells what it holds where its number does not; whatever is not here is kept as text. */
const TYPES: readonly (readonly [RegExp, PlanField['field_type']])[] = [
  [/^(?:Enterprise )?(?:Number|Cost|Duration)\d+$/, 'NUMBER'],
  [/^(?:Enterprise )?(?:Date|Start|Finish)\d+$/, 'DATE'],
  [/^(?:Enterprise )?Flag\d+$/, 'BOOLEAN'],
]
const MAX_FIELDS = 1000
const HUNDREDTHS = 100

type Field = PlanField & { isMoney: boolean; isDuration: boolean }

/** The fields that people of a plan named for themselves, and what tasks have in them. */
export class CustomFields {
  readonly codes = new OutlineCodes()
  readonly #fields = new Map<string, Field>()
  readonly #used = new Set<string>()

  define(record: PlanRecord): void {
    const id = record.text(CUSTOM_FIELD.FieldID)
    const fieldName = record.text(CUSTOM_FIELD.FieldName)
    const name = record.text(CUSTOM_FIELD.Alias) ?? fieldName
    if (id !== null && name !== null) this.#add(id, name, fieldName ?? '')
  }

  /** Keys are absent where the task has nothing in them. */
  valuesOf(task: PlanRecord): Pick<RawTask, 'customValues' | 'ownDurations'> {
    const own: Pick<RawTask, 'customValues' | 'ownDurations'> = {}
    const keep = (id: string, value: PlanFieldValue) => {
      own.customValues ??= {}
      own.customValues[id] = value
      this.#used.add(id)
    }
    for (const child of task.children) {
      if (child.name === 'OutlineCode') {
        const chosen = this.codes.codeOf(child)
        if (chosen !== null && this.#fieldOf(chosen.field) !== undefined) keep(chosen.field, chosen.code)
      }
      if (child.name !== 'ExtendedAttribute') continue
      const field = this.#fieldOf(child.text(CUSTOM_DURATION.FieldID))
      if (field === undefined) continue
      if (field.isDuration) {
        const duration = durationIn(child)
        if (duration === null) continue
        own.ownDurations ??= {}
        own.ownDurations[field.id] = duration
        this.#used.add(field.id)
        continue
      }
      const value = typed(child, field)
      if (value !== null) keep(field.id, value)
    }
    return own
  }

  /** Those that a task has something in: the planner's own in its order, then the others. */
  inUse(): PlanField[] {
    const known = [...PLANNER_FIELDS, ...ENTERPRISE_FIELDS].map(({ id }) => this.#fields.get(id))
    const others = [...this.#fields.values()].filter(({ id }) => plannerField(id) === undefined)
    return [...known, ...others]
      .filter((field): field is Field => field !== undefined && this.#used.has(field.id))
      .map(({ id, name, field_type }) => ({ id, name, field_type }))
  }

  /** Columns of the planner mean the same in every file, also where nobody defined them. */
  #fieldOf(id: string | null): Field | undefined {
    if (id === null) return undefined
    const name = plannerField(id)?.name
    return this.#fields.get(id) ?? (name === undefined ? undefined : this.#add(id, name, name))
  }

  #add(id: string, name: string, fieldName: string): Field | undefined {
    if (!/^\d{1,10}$/.test(id) || this.#fields.size >= MAX_FIELDS) return undefined
    const defined = this.#fields.get(id)
    if (defined !== undefined) return defined
    const planned = plannerField(id)
    const field = {
      id,
      name,
      field_type: planned?.type ?? TYPES.find(([pattern]) => pattern.test(fieldName))?.[1] ?? 'TEXT',
      isMoney: planned === undefined ? /^(?:Enterprise )?Cost\d+$/.test(fieldName) : planned.kind === 'Cost',
      isDuration: planned === undefined ? /^(?:Enterprise )?Duration\d+$/.test(fieldName) : planned.kind === 'Duration',
    }
    this.#fields.set(id, field)
    return field
  }
}

function typed(child: PlanRecord, { field_type: type, isMoney }: Field): PlanFieldValue | null {
  const text = child.text(CUSTOM_DURATION.Value)
  if (type === 'DATE') return /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? null
  if (type === 'BOOLEAN') return text === null ? null : parseFlag(text, false)
  if (type !== 'NUMBER') return text
  const value = parseNumber(text)
  // The format counts money in hundredths.
  return value === null || !isMoney ? value : Math.round(value * HUNDREDTHS) / HUNDREDTHS ** 2
}

/** A duration of nothing is one that nobody gave. */
function durationIn(child: PlanRecord): RawDuration | null {
  const minutes = child.minutes(CUSTOM_DURATION.Value)
  if (minutes === null || minutes <= 0) return null
  return { minutes, isElapsed: isElapsedUnit(integerOf(child, CUSTOM_DURATION.DurationFormat)) }
}
