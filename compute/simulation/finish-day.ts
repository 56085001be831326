import { NO_DAY } from '../model/schedule-columns.ts'
import { roundHalfEven } from './percentiles.ts'
import { dayAtOffset, type SimulationNetwork } from './simulation-network.ts'

/**
 * The date of a completion offset, never before the latest finish of a completed task, which counts verbatim. Where all
 * is done it is that finish alone: it may lie before the project start, where offsets do not reach.
 */
export function completionDay(network: SimulationNetwork, completion: number): number {
  const { ruler, latestDoneDay } = network
  if (network.isAllDone) return latestDoneDay
  const index = roundHalfEven(completion) - 1
  const day =
    ruler === null
      ? dayAtOffset(network, network.calendarsInUse[0], Math.max(0, index))
      : ruler.days[Math.min(Math.max(0, index) + ruler.originIndex, ruler.days.length - 1)]
  return latestDoneDay === NO_DAY ? day : Math.max(day, latestDoneDay)
}
