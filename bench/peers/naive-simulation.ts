/** A simulation as it is usually written: for each run draw every duration, walk the network, keep the finish. */

import { mulberry32 } from '../../fixtures/generate/random.ts'

export interface NaiveRunTask {
  readonly low: number
  readonly mode: number
  readonly high: number
  readonly before: readonly number[]
}

/** Finishes in working days, ascending. Tasks stand in an order in which predecessors come first. */
export function naiveSimulation(tasks: readonly NaiveRunTask[], runs: number, seed: number): number[] {
  const random = mulberry32(seed)
  const finishes: number[] = []
  for (let run = 0; run < runs; run++) {
    const ends: number[] = []
    let finish = 0
    for (const task of tasks) {
      let start = 0
      for (const source of task.before) start = Math.max(start, ends[source] as number)
      const end = start + triangular(task, random())
      ends.push(end)
      finish = Math.max(finish, end)
    }
    finishes.push(finish)
  }
  return finishes.sort((a, b) => a - b)
}

function triangular({ low, mode, high }: NaiveRunTask, u: number): number {
  if (high === low) return low
  const share = (mode - low) / (high - low)
  return u < share
    ? low + Math.sqrt(u * (high - low) * (mode - low))
    : high - Math.sqrt((1 - u) * (high - low) * (high - mode))
}
