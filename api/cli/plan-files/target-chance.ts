import { whyNoChance } from '../../../compute/model/documents/simulation-document.ts'
import { type Chance, chanceByDay } from '../../../compute/simulation/result/chance-by-day.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { SimulatedInput } from './simulated-input.ts'

/** The chance of finishing by a day, or why the runs tell none. */
export type TargetChance = { chance: Chance; why: null } | { chance: null; why: string }

export function targetChance(input: SimulatedInput, result: SimulationResult, day: number): TargetChance {
  const why = whyUnknown(input, result)
  if (why !== null) return { chance: null, why }
  // Runs that do not all end on one day tell a chance.
  return { chance: chanceByDay(result.finishDays, day) as Chance, why: null }
}

/** Why the runs tell no chance: tasks that are not in the plan can decide the finish, or nothing in it does that varies. */
export function whyUnknown({ missingLinks }: SimulatedInput, result: SimulationResult): string | null {
  if (missingLinks === 0) return whyNoChance(result)
  const links =
    missingLinks === 1
      ? 'A link from a task of another project is'
      : `${missingLinks} links from tasks of other projects are`
  return `${links} not in this plan, and can decide its finish: the runs tell no chance.`
}
