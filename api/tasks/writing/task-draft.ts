import type { TaskFields } from '../task.schema.ts'
import { type TaskColumn, type TaskValues, WRITTEN_COLUMNS } from '../task-values.ts'

/** What the rules of a write know about the row beside its values. */
export interface TaskShape {
  /** Any live row below, drawer subtasks included. */
  readonly hasChildren: boolean
  /** A live direct child that is no subtask, below a row that is none: the row is a phase. */
  readonly isPhase: boolean
  readonly earlyStart: string | null
  /** Waits to be accepted into the sprint that it was added to. */
  readonly isSprintPending: boolean
  /** From start to finish by the last pass. */
  readonly span: { readonly scheduled_start: string | null; readonly early_finish: string | null }
}

export const LEAF_SHAPE: TaskShape = {
  hasChildren: false,
  isPhase: false,
  earlyStart: null,
  isSprintPending: false,
  span: { scheduled_start: null, early_finish: null },
}

/**
 * A write on its way through the rules: `base` is what stands stored (or the defaults of a new row), `values` what will
 * be stored. Rules read the first and change the second.
 */
export interface TaskDraft {
  readonly projectId: string
  readonly taskId: string
  readonly isNew: boolean
  readonly base: Readonly<TaskValues>
  readonly values: TaskValues
  /** Columns the caller named. */
  readonly sent: ReadonlySet<TaskColumn>
  readonly input: TaskFields
  readonly shape: TaskShape
  /** Keys that arrived and were not applied. */
  readonly dropped: string[]
}

/** Columns that a field of the wire means; a target finish is kept as the duration to it. */
export function columnsBehind(field: string): readonly TaskColumn[] {
  if (field === 'planned_finish') return ['duration']
  const column = WRITTEN_COLUMNS.get(field)
  return column === undefined ? [] : [column]
}

/** Lays what the caller sent over what is stored. */
export function startDraft(facts: Omit<TaskDraft, 'values' | 'sent'>): TaskDraft {
  const values = { ...facts.base }
  const sent = new Set<TaskColumn>()
  const input = facts.input as Record<string, unknown>
  for (const [field, column] of WRITTEN_COLUMNS) {
    if (input[field] === undefined) continue
    sent.add(column)
    assign(values, column, input[field])
  }
  return { ...facts, values, sent }
}

/** Sets a column whose name is only known at run time. */
function assign(values: TaskValues, column: TaskColumn, value: unknown): void {
  ;(values as unknown as Record<string, unknown>)[column] = value
}

/** Whether the caller named the column with a value other than the stored one. */
export function isChanged(draft: TaskDraft, column: TaskColumn): boolean {
  return draft.sent.has(column) && draft.values[column] !== draft.base[column]
}

/** Columns whose stored value will differ, whoever changed them. */
export function changedColumns(draft: TaskDraft): TaskColumn[] {
  return (Object.keys(draft.values) as TaskColumn[]).filter(
    (column) => column !== 'wbs_order' && draft.values[column] !== draft.base[column],
  )
}
