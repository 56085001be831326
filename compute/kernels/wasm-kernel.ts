import type { Simulation } from '../simulation/prepare-simulation.ts'
import type { KernelModule } from '../wasm/load-module.ts'
import type { FoldedNetwork } from './folded-network.ts'
import type { Kernel } from './kernel.ts'
import { tsKernel } from './ts-kernel.ts'
import { WasmCpm } from './wasm-cpm.ts'
import { canUseLanes, WasmSimulation } from './wasm-simulation.ts'

/** The kernel in WebAssembly. Networks stay in the memory of an instance as long as they are in use elsewhere. */
export function createWasmKernel(module: KernelModule): Kernel {
  const networks = new WeakMap<FoldedNetwork, WasmCpm>()
  const simulations = new WeakMap<Simulation, WasmSimulation>()
  return {
    name: 'wasm',
    runFolded(network) {
      const resident = networks.get(network) ?? new WasmCpm(module, network)
      networks.set(network, resident)
      return resident.run()
    },
    runBlocks(simulation, options, sinks, fromBlock, toBlock) {
      if (!canUseLanes(simulation)) return tsKernel.runBlocks(simulation, options, sinks, fromBlock, toBlock)
      const resident = simulations.get(simulation) ?? new WasmSimulation(module, simulation)
      simulations.set(simulation, resident)
      resident.runBlocks(options, sinks, fromBlock, toBlock)
    },
  }
}
