// Lays a network out: nodes by level and id, edges by target, and the longest path. Same bits as compute/model/network/ts-network.ts,
// and the same ways round what a processor does not foresee (compute/cpm/topological-order.ts).

import {
  KIND_STARTED_SUMMARY,
  NET_CURSOR_ADDRESS,
  NET_DURATION_ADDRESS,
  NET_EDGE_COUNT,
  NET_EDGE_LAG_ADDRESS,
  NET_EDGE_OFFSET_ADDRESS,
  NET_EDGE_ORIGIN_ADDRESS,
  NET_EDGE_SOURCE_ADDRESS,
  NET_EDGE_TYPE_ADDRESS,
  NET_EDGE_UNIT_ADDRESS,
  NET_FIRST_MORE_ADDRESS,
  NET_FROM_ADDRESS,
  NET_HAS_BAD_EDGE,
  NET_HAS_CYCLE,
  NET_IN_COUNT_ADDRESS,
  NET_IS_LAID_OUT,
  NET_IS_SUMMARY_START_ADDRESS,
  NET_KIND_ADDRESS,
  NET_LAG_ADDRESS,
  NET_LEVEL_ADDRESS,
  NET_LEVEL_START_ADDRESS,
  NET_LIKELY_ADDRESS,
  NET_LONGEST_DAYS,
  NET_MOST_DAYS,
  NET_MOST_TYPE,
  NET_NEXT_MORE_ADDRESS,
  NET_NODE_COUNT,
  NET_NODE_OF_RAW_ADDRESS,
  NET_OPTIMISTIC_ADDRESS,
  NET_OUT_COUNT_ADDRESS,
  NET_PESSIMISTIC_ADDRESS,
  NET_QUEUE_ADDRESS,
  NET_RANK_ADDRESS,
  NET_RAW_COUNT,
  NET_REACH_ADDRESS,
  NET_TASK_COUNT,
  NET_TASK_OF_NODE_ADDRESS,
  NET_TASK_OF_RANK_ADDRESS,
  NET_TO_ADDRESS,
  NET_TYPE_ADDRESS,
  NET_UNIT_ADDRESS,
  NET_WAITING_ADDRESS,
} from '../layout/network'

const TARGETS: u32 = 3
const NO_NODE: u32 = u32.MAX_VALUE

export function layOutNetwork(header: usize): i32 {
  if (!placeTargets(header)) return NET_HAS_BAD_EDGE
  const levels = findLevels(header)
  if (levels < 0) return NET_HAS_CYCLE
  orderNodes(header, levels)
  sortEdges(header)
  measurePaths(header)
  return NET_IS_LAID_OUT
}

/** Counts predecessors and writes the first targets of every node; lists the edges to others, numbered from 1. */
function placeTargets(header: usize): bool {
  const rawCount = load<u32>(header, NET_RAW_COUNT)
  const edgeCount = load<u32>(header, NET_EDGE_COUNT)
  const mostType = load<u32>(header, NET_MOST_TYPE)
  const from = <usize>load<u32>(header, NET_FROM_ADDRESS)
  const to = <usize>load<u32>(header, NET_TO_ADDRESS)
  const types = <usize>load<u32>(header, NET_TYPE_ADDRESS)
  const nodes = <usize>load<u32>(header, NET_WAITING_ADDRESS)
  const outCounts = <usize>load<u32>(header, NET_OUT_COUNT_ADDRESS)
  const firstMore = <usize>load<u32>(header, NET_FIRST_MORE_ADDRESS)
  const nextMore = <usize>load<u32>(header, NET_NEXT_MORE_ADDRESS)
  const nobody = nodes + ((<usize>rawCount) << 4)
  const empty = i32x4.replace_lane(i32x4.splat(<i32>nobody), 0, 0)
  for (let place = nodes; place < nobody; place += 16) v128.store(place, empty)
  v128.store(nobody, i32x4.splat(i32.MAX_VALUE))
  memory.fill(outCounts, 0, (<usize>rawCount) << 2)
  memory.fill(firstMore, 0, (<usize>rawCount) << 2)
  for (let edge: u32 = 0; edge < edgeCount; edge++) {
    const at = (<usize>edge) << 2
    const source = load<u32>(from + at)
    const target = load<u32>(to + at)
    const isGood =
      source < rawCount && target < rawCount && source !== target && <u32>load<u8>(types + <usize>edge) <= mostType
    if (!isGood) return false
    const waiting = nodes + ((<usize>target) << 4)
    store<i32>(waiting, load<i32>(waiting) + 1)
    const count = outCounts + ((<usize>source) << 2)
    const before = load<u32>(count)
    store<u32>(count, before + 1)
    if (before < TARGETS) store<u32>(nodes + ((<usize>source) << 4) + ((<usize>before) << 2), <u32>waiting, 4)
    else {
      const more = firstMore + ((<usize>source) << 2)
      store<u32>(nextMore + at, load<u32>(more), 4)
      store<u32>(more, edge + 1)
    }
  }
  return true
}

/** Levels by Kahn's algorithm; how many there are, or -1 where edges form a cycle. */
function findLevels(header: usize): i32 {
  const to = <usize>load<u32>(header, NET_TO_ADDRESS)
  const nodes = <usize>load<u32>(header, NET_WAITING_ADDRESS)
  const firstMore = <usize>load<u32>(header, NET_FIRST_MORE_ADDRESS)
  const nextMore = <usize>load<u32>(header, NET_NEXT_MORE_ADDRESS)
  const inCounts = <usize>load<u32>(header, NET_IN_COUNT_ADDRESS)
  const level = <usize>load<u32>(header, NET_LEVEL_ADDRESS)
  const starts = <usize>load<u32>(header, NET_LEVEL_START_ADDRESS)
  const queue = <usize>load<u32>(header, NET_QUEUE_ADDRESS)
  const nobody = nodes + ((<usize>load<u32>(header, NET_RAW_COUNT)) << 4)
  const whole = queue + ((<usize>load<u32>(header, NET_RAW_COUNT)) << 2)
  let queued = queue
  for (let place = nodes, inCount = inCounts; place < nobody; place += 16, inCount += 4) {
    const waiting = load<i32>(place)
    store<i32>(inCount, waiting)
    store<u32>(queued, <u32>place)
    queued += isNone(waiting)
  }
  let levels: i32 = 0
  for (let taken = queue; taken < queued; ) {
    store<u32>(starts + ((<usize>levels) << 2), <u32>((taken - queue) >> 2))
    for (const end = queued; taken < end; taken += 4) {
      const place = <usize>load<u32>(taken)
      const word = (place - nodes) >> 2
      store<i32>(level + word, levels)
      queued += pass(<usize>load<u32>(place, 4), queued)
      queued += pass(<usize>load<u32>(place, 8), queued)
      queued += pass(<usize>load<u32>(place, 12), queued)
      for (let edge = load<u32>(firstMore + word); edge !== 0; edge = load<u32>(nextMore + ((<usize>edge) << 2)))
        queued += pass(nodes + ((<usize>load<u32>(to + ((<usize>(edge - 1)) << 2))) << 4), queued)
    }
    levels++
  }
  store<u32>(starts + ((<usize>levels) << 2), <u32>((queued - queue) >> 2))
  return queued === whole ? levels : -1
}

/** Tells a target that one of its predecessors is done; returns by how many bytes the queue has grown. */
function pass(target: usize, queued: usize): usize {
  const waiting = load<i32>(target) - 1
  store<i32>(target, waiting)
  store<u32>(queued, <u32>target)
  return isNone(waiting)
}

/** The bytes of a word for zero, 0 for what is greater. */
function isNone(waiting: i32): usize {
  return (<usize>(waiting === 0)) << 2
}

/** Nodes by level and in there by rank: stable counting from rank to rank. */
function orderNodes(header: usize, levels: i32): void {
  const taskCount = load<u32>(header, NET_TASK_COUNT)
  const rawCount = load<u32>(header, NET_RAW_COUNT)
  const ranks = <usize>load<u32>(header, NET_RANK_ADDRESS)
  const kinds = <usize>load<u32>(header, NET_KIND_ADDRESS)
  const taskOfRank = <usize>load<u32>(header, NET_TASK_OF_RANK_ADDRESS)
  const level = <usize>load<u32>(header, NET_LEVEL_ADDRESS)
  const starts = <usize>load<u32>(header, NET_LEVEL_START_ADDRESS)
  const taskOfNode = <usize>load<u32>(header, NET_TASK_OF_NODE_ADDRESS)
  const nodeOfRaw = <usize>load<u32>(header, NET_NODE_OF_RAW_ADDRESS)
  const isSummaryStart = <usize>load<u32>(header, NET_IS_SUMMARY_START_ADDRESS)
  memory.fill(taskOfRank, 0, (<usize>taskCount) << 2)
  for (let task: u32 = 0; task < taskCount; task++) {
    const rank = load<u32>(ranks + ((<usize>task) << 2))
    if (rank < taskCount) store<u32>(taskOfRank + ((<usize>rank) << 2), task)
  }
  memory.fill(nodeOfRaw, 0xff, (<usize>rawCount) << 2)
  memory.fill(isSummaryStart, 0, <usize>rawCount)
  // Summaries have levels like all raw nodes; only what becomes a node counts.
  memory.fill(starts, 0, (<usize>(levels + 2)) << 2)
  for (let task: u32 = 0; task < taskCount; task++) {
    const raw = nodeFor(task, <u32>load<u8>(kinds + <usize>task), taskCount)
    if (raw === NO_NODE) continue
    const count = starts + ((<usize>load<u32>(level + ((<usize>raw) << 2))) << 2)
    store<u32>(count, load<u32>(count, 4) + 1, 4)
  }
  let nodeCount: u32 = 0
  for (let at = starts, end = starts + ((<usize>levels) << 2); at <= end; at += 4) {
    nodeCount += load<u32>(at)
    store<u32>(at, nodeCount)
  }
  for (let rank: u32 = 0; rank < taskCount; rank++) {
    const task = load<u32>(taskOfRank + ((<usize>rank) << 2))
    const raw = nodeFor(task, <u32>load<u8>(kinds + <usize>task), taskCount)
    if (raw === NO_NODE) continue
    const cursor = starts + ((<usize>load<u32>(level + ((<usize>raw) << 2))) << 2)
    const node = load<u32>(cursor)
    store<u32>(cursor, node + 1)
    store<u32>(taskOfNode + ((<usize>node) << 2), task)
    store<u32>(nodeOfRaw + ((<usize>raw) << 2), node)
    if (raw !== task) store<u8>(isSummaryStart + <usize>node, 1)
  }
  store<u32>(header, nodeCount, NET_NODE_COUNT)
}

/** The raw node that stands for a task of a kind, or none: of most summaries nobody waits for the start. */
function nodeFor(task: u32, kind: u32, taskCount: u32): u32 {
  if (kind === 0) return task
  return kind === KIND_STARTED_SUMMARY ? taskCount + task : NO_NODE
}

/** Counting sort of the edges by target node; edges of one target stay in their order. */
function sortEdges(header: usize): void {
  const taskCount = load<u32>(header, NET_TASK_COUNT)
  const nodeCount = load<u32>(header, NET_NODE_COUNT)
  const edgeCount = load<u32>(header, NET_EDGE_COUNT)
  const from = <usize>load<u32>(header, NET_FROM_ADDRESS)
  const to = <usize>load<u32>(header, NET_TO_ADDRESS)
  const lags = <usize>load<u32>(header, NET_LAG_ADDRESS)
  const types = <usize>load<u32>(header, NET_TYPE_ADDRESS)
  const units = <usize>load<u32>(header, NET_UNIT_ADDRESS)
  const inCounts = <usize>load<u32>(header, NET_IN_COUNT_ADDRESS)
  const taskOfNode = <usize>load<u32>(header, NET_TASK_OF_NODE_ADDRESS)
  const nodeOfRaw = <usize>load<u32>(header, NET_NODE_OF_RAW_ADDRESS)
  const isSummaryStart = <usize>load<u32>(header, NET_IS_SUMMARY_START_ADDRESS)
  const cursors = <usize>load<u32>(header, NET_CURSOR_ADDRESS)
  const offsets = <usize>load<u32>(header, NET_EDGE_OFFSET_ADDRESS)
  const edgeSource = <usize>load<u32>(header, NET_EDGE_SOURCE_ADDRESS)
  const edgeLag = <usize>load<u32>(header, NET_EDGE_LAG_ADDRESS)
  const edgeOrigin = <usize>load<u32>(header, NET_EDGE_ORIGIN_ADDRESS)
  const edgeType = <usize>load<u32>(header, NET_EDGE_TYPE_ADDRESS)
  const edgeUnit = <usize>load<u32>(header, NET_EDGE_UNIT_ADDRESS)
  let offset: u32 = 0
  for (let node: u32 = 0; node < nodeCount; node++) {
    const at = (<usize>node) << 2
    store<u32>(offsets + at, offset)
    store<u32>(cursors + at, offset)
    const task = load<u32>(taskOfNode + at)
    const raw = task + <u32>load<u8>(isSummaryStart + <usize>node) * taskCount
    offset += load<u32>(inCounts + ((<usize>raw) << 2))
  }
  store<u32>(offsets + ((<usize>nodeCount) << 2), offset)
  for (let edge: u32 = 0; edge < edgeCount; edge++) {
    const word = (<usize>edge) << 2
    const target = load<u32>(nodeOfRaw + ((<usize>load<u32>(to + word)) << 2))
    const cursor = cursors + ((<usize>target) << 2)
    const at = <usize>load<u32>(cursor)
    store<u32>(cursor, <u32>at + 1)
    store<u32>(edgeSource + (at << 2), load<u32>(nodeOfRaw + ((<usize>load<u32>(from + word)) << 2)))
    store<u32>(edgeOrigin + (at << 2), edge)
    store<i32>(edgeLag + (at << 2), load<i32>(lags + word))
    store<u8>(edgeType + at, load<u8>(types + <usize>edge))
    store<u8>(edgeUnit + at, load<u8>(units + <usize>edge))
  }
}

/** The longest path, each task at its longest; up to `NET_MOST_DAYS`. */
function measurePaths(header: usize): void {
  const nodeCount = load<u32>(header, NET_NODE_COUNT)
  const durations = <usize>load<u32>(header, NET_DURATION_ADDRESS)
  const optimistic = <usize>load<u32>(header, NET_OPTIMISTIC_ADDRESS)
  const likely = <usize>load<u32>(header, NET_LIKELY_ADDRESS)
  const pessimistic = <usize>load<u32>(header, NET_PESSIMISTIC_ADDRESS)
  const taskOfNode = <usize>load<u32>(header, NET_TASK_OF_NODE_ADDRESS)
  const isSummaryStart = <usize>load<u32>(header, NET_IS_SUMMARY_START_ADDRESS)
  const offsets = <usize>load<u32>(header, NET_EDGE_OFFSET_ADDRESS)
  const edgeSource = <usize>load<u32>(header, NET_EDGE_SOURCE_ADDRESS)
  const edgeLag = <usize>load<u32>(header, NET_EDGE_LAG_ADDRESS)
  const reach = <usize>load<u32>(header, NET_REACH_ADDRESS)
  const bytes = (<usize>load<u32>(header, NET_TASK_COUNT)) << 2
  for (let at: usize = 0; at < bytes; at += 16) {
    const estimates = i32x4.max_s(v128.load(optimistic + at), v128.load(likely + at))
    const longest = i32x4.max_s(v128.load(durations + at), v128.load(pessimistic + at))
    v128.store(durations + at, i32x4.max_s(longest, estimates))
  }
  let longest: i32 = 0
  let edge: usize = 0
  for (let node: u32 = 0; node < nodeCount; node++) {
    const at = (<usize>node) << 2
    const end = (<usize>load<u32>(offsets + at, 4)) << 2
    let days: i32 = 0
    for (; edge < end; edge += 4) {
      const lag = load<i32>(edgeLag + edge)
      const path = load<i32>(reach + ((<usize>load<u32>(edgeSource + edge)) << 2)) + select(lag, -lag, lag > 0)
      days = max(days, path)
    }
    const own = load<i32>(durations + ((<usize>load<u32>(taskOfNode + at)) << 2))
    days = min(days + select(0, own, load<u8>(isSummaryStart + <usize>node) !== 0), NET_MOST_DAYS)
    store<i32>(reach + at, days)
    longest = max(longest, days)
  }
  store<i32>(header, longest, NET_LONGEST_DAYS)
}
