import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Ctx } from '../../platform/context.ts'
import { todayOf } from '../follow-tasks.ts'
import { dayOf } from '../sprint-days.ts'
import { listBurnSnapshots } from './burndown.queries.ts'

interface Burning {
  readonly id: string
  readonly project_id: string
  readonly start_date: string
  readonly finish_date: string
  readonly committed_points: number | null
}

type Snapshot = Awaited<ReturnType<typeof listBurnSnapshots>>[number]

export interface BurnVerdict {
  readonly burn_status: 'no_data' | 'ahead' | 'behind' | 'on_track'
  /** Points ahead of an even burn; below zero behind it. */
  readonly trend_points: number | null
  readonly projected_finish_date: string | null
}

/** The days of a sprint and what they say of its end. */
export async function readBurndown(ctx: Ctx<unknown>, sprint: Burning) {
  const snapshots = await listBurnSnapshots(ctx, sprint.id)
  const today = await todayOf(ctx, sprint.project_id)
  return { sprint: sprint.id, snapshots, ...judgeBurn(sprint, snapshots.at(-1), today) }
}

/** Compares what is left with what an even burn would have left today. */
export function judgeBurn(sprint: Burning, last: Snapshot | undefined, today: string): BurnVerdict {
  const committed = sprint.committed_points ?? 0
  if (committed === 0 || !last) return { burn_status: 'no_data', trend_points: null, projected_finish_date: null }
  const { day, total } = dayOfSprint(sprint, today)
  const trend = Math.round(committed * (1 - day / total) - last.remaining_points)
  const threshold = Math.max(1, Math.round(0.1 * committed))
  return {
    burn_status: trend > threshold ? 'ahead' : trend < -threshold ? 'behind' : 'on_track',
    trend_points: trend,
    projected_finish_date: projectedFinish(committed, last.remaining_points, day, today),
  }
}

/** The how-manieth calendar day of a sprint it is, within its bounds. */
export function dayOfSprint(sprint: Pick<Burning, 'start_date' | 'finish_date'>, today: string) {
  const total = dayOf(sprint.finish_date) - dayOf(sprint.start_date) + 1
  const day = Math.min(Math.max(dayOf(today) - dayOf(sprint.start_date) + 1, 1), total)
  return { day, total }
}

const FURTHEST_DAYS = 36_525

function projectedFinish(committed: number, remaining: number, day: number, today: string): string | null {
  const rate = (committed - remaining) / day
  if (rate <= 0 || remaining <= 0) return null
  return formatCivilDay(dayOf(today) + Math.min(Math.ceil(remaining / rate), FURTHEST_DAYS))
}
