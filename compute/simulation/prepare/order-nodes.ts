import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { SimulationNetwork } from './simulation-network.ts'

/** Nodes that are put in order at a time: enough to find alike ones among, and near enough to each other for the caches. */
const BAND_NODES = 256

/**
 * The nodes that are not completed, each after all that lead to it, and those with as many edges of every kind one after the other as
 * far as that goes: a pass then turns as often for a node as for the one before it, which the processor foresees.
 */
export function orderNodes(network: SimulationNetwork): Int32Array {
  const { graph, isConstant } = network
  const live = Int32Array.from(graph.taskOfNode.keys()).filter((node) => isConstant[node] === 0)
  const order = new Int32Array(live.length)
  const waits = new Int32Array(graph.nodeCount)
  for (let from = 0; from < live.length; from += BAND_NODES) {
    const band = live.subarray(from, from + BAND_NODES)
    orderBand(network, band, waits, order.subarray(from, from + BAND_NODES))
  }
  return order
}

/** `waits` counts the edges that lead to a node from others of its band which are not yet listed. */
function orderBand(network: SimulationNetwork, band: Int32Array, waits: Int32Array, order: Int32Array): void {
  const { edgeOffset, edgeSource } = network
  const followers = new Map<number, number[]>(Array.from(band, (node) => [node, []]))
  const ready = new Map<number, number[]>()
  const list = (node: number): void => {
    const kind = kindOf(network, node)
    const alike = ready.get(kind)
    if (alike === undefined) ready.set(kind, [node])
    else alike.push(node)
  }
  for (const node of band) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const before = followers.get(edgeSource[edge])
      if (before === undefined) continue
      before.push(node)
      waits[node]++
    }
  }
  for (const node of band) if (waits[node] === 0) list(node)
  let listed = 0
  while (listed < order.length) {
    const [kind, alike] = [...ready].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    ready.delete(kind)
    // What becomes ready meanwhile and is alike is taken along.
    ready.set(kind, [])
    for (let at = 0; at < alike.length; at++) {
      order[listed++] = alike[at]
      for (const node of followers.get(alike[at]) as number[]) {
        if (--waits[node] > 0) continue
        if (kindOf(network, node) === kind) alike.push(node)
        else list(node)
      }
    }
  }
}

/** How many edges of each kind lead to a node, as one number; many of a kind count as alike. */
function kindOf({ edgeOffset, edgeType, edgeAdd }: SimulationNetwork, node: number): number {
  let [plain, other, converted] = [0, 0, 0]
  for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
    if (Number.isNaN(edgeAdd[edge])) converted++
    else if (edgeType[edge] === LINK_TYPE.FS && edgeAdd[edge] === 0) plain++
    else other++
  }
  return Math.min(plain, 15) + 16 * Math.min(other, 15) + 256 * Math.min(converted, 15)
}
