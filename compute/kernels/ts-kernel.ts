import { correlateBlocks, runBlocks } from '../simulation/run-blocks.ts'
import type { FoldedNetwork, ResidentNetwork } from './folded-network.ts'
import type { Kernel } from './kernel.ts'
import { TsCpm } from './ts-cpm.ts'
import { TsGeneral } from './ts-general.ts'

const networks = new WeakMap<FoldedNetwork, ResidentNetwork>()

/** The readable kernel, and the one that takes every case. */
export const tsKernel: Kernel = {
  name: 'ts',
  openFolded,
  openPacked: () => null,
  openGeneral: (network) => new TsGeneral(network),
  runBlocks,
  correlateBlocks,
}

function openFolded(network: FoldedNetwork): ResidentNetwork {
  const resident = networks.get(network) ?? new TsCpm(network)
  networks.set(network, resident)
  return resident
}
