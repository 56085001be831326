import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { Simulation } from '../prepare/simulation.ts'
import type { BlockRunner } from './block-runner.ts'
import { addProducts } from './correlation-sums.ts'
import { BLOCK_RUNS } from './sample-durations.ts'
import { TsBlocks } from './ts/ts-blocks.ts'
import { lanesFor } from './wasm/choose-lanes.ts'
import { WasmBlocks } from './wasm/wasm-blocks.ts'

/** Opens the blocks of a simulation in a kernel; what does not fit its memory is run by the one in TypeScript. */
export function openBlocks(simulation: Simulation, seed: number, kernel: Kernel): BlockRunner {
  return residentIn(kernel, simulation)?.open(seed) ?? new TsBlocks(simulation, seed)
}

/** Adds some of the blocks to the sums of the correlations. `ranks` are those of all sampled runs. */
export function correlateBlocks(
  simulation: Simulation,
  seed: number,
  kernel: Kernel,
  ranks: Int16Array,
  sums: Float64Array,
  fromBlock: number,
  toBlock: number,
): void {
  const resident = residentIn(kernel, simulation)
  if (resident !== null) {
    resident.correlate(seed, ranks, sums, fromBlock, toBlock)
    return
  }
  for (let block = fromBlock; block < toBlock; block++) {
    const own = ranks.subarray(block * BLOCK_RUNS, (block + 1) * BLOCK_RUNS)
    addProducts(simulation, seed, block, own, sums)
  }
}

/** Simulations in the memory of a kernel, as long as they are in use elsewhere; null for those too large. */
const residents = new WeakMap<Kernel, WeakMap<Simulation, WasmBlocks | null>>()

function residentIn(kernel: Kernel, simulation: Simulation): WasmBlocks | null {
  const { module } = kernel
  if (module === null) return null
  let known = residents.get(kernel)
  if (known === undefined) {
    known = new WeakMap()
    residents.set(kernel, known)
  }
  let resident = known.get(simulation)
  if (resident === undefined) {
    const lanes = lanesFor(simulation)
    resident = lanes === null ? null : new WasmBlocks(module, simulation, lanes)
    known.set(simulation, resident)
  }
  return resident
}
