import type { TaskDates } from '../access/task-dates.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { DependencyRow } from './dependency.queries.ts'
import { findCardDates, findLinkEnds, type LinkEnd } from './link-end.queries.ts'

type CardDates = Pick<TaskDates, 'early_start' | 'early_finish' | 'is_critical'>

/** Links with cards for the ends of those that cross projects; a link inside one project needs none. */
export async function presentDependencies(ctx: Ctx<unknown>, rows: readonly DependencyRow[]): Promise<object[]> {
  const crossing = rows.filter((row) => row.predecessor_project_id !== row.successor_project_id)
  const taskIds = [...new Set(crossing.flatMap((row) => [row.predecessor_id, row.successor_id]))]
  const ends = taskIds.length > 0 ? await findLinkEnds(ctx, taskIds) : new Map<string, LinkEnd>()
  const dates = taskIds.length > 0 ? await findCardDates(ctx, taskIds) : new Map<string, CardDates>()
  const card = (id: string) => presentTaskCard(ends.get(id), dates.get(id))
  return rows.map((row) => ({
    id: row.id,
    predecessor: row.predecessor_id,
    successor: row.successor_id,
    dep_type: row.dep_type,
    lag: row.lag,
    lag_unit: row.lag_unit,
    pending_acceptance: row.is_pending,
    accepted_by: row.accepted_by_id,
    accepted_at: instantText(row.accepted_at),
    is_driving: row.is_driving,
    predecessor_card: card(row.predecessor_id),
    successor_card: card(row.successor_id),
  }))
}

export async function presentDependency(ctx: Ctx<unknown>, row: DependencyRow): Promise<object> {
  return (await presentDependencies(ctx, [row]))[0] as object
}

/** A task as those see it who work on another. */
export function presentTaskCard(end: LinkEnd | undefined, dates: CardDates | undefined): object | null {
  if (!end) return null
  return {
    id: end.id,
    title: end.name,
    hex_id: `${end.project_code}-T-${end.number}`,
    project_id: end.project_id,
    project_name: end.project_name,
    is_milestone: end.is_milestone,
    early_start: dates?.early_start ?? null,
    early_finish: dates?.early_finish ?? null,
    is_critical: dates?.is_critical ?? null,
  }
}
