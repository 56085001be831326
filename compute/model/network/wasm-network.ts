import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelModule } from '../../wasm/load-module.ts'
import { passingMemory } from '../../wasm/passing-memory.ts'
import { hasSprints } from '../check-span.ts'
import { LINK_TYPE } from '../schedule-columns.ts'
import type { LaidNetwork, NetworkFault, NetworkSource } from './laid-network.ts'

const HEADER = 64

/** Lays a network out in WebAssembly, where no plan comes too early for compiled code. */
export function layOutInWasm(module: KernelModule, source: NetworkSource): LaidNetwork | NetworkFault {
  const { columns, links } = source
  const { taskCount } = columns
  const { edgeCount, startedSummaries } = links
  const rawCount = startedSummaries.length === 0 ? taskCount : 2 * taskCount
  const regions = new HeaderRegions(HEADER, layout.NET_HEADER_BYTES)
  const kindAddress = placeSource(regions, source)
  placeRoom(regions, rawCount, taskCount, edgeCount)
  const made = placeMade(regions, rawCount, edgeCount)
  const { buffer, exports } = passingMemory(module, regions.size)
  const header = regions.write(buffer)
  header[layout.NET_TASK_COUNT / 4] = taskCount
  header[layout.NET_RAW_COUNT / 4] = rawCount
  header[layout.NET_EDGE_COUNT / 4] = edgeCount
  // Edges of leaves into the start of their summary come of no link.
  header[layout.NET_MOST_TYPE / 4] = links.link === null ? LINK_TYPE.SF : layout.MEMBER_LINK
  const kinds = new Uint8Array(buffer, kindAddress, taskCount)
  for (let at = 0; at < startedSummaries.length; at++) kinds[startedSummaries[at]] = layout.KIND_STARTED_SUMMARY
  const outcome = exports.layOutNetwork(HEADER)
  if (outcome !== layout.NET_IS_LAID_OUT) return outcome === layout.NET_HAS_CYCLE ? 'cycle' : 'bad_links'
  const nodeCount = header[layout.NET_NODE_COUNT / 4]
  const longestDays = header[layout.NET_LONGEST_DAYS / 4]
  // What was made lies together, and is copied as a whole.
  const first = made.taskOfNode
  const copy = buffer.slice(first, made.edgeUnit + edgeCount)
  return {
    nodeCount,
    taskOfNode: new Int32Array(copy, 0, nodeCount),
    isSummaryStart: new Uint8Array(copy, made.isSummaryStart - first, nodeCount),
    nodeOfTask: new Int32Array(copy, made.nodeOfRaw - first, taskCount),
    edgeOffset: new Int32Array(copy, made.edgeOffset - first, nodeCount + 1),
    edgeSource: new Int32Array(copy, made.edgeSource - first, edgeCount),
    edgeType: new Uint8Array(copy, made.edgeType - first, edgeCount),
    edgeLag: new Int32Array(copy, made.edgeLag - first, edgeCount),
    edgeUnit: new Uint8Array(copy, made.edgeUnit - first, edgeCount),
    edgeOrigin: new Int32Array(copy, made.edgeOrigin - first, edgeCount),
    longestPathDays: hasSprints(columns) || longestDays >= layout.NET_MOST_DAYS ? undefined : longestDays,
  }
}

/** Returns the address of the kinds of tasks. */
function placeSource(regions: HeaderRegions, { columns, hierarchy, links }: NetworkSource): number {
  regions.values(layout.NET_FROM_ADDRESS, links.from)
  regions.values(layout.NET_TO_ADDRESS, links.to)
  regions.values(layout.NET_LAG_ADDRESS, links.lag)
  regions.values(layout.NET_TYPE_ADDRESS, links.type)
  regions.values(layout.NET_UNIT_ADDRESS, links.lagUnit)
  regions.values(layout.NET_RANK_ADDRESS, columns.idRank)
  regions.values(layout.NET_DURATION_ADDRESS, columns.durationDays)
  regions.values(layout.NET_OPTIMISTIC_ADDRESS, columns.optimisticDays)
  regions.values(layout.NET_LIKELY_ADDRESS, columns.mostLikelyDays)
  regions.values(layout.NET_PESSIMISTIC_ADDRESS, columns.pessimisticDays)
  return regions.values(layout.NET_KIND_ADDRESS, hierarchy.isSummary)
}

function placeRoom(regions: HeaderRegions, rawCount: number, taskCount: number, edgeCount: number): void {
  regions.room(layout.NET_WAITING_ADDRESS, layout.NET_WAITING_BYTES * (rawCount + 1))
  regions.room(layout.NET_OUT_COUNT_ADDRESS, 4 * rawCount)
  regions.room(layout.NET_FIRST_MORE_ADDRESS, 4 * rawCount)
  regions.room(layout.NET_NEXT_MORE_ADDRESS, 4 * (edgeCount + 1))
  regions.room(layout.NET_QUEUE_ADDRESS, 4 * (rawCount + 1))
  regions.room(layout.NET_LEVEL_ADDRESS, 4 * rawCount)
  regions.room(layout.NET_LEVEL_START_ADDRESS, 4 * (rawCount + 2))
  regions.room(layout.NET_IN_COUNT_ADDRESS, 4 * rawCount)
  regions.room(layout.NET_TASK_OF_RANK_ADDRESS, 4 * taskCount)
  regions.room(layout.NET_CURSOR_ADDRESS, 4 * rawCount)
  regions.room(layout.NET_REACH_ADDRESS, 4 * rawCount)
}

function placeMade(regions: HeaderRegions, rawCount: number, edgeCount: number) {
  return {
    taskOfNode: regions.room(layout.NET_TASK_OF_NODE_ADDRESS, 4 * rawCount),
    nodeOfRaw: regions.room(layout.NET_NODE_OF_RAW_ADDRESS, 4 * rawCount),
    edgeOffset: regions.room(layout.NET_EDGE_OFFSET_ADDRESS, 4 * (rawCount + 1)),
    edgeSource: regions.room(layout.NET_EDGE_SOURCE_ADDRESS, 4 * edgeCount),
    edgeLag: regions.room(layout.NET_EDGE_LAG_ADDRESS, 4 * edgeCount),
    edgeOrigin: regions.room(layout.NET_EDGE_ORIGIN_ADDRESS, 4 * edgeCount),
    isSummaryStart: regions.room(layout.NET_IS_SUMMARY_START_ADDRESS, rawCount),
    edgeType: regions.room(layout.NET_EDGE_TYPE_ADDRESS, edgeCount),
    edgeUnit: regions.room(layout.NET_EDGE_UNIT_ADDRESS, edgeCount),
  }
}
