import type { ProjectScope } from '../../access/project-scope.ts'
import { type EditBase, mergeConcurrentEdits } from '../../platform/concurrent-edits.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadConstraint } from '../constraint/constraint.queries.ts'
import { CONSTRAINT_FIELDS } from '../constraint/constraint.schema.ts'
import { loadTask } from '../reading/task-page.ts'
import { presentOne } from '../task.present.ts'
import { findFieldVersions } from '../task.queries.ts'
import type { TaskScope } from '../task-scope.ts'
import { WRITTEN_COLUMNS } from '../task-values.ts'
import { columnsBehind, type TaskDraft } from './task-draft.ts'

/** Column -> the field that callers write it by. */
const WRITTEN_BY = new Map<string, string>([
  ...[...WRITTEN_COLUMNS].map(([field, column]) => [column, field] as const),
  ...CONSTRAINT_FIELDS.map((field) => [field, field] as const),
])

/** Holds a draft against what others changed since its base; returns the fields it merges with. Under the project's lock. */
export function mergeTaskEdits(
  ctx: Ctx<ProjectScope>,
  draft: TaskDraft,
  serverVersion: number,
  base: EditBase | undefined,
): Promise<string[]> {
  return mergeConcurrentEdits(base, {
    serverVersion,
    fieldVersions: () => findFieldVersions(ctx, draft.taskId),
    differing: differingFields(draft),
    fieldOf: (column) => WRITTEN_BY.get(column),
    present: async () => {
      const task = presentOne(await loadTask(ctx, draft.taskId))
      return { ...task, planned_finish: task.scheduled_finish }
    },
  })
}

/** The same for the form that holds a task to constraint and deadline. */
export function mergeConstraintEdits(
  ctx: Ctx<TaskScope>,
  serverVersion: number,
  fields: readonly string[],
  base: EditBase | undefined,
): Promise<string[]> {
  return mergeConcurrentEdits(base, {
    serverVersion,
    fieldVersions: () => findFieldVersions(ctx, ctx.scope.taskId),
    differing: Object.fromEntries(fields.map((field) => [field, [field]])),
    fieldOf: (column) => WRITTEN_BY.get(column),
    present: () => loadConstraint(ctx),
  })
}

/** A target finish differs whenever it is sent: it is stored as a duration, which is not known before the rules ran. */
function differingFields(draft: TaskDraft): Record<string, readonly string[]> {
  const sent = Object.entries(draft.input).filter(([, value]) => value !== undefined)
  const columns = sent.map(([field, value]) => {
    if (field === 'planned_finish') return [field, value === null ? [] : columnsBehind(field)] as const
    return [field, columnsBehind(field).filter((column) => draft.values[column] !== draft.base[column])] as const
  })
  return Object.fromEntries(columns.filter(([, behind]) => behind.length > 0))
}
