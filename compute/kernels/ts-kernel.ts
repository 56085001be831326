import { correlateBlocks, runBlocks } from '../simulation/run-blocks.ts'
import { FOLDED_COLUMNS, type FoldedDates, type FoldedNetwork } from './folded-network.ts'
import type { Kernel } from './kernel.ts'

/** The readable kernel, and the one that takes every case. */
export const tsKernel: Kernel = { name: 'ts', runFolded, runBlocks, correlateBlocks }

function runFolded(network: FoldedNetwork): FoldedDates {
  const { nodeCount, taskCount, linkCount, days } = network
  const earlyStart = new Int32Array(nodeCount)
  const dates: FoldedDates = {
    earlyStart,
    finish: forwardPass(network, earlyStart),
    columns: new Int32Array(FOLDED_COLUMNS * taskCount),
    isCritical: new Uint8Array(taskCount),
    isDriving: new Uint8Array(linkCount),
  }
  if (dates.finish > days.length) return dates
  const { lateStart, nextStart } = backwardPass(network, dates)
  gatherTasks(network, dates, lateStart, nextStart)
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

/**
 * Every node hands two bounds down its edges, so that the list sorted by target serves this pass too: how late its
 * source may start, and how late it may start without moving this node from its early start.
 */
function backwardPass(network: FoldedNetwork, { earlyStart, finish, isDriving }: FoldedDates) {
  const { nodeCount, edgeOffset, edgeSource, edgeWeight, edgeLink, length } = network
  const lateStart = Int32Array.from(length, (days) => finish - days)
  const nextStart = new Int32Array(nodeCount).fill(2_147_483_647)
  let edge = network.edgeCount - 1
  for (let node = nodeCount - 1; node >= 0; node--) {
    for (const first = edgeOffset[node]; edge >= first; edge--) {
      const source = edgeSource[edge]
      const bound = earlyStart[node] - edgeWeight[edge]
      lateStart[source] = Math.min(lateStart[source], lateStart[node] - edgeWeight[edge])
      nextStart[source] = Math.min(nextStart[source], bound)
      if (edgeLink[edge] < network.linkCount) isDriving[edgeLink[edge]] = bound === earlyStart[source] ? 1 : 0
    }
  }
  return { lateStart, nextStart }
}

/** Turns positions into days, and rows of nodes into rows of tasks. */
function gatherTasks(network: FoldedNetwork, dates: FoldedDates, lateStart: Int32Array, nextStart: Int32Array): void {
  const { taskCount, nodeOfTask, length, days } = network
  const { earlyStart, columns, isCritical } = dates
  for (let task = 0; task < taskCount; task++) {
    const node = nodeOfTask[task]
    if (node === network.nodeCount) continue
    const early = earlyStart[node]
    const late = lateStart[node]
    const toLast = length[node] - 1
    columns[task] = days[early]
    columns[taskCount + task] = days[early + toLast]
    columns[2 * taskCount + task] = days[late]
    columns[3 * taskCount + task] = days[late + toLast]
    columns[4 * taskCount + task] = days[early]
    columns[5 * taskCount + task] = late - early
    columns[6 * taskCount + task] = Math.min(late, nextStart[node]) - early
    isCritical[task] = late === early ? 1 : 0
  }
}
