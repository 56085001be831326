// The distribution of every task with a triple, as a table in whole units that all kernels read alike.

import type { ScheduleGraph } from '../../../model/schedule-graph.ts'
import type { Distribution } from '../../input/simulation-options.ts'
import { SAMPLE_KIND, type SamplingPlan } from '../sampling-plan.ts'
import { baseProbability, SEGMENT_COUNT } from './base-variate.ts'
import { betaKnots, betaMoments } from './beta-quantiles.ts'
import { fitKnots } from './fit-knots.ts'
import { roundTable, type WholeTable } from './whole-table.ts'

/** Greatest value of a 16-bit lane that leaves room for a bound above every finish. */
export const LANE_LIMIT = 65_000
/** Units of a day in plans that last for years. */
export const COARSEST_UNITS = 16
/** A step of a table must stay within the signed range of a rounding multiplication. */
export const STEP_LIMIT = 32_767

/** Tables of one plan in its unit: `(base[s] + delta[s] * share) << shift` is the sample in segment s. */
export interface SampleTables {
  unitsPerDay: number
  /** Nodes with a table, in order. */
  nodes: Int32Array
  /** 16 values a node. */
  base: Int32Array
  delta: Int32Array
  /** Per node: how far its table is shifted, because it reaches further than its cells; 0 for all but tasks of years. */
  shift: Uint8Array
}

/**
 * Tabulates the distribution of every task with a triple, in whole units. Estimates alike share the work. Those that reach
 * beyond the cells are tabulated in units as coarse as they need, which is far finer than such an estimate can be.
 */
export function tabulate(
  graph: ScheduleGraph,
  plan: SamplingPlan,
  distribution: Distribution,
  unitsPerDay: number,
): SampleTables {
  const { columns, taskOfNode } = graph
  const nodes = new Int32Array(graph.nodeCount)
    .map((_, node) => node)
    .filter((node) => plan.kind[node] === SAMPLE_KIND.table)
  const base = new Int32Array(nodes.length * SEGMENT_COUNT)
  const delta = new Int32Array(nodes.length * SEGMENT_COUNT)
  const shift = new Uint8Array(nodes.length)
  const tableOf = new Map<string, FittedTable>()
  for (let row = 0; row < nodes.length; row++) {
    const task = taskOfNode[nodes[row]]
    const optimistic = columns.optimisticDays[task]
    const range = columns.pessimisticDays[task] - optimistic
    const likely = columns.mostLikelyDays[task] - optimistic
    const least = shiftToFit(columns.pessimisticDays[task] * unitsPerDay)
    const key = `${range} ${likely} ${least}`
    let fitted = tableOf.get(key)
    if (fitted === undefined) {
      fitted = fitTable(distribution, likely / range, range * unitsPerDay, least, unitsPerDay > COARSEST_UNITS)
      tableOf.set(key, fitted)
    }
    shift[row] = fitted.shift
    const from = Math.round((optimistic * unitsPerDay) / 2 ** fitted.shift)
    for (let segment = 0; segment < SEGMENT_COUNT; segment++) {
      base[row * SEGMENT_COUNT + segment] = from + fitted.table.from[segment]
      delta[row * SEGMENT_COUNT + segment] = fitted.table.to[segment] - fitted.table.from[segment]
    }
  }
  return { unitsPerDay, nodes, base, delta, shift }
}

interface FittedTable {
  table: WholeTable
  shift: number
}

/** How far a number of units must be shifted to fit a cell. */
function shiftToFit(units: number): number {
  let shift = 0
  while (units > LANE_LIMIT * 2 ** shift) shift++
  return shift
}

/** The table of an estimate, shifted further where a step would be too steep, unless the whole plan can take coarser units. */
function fitTable(
  distribution: Distribution,
  mode: number,
  range: number,
  least: number,
  isPlanFine: boolean,
): FittedTable {
  let shift = least
  let table = tableFor(distribution, mode, range / 2 ** shift)
  while (!isPlanFine && isTooSteep(table)) table = tableFor(distribution, mode, range / 2 ** ++shift)
  return { table, shift }
}

function isTooSteep({ from, to }: WholeTable): boolean {
  return to.some((end, segment) => end - from[segment] > STEP_LIMIT)
}

/** Tables made before, which most plans ask for again in every simulation; forgotten when there are many. */
const known = new Map<string, WholeTable>()
const MOST_KNOWN = 4096

/** The table of estimates whose most likely value lies at `mode` of a range in units. */
function tableFor(distribution: Distribution, mode: number, range: number): WholeTable {
  const key = `${distribution} ${mode} ${range}`
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const table = distribution === 'beta' ? betaTable(mode, range) : triangularTable(mode, range)
  known.set(key, table)
  return table
}

function betaTable(mode: number, range: number): WholeTable {
  return roundTable(betaKnots(mode), betaMoments(mode), range)
}

function triangularTable(mode: number, range: number): WholeTable {
  return roundTable(triangularKnots(mode), { mean: (1 + mode) / 3, variance: (1 - mode + mode * mode) / 18 }, range)
}

/** Points of the triangular distribution that its knots are fitted to. */
const POINTS = 256

function triangularKnots(mode: number): Float64Array {
  const positions = Float64Array.from({ length: POINTS }, (_, point) => (point + 0.5) / POINTS)
  const values = positions.map((position) => {
    const below = baseProbability(position)
    return below <= mode ? Math.sqrt(below * mode) : 1 - Math.sqrt((1 - below) * (1 - mode))
  })
  // The density of the base variate rises to the middle and falls behind it.
  const weights = positions.map((position) => Math.min(position, 1 - position))
  return fitKnots(values, positions, weights)
}
