// The headers that the importer knows. The order of the fields is that in which they claim columns by a partial match.

export const SHEET_FIELDS = [
  'id',
  'wbs',
  'name',
  'duration',
  'start',
  'finish',
  'percent_complete',
  'assignee',
  'predecessors',
  'milestone',
  'notes',
  'labels',
  'constraint_type',
  'constraint_date',
  'deadline',
] as const

export type SheetField = (typeof SHEET_FIELDS)[number]

/** Fields that may stand in several columns; their values are united. */
export const REPEATABLE_FIELDS: ReadonlySet<SheetField> = new Set(['labels', 'predecessors'])

/** What a person chooses from when a column is not the one that was found. */
export type FieldChoice = { field: SheetField; label: string; required: boolean; multi: boolean }

const LABELS: Record<SheetField, string> = {
  id: 'ID',
  wbs: 'WBS',
  name: 'Task name',
  duration: 'Duration',
  start: 'Start date',
  finish: 'Finish date',
  percent_complete: '% complete',
  assignee: 'Assignee',
  predecessors: 'Predecessors',
  milestone: 'Milestone',
  notes: 'Notes',
  labels: 'Labels',
  constraint_type: 'Constraint type',
  constraint_date: 'Constraint date',
  deadline: 'Deadline',
}

export const FIELD_CHOICES: readonly FieldChoice[] = SHEET_FIELDS.map((field) => ({
  field,
  label: LABELS[field],
  required: field === 'name',
  multi: REPEATABLE_FIELDS.has(field),
}))

const SPELLINGS: Record<SheetField, string[]> = {
  id: ['ID', 'Task ID', 'UID', 'No', 'Number', 'Ref', 'Key'],
  wbs: ['WBS', 'WBS Code', 'Phase', 'Level', 'Outline', 'Outline Number', 'Outline Level'],
  name: ['Name', 'Task', 'Title', 'Task Name', 'Activity', 'Summary', 'Item', 'Work Item'],
  duration: ['Duration', 'Days', 'Effort', 'Estimate', 'Work Days'],
  start: ['Start', 'Begin', 'Start Date', 'Planned Start', 'Begin Date', 'Start On'],
  finish: ['Finish', 'End', 'Due', 'Due Date', 'Planned Finish', 'End Date', 'Finish Date'],
  percent_complete: ['% Complete', 'Percent Complete', 'Done', 'Progress', 'Pct Complete', 'Percent Done'],
  assignee: ['Assignee', 'Owner', 'Resource', 'Assigned To', 'Responsible', 'Who'],
  predecessors: ['Predecessors', 'Depends On', 'Dependency', 'Blocked By', 'After', 'Depends'],
  milestone: ['Milestone', 'Is Milestone'],
  notes: ['Notes', 'Description', 'Comment', 'Detail', 'Remark'],
  labels: ['Labels', 'Tags', 'Category', 'Component', 'Stream', 'Workstream'],
  constraint_type: ['Constraint Type'],
  constraint_date: ['Constraint Date'],
  deadline: ['Deadline'],
}

const SHORTEST_PARTIAL = 3
const MAX_WORDS = 12
/** Constraints are what a header says in full, or nothing: a column about deadlines may hold anything. */
const EXACT_ONLY = new Set(['tag', 'constrainttype', 'constraintdate', 'deadline'])

const EXACT = new Map<string, SheetField>()
const PARTIAL = new Map<SheetField, Set<string>>()
for (const field of SHEET_FIELDS) {
  const spellings = SPELLINGS[field].map(normaliseHeader)
  for (const spelling of spellings) if (!EXACT.has(spelling)) EXACT.set(spelling, field)
  const longEnough = spellings.filter((spelling) => spelling.length >= SHORTEST_PARTIAL && !EXACT_ONLY.has(spelling))
  PARTIAL.set(field, new Set(longEnough))
}

/** Lower case, letters and digits only, singular: `Task-IDs` and `task id` are one. */
export function normaliseHeader(header: string): string {
  const bare = header
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  return bare.length > 3 && bare.endsWith('s') ? bare.slice(0, -1) : bare
}

/** The field whose spelling the header is. */
export function exactField(header: string): SheetField | null {
  return EXACT.get(normaliseHeader(header)) ?? null
}

/**
 * Fields one of whose spellings stands inside the header as whole words, in the order in which they may claim it: the
 * `end` of `frontendDeveloper` is no finish date.
 */
export function partialFields(header: string): SheetField[] {
  const words = header
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  const runs = new Set<string>()
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= words.length; to += 1) runs.add(normaliseHeader(words.slice(from, to).join('')))
  }
  return SHEET_FIELDS.filter((field) => [...(PARTIAL.get(field) ?? [])].some((spelling) => runs.has(spelling)))
}

/** Reads a field name as callers write it in a column map. */
export function fieldNamed(name: string): SheetField | null {
  const wanted = name.trim().toLowerCase()
  return SHEET_FIELDS.find((field) => field === wanted) ?? exactField(name)
}
