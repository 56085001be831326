import type { CalendarTable } from '../../calendar/calendar-table.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelModule } from '../../wasm/load-module.ts'
import { passingMemory } from '../../wasm/passing-memory.ts'
import type { PlacedNodes, WeighedEdges } from './workday-network.ts'

const HEADER = 64

export function placeInWasm(
  module: KernelModule,
  graph: ScheduleGraph,
  table: CalendarTable,
  calendar: number,
): PlacedNodes {
  const { columns, nodeCount, taskOfNode } = graph
  const dayCount = table.endDay - table.firstDay
  const firstRank = table.rankOffset[calendar]
  const firstDay = table.dayOffset[calendar]
  const regions = new HeaderRegions(HEADER, layout.PLACE_HEADER_BYTES)
  regions.values(layout.PLACE_RANKS_ADDRESS, table.ranks.subarray(firstRank, firstRank + dayCount + 1))
  const { workingCount } = table
  regions.values(layout.PLACE_DAYS_ADDRESS, table.days.subarray(firstDay, firstDay + workingCount[calendar] + 1))
  regions.values(layout.PLACE_TASK_OF_NODE_ADDRESS, taskOfNode)
  regions.values(layout.PLACE_DURATION_ADDRESS, columns.durationDays)
  regions.values(layout.PLACE_PERCENT_ADDRESS, columns.percentComplete)
  regions.values(layout.PLACE_PLANNED_ADDRESS, columns.plannedStartDay)
  regions.values(layout.PLACE_STARTED_ADDRESS, columns.actualStartDay)
  regions.values(layout.PLACE_FINISHED_ADDRESS, columns.actualFinishDay)
  const floor = regions.room(layout.PLACE_FLOOR_ADDRESS, 4 * nodeCount)
  const length = regions.room(layout.PLACE_LENGTH_ADDRESS, 4 * nodeCount)
  const { buffer, exports } = passingMemory(module, regions.size)
  const header = regions.write(buffer)
  header[layout.PLACE_NODE_COUNT / 4] = nodeCount
  header[layout.PLACE_OPEN_POSITION / 4] = table.rankOf(calendar, Math.max(columns.projectStartDay, columns.statusDay))
  header[layout.PLACE_FIRST_DAY / 4] = table.firstDay
  header[layout.PLACE_DAY_COUNT / 4] = dayCount
  const said = exports.placeNodes(HEADER)
  return {
    floor: new Int32Array(buffer, floor, nodeCount).slice(),
    length: new Int32Array(buffer, length, nodeCount).slice(),
    beganOff: (said & layout.PLACE_BEGAN_OFF) !== 0,
    isDone: (said & layout.PLACE_IS_DONE) !== 0,
    isBegun: (said & layout.PLACE_IS_BEGUN) !== 0,
  }
}

export function weighInWasm(
  module: KernelModule,
  graph: ScheduleGraph,
  length: Int32Array,
  states: Uint8Array | null,
): WeighedEdges {
  const { nodeCount, edgeCount, taskOfNode } = graph
  const regions = new HeaderRegions(HEADER, layout.WEIGH_HEADER_BYTES)
  regions.values(layout.WEIGH_OFFSET_ADDRESS, graph.edgeOffset)
  regions.values(layout.WEIGH_SOURCE_ADDRESS, graph.edgeSource)
  regions.values(layout.WEIGH_TYPE_ADDRESS, graph.edgeType)
  regions.values(layout.WEIGH_LAG_ADDRESS, graph.edgeLag)
  regions.values(layout.WEIGH_LENGTH_ADDRESS, length)
  regions.values(layout.WEIGH_TASK_OF_NODE_ADDRESS, taskOfNode)
  regions.values(layout.WEIGH_RANK_ADDRESS, graph.columns.idRank)
  if (states !== null) regions.values(layout.WEIGH_STATE_ADDRESS, states)
  const weights = regions.room(layout.WEIGH_WEIGHT_ADDRESS, 4 * edgeCount)
  const suspects = regions.room(layout.WEIGH_SUSPECTS_ADDRESS, 8 * edgeCount)
  const { buffer, exports } = passingMemory(module, regions.size)
  const header = regions.write(buffer)
  header[layout.WEIGH_NODE_COUNT / 4] = nodeCount
  if (states === null) header[layout.WEIGH_STATE_ADDRESS / 4] = 0
  const suspectCount = exports.weighEdges(HEADER)
  return {
    edgeWeight: new Int32Array(buffer, weights, edgeCount).slice(),
    suspects: new Int32Array(buffer, suspects, 2 * suspectCount).slice(),
  }
}
