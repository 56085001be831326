export interface Chance {
  /** Share of the runs, 0 to 1. */
  share: number
  /** Standard error of the share. Where all runs agree it is that of one run among them that does not. */
  error: number
}

/**
 * Share of the runs that finish on or before a day; `finishDays` ascend. Null where every run ends on one day: then nothing
 * was drawn that decides the finish, and what all runs agree on is no chance.
 */
export function chanceByDay(finishDays: Int32Array, day: number): Chance | null {
  const runs = finishDays.length
  if (finishDays[0] === finishDays[runs - 1]) return null
  let low = 0
  let high = runs
  while (low < high) {
    const middle = (low + high) >> 1
    if (finishDays[middle] <= day) low = middle + 1
    else high = middle
  }
  return chanceOf(low, runs)
}

/** The same of days and how many runs finish on each. */
export function chanceByCounts(finishes: readonly { day: number; count: number }[], day: number): Chance | null {
  if (finishes.length <= 1) return null
  const runs = finishes.reduce((sum, { count }) => sum + count, 0)
  const within = finishes.reduce((sum, each) => (each.day <= day ? sum + each.count : sum), 0)
  return chanceOf(within, runs)
}

function chanceOf(within: number, runs: number): Chance {
  const open = Math.min(Math.max(within, 1), runs - 1) / runs
  return { share: within / runs, error: Math.sqrt((open * (1 - open)) / runs) }
}
