// What the plans of other planners say of a row and Primavera has no column for. It stands in fields that people could have
// made, each known by its name, so that a file carries it through the planner and back; writers fill them only where there
// is something to say.

import type { PrimaveraCustomField } from './primavera-model.ts'

type Names = Readonly<Record<string, Pick<PrimaveraCustomField, 'label' | 'type'>>>

export const KEPT_FIELDS = {
  row: { label: 'Plan row', type: 'NUMBER' },
  wbs: { label: 'Plan outline code', type: 'TEXT' },
  marks: { label: 'Plan marks', type: 'TEXT' },
  minutes: { label: 'Plan duration in minutes', type: 'NUMBER' },
  percent: { label: 'Plan percent complete', type: 'NUMBER' },
  levelling: { label: 'Plan levelling delay in minutes', type: 'NUMBER' },
  constraint: { label: 'Plan constraint', type: 'TEXT' },
  notBefore: { label: 'Plan earliest start', type: 'DATE' },
  deadline: { label: 'Plan deadline', type: 'DATE' },
  start: { label: 'Plan start', type: 'DATE' },
  finish: { label: 'Plan finish', type: 'DATE' },
  actualStart: { label: 'Plan actual start', type: 'DATE' },
  actualFinish: { label: 'Plan actual finish', type: 'DATE' },
  earlyStart: { label: 'Plan early start', type: 'DATE' },
  earlyFinish: { label: 'Plan early finish', type: 'DATE' },
  lateStart: { label: 'Plan late start', type: 'DATE' },
  lateFinish: { label: 'Plan late finish', type: 'DATE' },
  predecessors: { label: 'Plan predecessors', type: 'TEXT' },
  people: { label: 'Plan people', type: 'TEXT' },
  baselineStart: { label: 'Plan baseline start', type: 'DATE' },
  baselineFinish: { label: 'Plan baseline finish', type: 'DATE' },
} as const satisfies Names

export type KeptField = keyof typeof KEPT_FIELDS

/** Texts of the fields that a row has something in. */
export type Kept = Partial<Record<KeptField, string>>

export const KEPT_DATES = [
  'start',
  'finish',
  'actualStart',
  'actualFinish',
  'earlyStart',
  'earlyFinish',
  'lateStart',
  'lateFinish',
] as const satisfies readonly KeptField[]

/** Words of the field for marks. */
export const MARKS = {
  byHand: 'placed by hand',
  inactive: 'inactive',
  summary: 'summary',
  milestone: 'milestone',
  elapsed: 'elapsed duration',
  /** It names the calendar of the plan as its own. */
  calendar: 'calendar of its own',
  /** A resource that is none of work. */
  cost: 'cost',
  /** Its earliest start is the plan's and no constraint of the file that the plan came from. */
  ownStart: 'start of the plan',
} as const

const BY_LABEL: ReadonlyMap<string, KeptField> = new Map(
  Object.entries(KEPT_FIELDS).map(([field, { label }]) => [label, field as KeptField]),
)

/** Fields of lists, which go on in further fields where one value does not hold them. */
export const KEPT_LISTS: ReadonlySet<KeptField> = new Set(['predecessors', 'people'])

const FURTHER = /^(.{1,60}) ([2-9]|[1-9]\d{1,2})$/

/** The name of a field and, of a list, of the fields in which it goes on; `part` counts from 1. */
export function keptLabel(field: KeptField, part: number): string {
  const { label } = KEPT_FIELDS[field]
  return part === 1 ? label : `${label} ${part}`
}

/** Which of these fields, and which part of it, one of that name is. */
export function keptField(label: string): { field: KeptField; part: number } | undefined {
  const whole = BY_LABEL.get(label)
  if (whole !== undefined) return { field: whole, part: 1 }
  const [, name = '', part] = FURTHER.exec(label) ?? []
  const field = BY_LABEL.get(name)
  return field === undefined || !KEPT_LISTS.has(field) ? undefined : { field, part: Number(part) }
}
