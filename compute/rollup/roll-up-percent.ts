import type { Hierarchy } from '../model/hierarchy.ts'
import { DELIVERY_MODE } from '../model/schedule-columns.ts'

/** What the percentage of a summary is made of, per task; only leaves are looked at. */
export interface PercentColumns {
  /** Codes of `DELIVERY_MODE`. */
  deliveryMode: ArrayLike<number>
  percentComplete: ArrayLike<number>
  durationDays: ArrayLike<number>
  /** 1 where the workflow calls the task done. */
  isDone: ArrayLike<number>
  /** NaN for none. */
  storyPoints: ArrayLike<number>
  /** NaN for none. */
  remainingPoints: ArrayLike<number>
}

/** How much of one leaf is done, and how much it counts in the mean of a summary. */
function leafProgress(columns: PercentColumns, task: number): { percent: number; weight: number } {
  const mode = columns.deliveryMode[task]
  const doneOrNothing = columns.isDone[task] === 1 ? 100 : 0
  if (mode === DELIVERY_MODE.milestone) return { percent: doneOrNothing, weight: 0 }
  if (mode === DELIVERY_MODE.kanban) return { percent: doneOrNothing, weight: 1 }
  const duration = columns.durationDays[task]
  if (mode !== DELIVERY_MODE.scrum) return { percent: columns.percentComplete[task], weight: duration }
  const points = columns.storyPoints[task]
  return { percent: scrumPercent(columns, task), weight: Number.isNaN(points) ? duration : points }
}

function scrumPercent(columns: PercentColumns, task: number): number {
  if (columns.isDone[task] === 1) return 100
  const points = columns.storyPoints[task]
  if (!(points > 0)) return columns.percentComplete[task]
  const remaining = columns.remainingPoints[task]
  return (1 - (Number.isNaN(remaining) ? points : remaining) / points) * 100
}

/** Percent complete of every summary: the weighted mean over its leaves, NaN where they weigh nothing and for leaves. */
export function rollUpPercent(columns: PercentColumns, hierarchy: Hierarchy): Float64Array {
  const { isSummary, leafOrder, leafFrom, leafTo } = hierarchy
  const progress = Array.from(leafOrder, (leaf) => leafProgress(columns, leaf))
  return Float64Array.from(isSummary, (flag, task) => {
    if (flag === 0) return Number.NaN
    let weighted = 0
    let weights = 0
    for (let at = leafFrom[task]; at < leafTo[task]; at++) {
      const { percent, weight } = progress[at]
      if (!(weight > 0)) continue
      weighted += weight * percent
      weights += weight
    }
    return weights === 0 ? Number.NaN : weighted / weights
  })
}

/** As shown: two decimals, halves away from zero, null for none. */
export function shownPercent(percent: number): number | null {
  if (Number.isNaN(percent)) return null
  // Scaled through the decimal text of the number, as the database rounds, and not through its binary value.
  const scaled = Number(`${Math.abs(percent)}e2`)
  const rounded = Math.round(Number.isNaN(scaled) ? Math.abs(percent) * 100 : scaled) / 100
  return percent < 0 && rounded !== 0 ? -rounded : rounded
}
