import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { findNames, type NamedKind } from './history.queries.ts'
import type { FieldChanges } from './history-row.entity.ts'

/** What the columns that name other records name. */
const NAMED_BY: Readonly<Record<string, NamedKind>> = {
  assignee_id: 'person',
  owner_id: 'person',
  lead_id: 'person',
  accepted_by_id: 'person',
  acknowledged_by_id: 'person',
  milestone_bound_by_id: 'person',
  parent_id: 'task',
  parent_epic_id: 'task',
  blocking_task_id: 'task',
  target_milestone_id: 'task',
  predecessor_id: 'task',
  successor_id: 'task',
  task_id: 'task',
  sprint_id: 'sprint',
  calendar_id: 'calendar',
  resource_id: 'resource',
  program_id: 'program',
}

export type NameOf = (column: string, value: unknown) => unknown

/** Reads the names of all records that the changes name, a statement a kind, and puts them in their place. */
export async function loadNames(
  ctx: Ctx<ProjectScope>,
  changes: readonly (FieldChanges | null)[],
  others: Readonly<Partial<Record<NamedKind, readonly string[]>>> = {},
): Promise<{ nameOf: NameOf; called: (kind: NamedKind, id: string) => string | undefined }> {
  const wanted = new Map<NamedKind, Set<string>>()
  const want = (kind: NamedKind, ids: readonly unknown[]) => {
    const set = wanted.get(kind) ?? new Set()
    wanted.set(kind, set)
    for (const id of ids) if (typeof id === 'string') set.add(id)
  }
  for (const [kind, ids] of Object.entries(others)) want(kind as NamedKind, ids)
  for (const fields of changes) {
    for (const [column, values] of Object.entries(fields ?? {})) {
      const kind = NAMED_BY[column]
      if (kind) want(kind, values)
    }
  }
  const names = new Map<NamedKind, Map<string, string>>()
  for (const [kind, ids] of wanted) names.set(kind, await findNames(ctx, kind, [...ids]))
  const called = (kind: NamedKind, id: string) => names.get(kind)?.get(id)
  return {
    called,
    nameOf: (column, value) => {
      const kind = NAMED_BY[column]
      return kind && typeof value === 'string' ? (called(kind, value) ?? value) : value
    },
  }
}
