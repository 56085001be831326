import { runBlocks } from '../simulation/run-blocks.ts'
import type { FoldedDates, FoldedNetwork } from './folded-network.ts'
import type { Kernel } from './kernel.ts'

/** The readable kernel, and the one that takes every case. */
export const tsKernel: Kernel = { name: 'ts', runFolded, runBlocks }

function runFolded(network: FoldedNetwork): FoldedDates {
  const { nodeCount, edgeCount } = network
  const dates: FoldedDates = {
    earlyStart: new Int32Array(nodeCount),
    lateStart: new Int32Array(nodeCount),
    freeDays: new Int32Array(nodeCount),
    linkDays: new Int32Array(edgeCount),
    finish: 0,
  }
  dates.finish = forwardPass(network, dates.earlyStart)
  backwardPass(network, dates)
  return dates
}

function forwardPass(network: FoldedNetwork, earlyStart: Int32Array): number {
  const { nodeCount, edgeOffset, edgeSource, edgeWeight, floor, length } = network
  let finish = 0
  let edge = 0
  for (let node = 0; node < nodeCount; node++) {
    const end = edgeOffset[node + 1]
    let start = floor[node]
    for (; edge < end; edge++) start = Math.max(start, earlyStart[edgeSource[edge]] + edgeWeight[edge])
    earlyStart[node] = start
    finish = Math.max(finish, start + length[node])
  }
  return finish
}

/** Every node hands late start and slack down its edges, so that the list sorted by target serves this pass too. */
function backwardPass(network: FoldedNetwork, dates: FoldedDates): void {
  const { nodeCount, edgeOffset, edgeSource, edgeWeight, length } = network
  const { earlyStart, lateStart, freeDays, linkDays, finish } = dates
  for (let node = 0; node < nodeCount; node++) lateStart[node] = finish - length[node]
  freeDays.fill(2_147_483_647)
  let edge = network.edgeCount - 1
  for (let node = nodeCount - 1; node >= 0; node--) {
    const first = edgeOffset[node]
    const late = lateStart[node]
    const early = earlyStart[node]
    for (; edge >= first; edge--) {
      const source = edgeSource[edge]
      const weight = edgeWeight[edge]
      lateStart[source] = Math.min(lateStart[source], late - weight)
      const slack = early - weight - earlyStart[source]
      linkDays[edge] = slack
      freeDays[source] = Math.min(freeDays[source], slack)
    }
    freeDays[node] = Math.min(freeDays[node], late - early)
  }
}
