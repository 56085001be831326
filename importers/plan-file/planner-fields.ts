// The columns that a desktop planner leaves to its people: what each holds, and its numbers in the three formats that have
// them. A field goes by its number in Project XML everywhere, so that a plan keeps it whichever way it travels.

import type { PlanField } from '../plan/imported-plan.ts'

export type PlannerFieldKind =
  | 'Text'
  | 'Number'
  | 'Date'
  | 'Flag'
  | 'Cost'
  | 'Duration'
  | 'Start'
  | 'Finish'
  | 'Outline Code'

export type PlannerField = {
  /** Its number in Project XML, which is what a plan calls it. */
  readonly id: string
  readonly name: string
  readonly kind: PlannerFieldKind
  readonly type: PlanField['field_type']
  /** Its number among the columns of tasks in native files. */
  readonly column: number
  /** What stands beside it in native files: the unit of a duration, the row that a code was chosen from. */
  readonly besides: number | null
  /** Its number in tables of MPX, which has the first ones only. */
  readonly mpx: number | null
}

const FIRST_TASK_FIELD = 0x0b40_0000

/** What each kind is in a plan: money in units of its currency, durations in days, codes as they are shown. */
const TYPES: Record<PlannerFieldKind, PlannerField['type']> = {
  Text: 'TEXT',
  Number: 'NUMBER',
  Date: 'DATE',
  Flag: 'BOOLEAN',
  Cost: 'NUMBER',
  Duration: 'NUMBER',
  Start: 'DATE',
  Finish: 'DATE',
  'Outline Code': 'TEXT',
}

function range(first: number, last: number, step = 1): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)
}

type Numbers = { columns: readonly number[]; besides?: readonly number[]; mpx?: readonly number[] }

function fieldsOf(kind: PlannerFieldKind, { columns, besides, mpx }: Numbers): PlannerField[] {
  return columns.map((column, index) => ({
    id: String(FIRST_TASK_FIELD + column),
    name: `${kind}${index + 1}`,
    kind,
    type: TYPES[kind],
    column,
    besides: besides?.[index] ?? null,
    mpx: mpx?.[index] ?? null,
  }))
}

/** In the order in which the planner numbers them. */
export const PLANNER_FIELDS: readonly PlannerField[] = [
  ...fieldsOf('Text', { columns: [51, 54, 57, 60, 63, ...range(66, 70), ...range(317, 336)], mpx: range(4, 13) }),
  ...fieldsOf('Number', { columns: [...range(87, 91), ...range(302, 316)], mpx: range(140, 144) }),
  ...fieldsOf('Date', { columns: range(265, 274) }),
  ...fieldsOf('Flag', { columns: [...range(72, 81), ...range(292, 301)], mpx: range(110, 119) }),
  ...fieldsOf('Cost', { columns: [106, 107, 108, ...range(258, 264)], mpx: range(36, 38) }),
  ...fieldsOf('Duration', {
    columns: [103, 104, 105, ...range(275, 281)],
    besides: [183, 184, 185, ...range(337, 343)],
    mpx: range(46, 48),
  }),
  ...fieldsOf('Start', { columns: [...range(52, 64, 3), ...range(282, 290, 2)], mpx: [60, 62, 64, 126, 128] }),
  ...fieldsOf('Finish', { columns: [...range(53, 65, 3), ...range(283, 291, 2)], mpx: [61, 63, 65, 127, 129] }),
  ...fieldsOf('Outline Code', { columns: range(416, 434, 2), besides: range(417, 435, 2) }),
]

/** Those that a server of plans had for all of them until 2007. Only Project XML names them. */
export const ENTERPRISE_FIELDS: readonly PlannerField[] = [
  ...fieldsOf('Cost', { columns: range(599, 608) }),
  ...fieldsOf('Date', { columns: range(609, 638) }),
  ...fieldsOf('Duration', { columns: range(639, 648) }),
  ...fieldsOf('Flag', { columns: range(659, 678) }),
  ...fieldsOf('Number', { columns: range(699, 738) }),
  ...fieldsOf('Text', { columns: range(799, 838) }),
].map((field) => ({ ...field, name: `Enterprise ${field.name}` }))

const BY_ID = new Map([...PLANNER_FIELDS, ...ENTERPRISE_FIELDS].map((field) => [field.id, field]))

export function plannerField(id: string): PlannerField | undefined {
  return BY_ID.get(id)
}

/** Duration1, Duration2 and Duration3, in which people keep estimates. */
export const ESTIMATE_FIELDS: readonly PlannerField[] = PLANNER_FIELDS.filter(({ kind }) => kind === 'Duration').slice(
  0,
  3,
)

/** Those that fields of other origin may take: the others mean something to the planner itself, or hold it in a form of their own. */
export const PLAIN_FIELDS: readonly PlannerField[] = PLANNER_FIELDS.filter(({ kind }) =>
  ['Text', 'Number', 'Date', 'Flag'].includes(kind),
)
