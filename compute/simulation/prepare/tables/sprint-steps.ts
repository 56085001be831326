// Tasks with the velocity of a team last a whole number of sprints. How many is read off the same variates as the tables of
// estimates: one sprint more from each of some variates on, so that every run takes the same few comparisons.

import { MAX_SPRINTS } from '../../../model/limits.ts'
import { SAMPLE_KIND, type SamplingPlan } from '../sampling-plan.ts'
import { sprintChances } from './sprint-chances.ts'

/** Pairs of uniforms that a variate is the mean of. */
const PAIRS = 2 ** 32
const VARIATES = 65_536
/** Grades, the centred shares of all runs that last less, are counted in so many parts of all runs. */
const GRADE_ONE = 16_384

/** The sprints of a task with a velocity. */
export interface SprintStair {
  /** Sprints that every run takes. */
  least: number
  /** Variates from which on a run takes one sprint more, rising. */
  steps: Uint16Array
  /** The grade of a run that takes the least, and what each step adds to it. */
  grade: number
  gains: Int16Array
}

export interface SprintSteps {
  /** Nodes with a velocity, in order; their variates follow those of the tables. */
  nodes: Int32Array
  /** Per node; nodes alike share one. */
  stairs: SprintStair[]
  sprintDays: Float64Array
}

export function laySprints(points: (node: number) => number, plan: SamplingPlan): SprintSteps {
  const nodes: number[] = []
  const pointsOf: number[][] = plan.velocities.map(() => [])
  for (let node = 0; node < plan.kind.length; node++) {
    if (plan.kind[node] !== SAMPLE_KIND.velocity) continue
    nodes.push(node)
    pointsOf[plan.velocity[node]].push(points(node))
  }
  const chancesOf = plan.velocities.map(({ positiveSamples }, at) =>
    sprintChances(positiveSamples, pointsOf[at], MAX_SPRINTS),
  )
  const known = new Map<string, SprintStair>()
  const stairs = nodes.map((node) => {
    const [team, own] = [plan.velocity[node], points(node)]
    const key = `${team} ${own}`
    const stair =
      known.get(key) ?? stairOf((chancesOf[team].get(own) as number[]).slice(0, mostSprints(plan, node, own) - 1))
    known.set(key, stair)
    return stair
  })
  const sprintDays = Float64Array.from(nodes, (node) => plan.velocities[plan.velocity[node]].sprintLengthDays)
  return { nodes: Int32Array.from(nodes), stairs, sprintDays }
}

function mostSprints({ horizonSprints, velocities, velocity }: SamplingPlan, node: number, points: number): number {
  return Math.min(horizonSprints[node], Math.ceil(points / velocities[velocity[node]].least) + 1)
}

/** `chances` are those of a second sprint, of a third, and so on. What one step is off by rounding, the next makes good. */
export function stairOf(chances: readonly number[]): SprintStair {
  const steps: number[] = []
  let least = 1
  let owed = 0
  for (const chance of chances) {
    const step = variateAt(chance + owed)
    owed += chance - chanceFrom(step)
    if (step === 0) least++
    else if (step < VARIATES) steps.push(step)
  }
  steps.sort((left, right) => left - right)
  const reach = [1, ...steps.map(chanceFrom), 0]
  const grades = reach.slice(1).map((chance, at) => Math.round((GRADE_ONE * (1 - chance - reach[at])) / 2))
  const gains = Int16Array.from(steps, (_, at) => grades[at + 1] - grades[at])
  return { least, steps: Uint16Array.from(steps), grade: grades[0], gains }
}

/** The variate from which on lies so much of all variates, to the nearest; 65,536 for none. */
function variateAt(chance: number): number {
  const share = Math.min(1, Math.max(0, chance))
  if (1 - share < 1 / PAIRS) return 0
  if (share >= 0.5) return Math.round((1 + Math.sqrt(1 + 8 * (1 - share) * PAIRS)) / 4)
  return VARIATES - Math.round((Math.sqrt(1 + 8 * share * PAIRS) - 1) / 4)
}

/** The share of all variates from one on. */
function chanceFrom(variate: number): number {
  const [below, from] = [variate, VARIATES - variate]
  return variate <= VARIATES / 2 ? 1 - (2 * below * below - below) / PAIRS : (2 * from * from + from) / PAIRS
}
