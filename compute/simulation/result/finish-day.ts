import { NO_DAY } from '../../model/schedule-columns.ts'
import type { FinishAxis } from '../prepare/project-groups.ts'
import { roundHalfEven } from '../prepare/round-half-even.ts'
import { dayAtOffset, type SimulationNetwork } from '../prepare/simulation-network.ts'

/** The date of a completion offset of the whole plan. */
export function completionDay(network: SimulationNetwork, completion: number): number {
  const { ruler, latestDoneDay, isAllDone, calendarsInUse } = network
  return finishDay(network, { ruler, calendar: calendarsInUse[0], origin: 0, latestDoneDay, isAllDone }, completion)
}

/**
 * The date of a finish, never before the latest finish of a completed task, which counts verbatim. Where all is done it is
 * that finish alone: it may lie before the project start, where offsets do not reach.
 */
export function finishDay(network: SimulationNetwork, axis: FinishAxis, finish: number): number {
  const { ruler, calendar, origin, latestDoneDay } = axis
  if (axis.isAllDone) return latestDoneDay
  const index = Math.max(0, roundHalfEven(finish - origin) - 1) + origin
  const day =
    ruler === null
      ? dayAtOffset(network, calendar, index)
      : ruler.days[Math.min(index + ruler.originIndex, ruler.days.length - 1)]
  return latestDoneDay === NO_DAY ? day : Math.max(day, latestDoneDay)
}
