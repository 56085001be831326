import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { type CardDates, type DependencyRow, findCardDates, findLinkEnds, type LinkEnd } from './dependency.queries.ts'

/** Links with cards for the ends of those that cross projects; a link inside one project needs none. */
export async function presentDependencies(ctx: Ctx<unknown>, rows: readonly DependencyRow[]): Promise<object[]> {
  const crossing = rows.filter((row) => row.predecessorProjectId !== row.successorProjectId)
  const taskIds = [...new Set(crossing.flatMap((row) => [row.predecessorId, row.successorId]))]
  const ends = taskIds.length === 0 ? new Map<string, LinkEnd>() : await findLinkEnds(ctx, taskIds)
  const dates = await findCardDates(ctx, taskIds)
  const card = (id: string) => presentCard(ends.get(id), dates.get(id))
  return rows.map((row) => ({
    id: row.id,
    predecessor: row.predecessorId,
    successor: row.successorId,
    dep_type: row.depType,
    lag: row.lag,
    lag_unit: row.lagUnit,
    pending_acceptance: row.is_pending,
    accepted_by: row.accepted_by_id,
    accepted_at: instantText(row.accepted_at),
    is_driving: row.isDriving,
    predecessor_card: card(row.predecessorId),
    successor_card: card(row.successorId),
  }))
}

export async function presentDependency(ctx: Ctx<unknown>, row: DependencyRow): Promise<object> {
  return (await presentDependencies(ctx, [row]))[0] as object
}

function presentCard(end: LinkEnd | undefined, dates: CardDates | undefined): object | null {
  if (!end) return null
  return {
    id: end.id,
    title: end.name,
    hex_id: `${end.projectCode}-T-${end.number}`,
    project_id: end.projectId,
    project_name: end.projectName,
    is_milestone: end.isMilestone,
    early_start: dates?.early_start ?? null,
    early_finish: dates?.early_finish ?? null,
    is_critical: dates?.is_critical ?? null,
  }
}
