import { BLOCK_LANES } from '../../wasm/layout.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { drawDriver } from '../run/draw-causes.ts'
import type { SimulationSinks } from '../run/simulation-sinks.ts'
import { correlateDelays } from './delay-correlation.ts'
import { correlateDraws, rankFinishes } from './rank-correlation.ts'

export interface RiskResult {
  id: string
  /** Share of the runs in which it happened. */
  occurrence: number
  /** Working days by which it moved the finish, over all runs looked at, and the standard error of that mean; null when not asked for. */
  meanDays: number | null
  meanError: number | null
  /** The same mean over the runs in which it happened; null where there was none. */
  meanDaysWhenHit: number | null
  /** Rank correlation of its delay, 0 where it did not happen, with the finish. */
  sensitivity: number
}

export interface DriverResult {
  id: string
  /** Rank correlation of its factor or shift with the finish. */
  sensitivity: number
}

interface CauseResults {
  risks: RiskResult[]
  drivers: DriverResult[]
}

/** What risks and drivers did. Drivers are drawn again: they are few, so none had to be kept. */
export function gatherCauses(simulation: Simulation, options: CheckedOptions, sinks: SimulationSinks): CauseResults {
  const { causes, tables } = simulation
  if (causes === null) return { risks: [], drivers: [] }
  const { sampledRuns } = sinks
  const ranks = sampledRuns < 2 ? null : rankFinishes(simulation, sinks)
  const rankSquare = ranks?.reduce((sum, rank) => sum + rank * rank, 0) ?? 0
  // Draws are whole units, or parts of a factor.
  const correlate = (draws: Int32Array): number =>
    ranks === null ? 0 : (correlateDraws(draws, ranks, rankSquare) ?? 0)
  const most = causes.risks.map(({ greatest }) => Math.ceil(greatest * tables.unitsPerDay))
  const ofDelays = ranks === null ? null : correlateDelays(sinks, ranks, rankSquare, most)
  const risks = causes.risks.map((risk, at) => ({
    id: risk.id,
    occurrence: sinks.riskRuns[at] / options.runs,
    ...costOf(simulation, sinks, at),
    sensitivity: ofDelays?.[at] ?? 0,
  }))
  const drivers = causes.drivers.map((driver) => ({
    id: driver.id,
    sensitivity: correlate(
      drawAll(sampledRuns, (block, row) => drawDriver(driver, tables.unitsPerDay, options.seed, block, row)),
    ),
  }))
  return { risks: inOrder(options.causes.risks, risks), drivers: inOrder(options.causes.drivers, drivers) }
}

/** The draws of some runs. */
function drawAll(runs: number, draw: (block: number, row: Int32Array) => void): Int32Array {
  const draws = new Int32Array(runs)
  const row = new Int32Array(BLOCK_LANES)
  for (let from = 0; from < runs; from += BLOCK_LANES) {
    draw(from / BLOCK_LANES, row)
    draws.set(row.subarray(0, Math.min(BLOCK_LANES, runs - from)), from)
  }
  return draws
}

function costOf(
  { causes, tables }: Simulation,
  { riskCosts, riskCostSquares, costRuns, costHits }: SimulationSinks,
  at: number,
): Pick<RiskResult, 'meanDays' | 'meanError' | 'meanDaysWhenHit'> {
  if (causes === null || costRuns === 0) return { meanDays: null, meanError: null, meanDaysWhenHit: null }
  const sum = Number(riskCosts[at])
  const squares = Number(riskCostSquares[at])
  const hits = costHits[at]
  const mean = sum / costRuns
  const variance = costRuns < 2 ? 0 : Math.max(0, squares - sum * mean) / (costRuns - 1)
  return {
    meanDays: mean / tables.unitsPerDay,
    meanError: Math.sqrt(variance / costRuns) / tables.unitsPerDay,
    meanDaysWhenHit: hits === 0 ? null : sum / hits / tables.unitsPerDay,
  }
}

function inOrder<Result extends { id: string }>(given: readonly { id: string }[], results: Result[]): Result[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return given.map(({ id }) => byId.get(id) as Result)
}
