import type { Simulation } from '../simulation/prepare-simulation.ts'
import type { CheckedOptions } from '../simulation/simulation-options.ts'
import type { SimulationSinks } from '../simulation/simulation-sinks.ts'
import type { FoldedDates, FoldedNetwork } from './folded-network.ts'

/** The loops worth more than one implementation. All kernels give the same bits; the TypeScript one is the reference. */
export interface Kernel {
  readonly name: 'ts' | 'wasm'
  /** Both passes and the floats of a folded network. */
  runFolded(network: FoldedNetwork): FoldedDates
  /** Some blocks of a simulation, from `fromBlock` up to, not including, `toBlock`, into the sinks. */
  runBlocks(
    simulation: Simulation,
    options: CheckedOptions,
    sinks: SimulationSinks,
    fromBlock: number,
    toBlock: number,
  ): void
}
