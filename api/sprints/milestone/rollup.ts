import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Db } from '../../database.ts'
import { loadRollupShares, type RollupShare } from './rollup.queries.ts'

/** How far the sprints that work towards a milestone have come. */
export interface MilestoneRollup {
  readonly percent_complete: number | null
  readonly rollup_basis: 'points' | 'tasks' | 'none'
  readonly variance_days: number | null
  readonly sprint_scope_changed: boolean
  readonly scope_change_sprint_id: string | null
  readonly binding_drifted: boolean
  readonly sprint_count: number
}

export const EMPTY_ROLLUP: MilestoneRollup = {
  percent_complete: null,
  rollup_basis: 'none',
  variance_days: null,
  sprint_scope_changed: false,
  scope_change_sprint_id: null,
  binding_drifted: false,
  sprint_count: 0,
}

/** The rollups of those of the milestones that a live sprint targets. */
export async function loadMilestoneRollups(
  db: Db,
  milestoneIds: readonly string[],
): Promise<Map<string, MilestoneRollup>> {
  const sharesOf = Map.groupBy(await loadRollupShares(db, milestoneIds), (share) => share.milestone_id)
  return new Map([...sharesOf].map(([id, shares]) => [id, rollUp(shares)]))
}

/** Sprints that were called off are counted as targeting the milestone, and for nothing else. */
function rollUp(all: readonly RollupShare[]): MilestoneRollup {
  const shares = all.filter((share) => share.state !== 'CANCELLED')
  const points = { whole: sum(shares, (share) => share.committed_points), done: sum(shares, donePoints) }
  const tasks = { whole: sum(shares, (share) => share.committed_task_count), done: sum(shares, doneTasks) }
  const basis = points.whole > 0 ? 'points' : tasks.whole > 0 ? 'tasks' : 'none'
  const changed = shares.find((share) => share.state === 'ACTIVE' && share.current_points !== share.committed_points)
  return {
    percent_complete: basis === 'none' ? null : percent(basis === 'points' ? points : tasks),
    rollup_basis: basis,
    variance_days: varianceDays(shares),
    sprint_scope_changed: changed !== undefined,
    scope_change_sprint_id: changed?.id ?? null,
    binding_drifted: shares.some(
      (share) => share.binding_committed_snapshot !== null && share.binding_committed_snapshot !== share.current_points,
    ),
    sprint_count: all.length,
  }
}

function donePoints(share: RollupShare): number | null {
  if (share.state === 'COMPLETED') return share.completed_points
  return share.state === 'ACTIVE' ? share.done_points : 0
}

function doneTasks(share: RollupShare): number | null {
  if (share.state === 'COMPLETED') return share.completed_task_count
  return share.state === 'ACTIVE' ? share.done_task_count : 0
}

function sum(shares: readonly RollupShare[], of: (share: RollupShare) => number | null): number {
  return shares.reduce((total, share) => total + (of(share) ?? 0), 0)
}

function percent({ whole, done }: { whole: number; done: number }): number {
  return Math.min(100, Math.round((10_000 * done) / whole) / 100)
}

/** Calendar days by which the last open sprint ends after the milestone is due. */
function varianceDays(shares: readonly RollupShare[]): number | null {
  const finishes = shares
    .filter((share) => share.state === 'ACTIVE' || share.state === 'PLANNED')
    .map((share) => parseCivilDay(share.finish_date) as number)
  const due = shares[0]?.milestone_finish ?? null
  if (finishes.length === 0 || due === null) return null
  return Math.max(...finishes) - (parseCivilDay(due) as number)
}
