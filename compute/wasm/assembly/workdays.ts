// Nodes and edges in positions of working days. Same bits as compute/cpm/kernels/ts-workdays.ts.

import {
  PLACE_BEGAN_OFF,
  PLACE_DAY_COUNT,
  PLACE_DAYS_ADDRESS,
  PLACE_DURATION_ADDRESS,
  PLACE_FINISHED_ADDRESS,
  PLACE_FIRST_DAY,
  PLACE_FLOOR_ADDRESS,
  PLACE_IS_BEGUN,
  PLACE_IS_DONE,
  PLACE_LENGTH_ADDRESS,
  PLACE_NODE_COUNT,
  PLACE_OPEN_POSITION,
  PLACE_PERCENT_ADDRESS,
  PLACE_PLANNED_ADDRESS,
  PLACE_RANKS_ADDRESS,
  PLACE_STARTED_ADDRESS,
  PLACE_TASK_OF_NODE_ADDRESS,
  WEIGH_LAG_ADDRESS,
  WEIGH_LENGTH_ADDRESS,
  WEIGH_NODE_COUNT,
  WEIGH_OFFSET_ADDRESS,
  WEIGH_RANK_ADDRESS,
  WEIGH_SOURCE_ADDRESS,
  WEIGH_STATE_ADDRESS,
  WEIGH_SUSPECTS_ADDRESS,
  WEIGH_TASK_OF_NODE_ADDRESS,
  WEIGH_TYPE_ADDRESS,
  WEIGH_WEIGHT_ADDRESS,
} from '../layout/network'
import { LINK_FF, LINK_SF, STATE_DONE, STATE_OPEN } from '../layout/values'

const NO_DAY: i32 = i32.MIN_VALUE

/** Floors and lengths of all nodes; returns what is said of them. */
export function placeNodes(header: usize): i32 {
  const nodeCount = load<u32>(header, PLACE_NODE_COUNT)
  const openPosition = load<i32>(header, PLACE_OPEN_POSITION)
  const days = <usize>load<u32>(header, PLACE_DAYS_ADDRESS)
  const taskOfNode = <usize>load<u32>(header, PLACE_TASK_OF_NODE_ADDRESS)
  const durations = <usize>load<u32>(header, PLACE_DURATION_ADDRESS)
  const percents = <usize>load<u32>(header, PLACE_PERCENT_ADDRESS)
  const planned = <usize>load<u32>(header, PLACE_PLANNED_ADDRESS)
  const started = <usize>load<u32>(header, PLACE_STARTED_ADDRESS)
  const finished = <usize>load<u32>(header, PLACE_FINISHED_ADDRESS)
  const floors = <usize>load<u32>(header, PLACE_FLOOR_ADDRESS)
  const lengths = <usize>load<u32>(header, PLACE_LENGTH_ADDRESS)
  let said: i32 = 0
  for (let at: usize = 0, end = (<usize>nodeCount) << 2; at < end; at += 4) {
    const task = (<usize>load<u32>(taskOfNode + at)) << 2
    const percent = load<f64>(percents + (task << 1))
    let length = load<i32>(durations + task)
    if (percent > 0) {
      length -= <i32>((<f64>length * min(percent, 100.0)) / 100.0)
      const isDone = percent >= 100 || load<i32>(finished + task) !== NO_DAY
      said |= isDone ? PLACE_IS_DONE : PLACE_IS_BEGUN
    } else if (load<i32>(finished + task) !== NO_DAY) said |= PLACE_IS_DONE
    let floor = openPosition
    const plannedDay = load<i32>(planned + task)
    if (plannedDay !== NO_DAY) floor = max(floor, rankOf(header, plannedDay))
    const startedDay = load<i32>(started + task)
    if (startedDay !== NO_DAY) {
      const rank = rankOf(header, startedDay)
      if (load<i32>(days + ((<usize>rank) << 2)) !== startedDay) said |= PLACE_BEGAN_OFF
      floor = max(floor, rank)
    }
    store<i32>(lengths + at, max(1, length))
    store<i32>(floors + at, floor)
  }
  return said
}

/** Working days of the table before a day. */
function rankOf(header: usize, day: i32): i32 {
  const firstDay = load<i32>(header, PLACE_FIRST_DAY)
  const dayCount = load<i32>(header, PLACE_DAY_COUNT)
  const index = day < firstDay ? 0 : day > firstDay + dayCount ? dayCount : day - firstDay
  return load<i32>(<usize>load<u32>(header, PLACE_RANKS_ADDRESS) + ((<usize>index) << 2))
}

/** What each edge adds to the start of its source, and which edges are suspects; returns how many those are. */
export function weighEdges(header: usize): i32 {
  const nodeCount = load<u32>(header, WEIGH_NODE_COUNT)
  const offsets = <usize>load<u32>(header, WEIGH_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, WEIGH_SOURCE_ADDRESS)
  const types = <usize>load<u32>(header, WEIGH_TYPE_ADDRESS)
  const lags = <usize>load<u32>(header, WEIGH_LAG_ADDRESS)
  const lengths = <usize>load<u32>(header, WEIGH_LENGTH_ADDRESS)
  const taskOfNode = <usize>load<u32>(header, WEIGH_TASK_OF_NODE_ADDRESS)
  const ranks = <usize>load<u32>(header, WEIGH_RANK_ADDRESS)
  const states = <usize>load<u32>(header, WEIGH_STATE_ADDRESS)
  const weights = <usize>load<u32>(header, WEIGH_WEIGHT_ADDRESS)
  const suspects = <usize>load<u32>(header, WEIGH_SUSPECTS_ADDRESS)
  let suspect = suspects
  let edge: usize = 0
  for (let node: usize = 0; node < <usize>nodeCount; node++) {
    const end = (<usize>load<u32>(offsets + (node << 2), 4)) << 2
    const length = load<i32>(lengths + (node << 2))
    const state = states === 0 ? STATE_OPEN : <i32>load<u8>(states + node)
    const isStill = state !== STATE_OPEN && state !== STATE_DONE
    for (; edge < end; edge += 4) {
      const source = <usize>load<u32>(sources + edge)
      const type = <i32>load<u8>(types + (edge >> 2))
      // From the finish of the source, to the finish of the target; from a start to a finish one day remains.
      const before = select(load<i32>(lengths + (source << 2)), 0, (type & 1) === 0)
      const behind = select(length, 0, type >= LINK_FF)
      const weight = load<i32>(lags + edge) + before - behind + <i32>(type === LINK_SF)
      store<i32>(weights + edge, weight)
      if (weight > 0 && !isStill) continue
      if (weight === 0 && !isStill && rankOfNode(source, taskOfNode, ranks) < rankOfNode(node, taskOfNode, ranks))
        continue
      store<u32>(suspect, <u32>source)
      store<u32>(suspect, <u32>node, 4)
      suspect += 8
    }
  }
  return <i32>((suspect - suspects) >> 3)
}

/** The rank of the id of a node's task. */
function rankOfNode(node: usize, taskOfNode: usize, ranks: usize): i32 {
  return load<i32>(ranks + ((<usize>load<u32>(taskOfNode + (node << 2))) << 2))
}
