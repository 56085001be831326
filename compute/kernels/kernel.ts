import type { Simulation } from '../simulation/prepare-simulation.ts'
import type { BlockRange } from '../simulation/run-blocks.ts'
import type { CheckedOptions } from '../simulation/simulation-options.ts'
import type { SimulationSinks } from '../simulation/simulation-sinks.ts'
import type { FoldedNetwork, ResidentNetwork } from './folded-network.ts'
import type { GeneralNetwork, ResidentGeneral } from './general-network.ts'
import type { PackedNetwork, ResidentPacked } from './packed-network.ts'

/** The loops worth more than one implementation. All kernels give the same bits; the TypeScript one is the reference. */
export interface Kernel {
  readonly name: 'ts' | 'wasm'
  /** A folded network where this kernel keeps it: the same one whenever it is asked for. */
  openFolded(network: FoldedNetwork): ResidentNetwork
  /** A folded network packed for many whole passes; null where this kernel gains nothing by it. */
  openPacked(network: FoldedNetwork, pack: () => PackedNetwork | null): ResidentPacked | null
  /** A network in dates where this kernel keeps it. */
  openGeneral(network: GeneralNetwork): ResidentGeneral
  /** Blocks of a simulation into the sinks, as long as `take` gives any. */
  runBlocks(
    simulation: Simulation,
    options: CheckedOptions,
    sinks: SimulationSinks,
    take: () => BlockRange | null,
  ): void
  /** Adds some blocks to the sums of `rank-correlation.ts`; `ranks` are those of all sampled runs. */
  correlateBlocks(
    simulation: Simulation,
    options: CheckedOptions,
    ranks: Int16Array,
    sums: Float64Array,
    fromBlock: number,
    toBlock: number,
  ): void
}
