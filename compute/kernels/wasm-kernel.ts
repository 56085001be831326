import type { Simulation } from '../simulation/prepare-simulation.ts'
import type { KernelModule } from '../wasm/load-module.ts'
import type { FoldedNetwork } from './folded-network.ts'
import type { GeneralNetwork } from './general-network.ts'
import type { Kernel } from './kernel.ts'
import { canUseLanes } from './simulation-program.ts'
import { tsKernel } from './ts-kernel.ts'
import { WasmCpm } from './wasm-cpm.ts'
import { WasmGeneral } from './wasm-general.ts'
import { WasmPacked } from './wasm-packed.ts'
import { WasmSimulation } from './wasm-simulation.ts'

/** The kernel in WebAssembly. Networks stay in the memory of an instance as long as they are in use elsewhere. */
export function createWasmKernel(module: KernelModule): Kernel {
  const networks = new WeakMap<FoldedNetwork, WasmCpm>()
  const packs = new WeakMap<FoldedNetwork, WasmPacked | null>()
  const generals = new WeakMap<GeneralNetwork, WasmGeneral>()
  const simulations = new WeakMap<Simulation, WasmSimulation | null>()
  /** Null where a simulation does not fit lanes. */
  const residentOf = (simulation: Simulation): WasmSimulation | null => {
    let resident = simulations.get(simulation)
    if (resident === undefined) {
      resident = canUseLanes(simulation) ? new WasmSimulation(module, simulation) : null
      simulations.set(simulation, resident)
    }
    return resident
  }
  return {
    name: 'wasm',
    openFolded(network) {
      const resident = networks.get(network) ?? new WasmCpm(module, network)
      networks.set(network, resident)
      return resident
    },
    openPacked(network, pack) {
      let resident = packs.get(network)
      if (resident === undefined) {
        const packed = pack()
        resident = packed === null ? null : new WasmPacked(module, network, packed)
        packs.set(network, resident)
      }
      return resident
    },
    openGeneral(network) {
      const resident = generals.get(network) ?? new WasmGeneral(module, network)
      generals.set(network, resident)
      return resident
    },
    runBlocks(simulation, options, sinks, take) {
      const resident = residentOf(simulation)
      if (resident === null) tsKernel.runBlocks(simulation, options, sinks, take)
      else resident.runBlocks(options, sinks, take)
    },
    correlateBlocks(simulation, options, ranks, sums, fromBlock, toBlock) {
      const resident = residentOf(simulation)
      if (resident === null) tsKernel.correlateBlocks(simulation, options, ranks, sums, fromBlock, toBlock)
      else resident.correlateBlocks(options, ranks, sums, fromBlock, toBlock)
    },
  }
}
