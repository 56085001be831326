// Edges of a network of working days that cross over between calendars or wait elapsed days. Same bits as
// compute/cpm/kernels/crossings.ts. They stand among the others with a weight that binds nothing.

import { EDGE_META_ELAPSED, EDGE_META_TYPE, LINK_FF, LINK_FS, STATE_OPEN } from '../layout/values'
import {
  CPM_DAYS_ADDRESS,
  CPM_DRIVING_ADDRESS,
  CPM_EDGE_LAG_ADDRESS,
  CPM_EDGE_LINK_ADDRESS,
  CPM_EDGE_META_ADDRESS,
  CPM_EDGE_OFFSET_ADDRESS,
  CPM_EDGE_SOURCE_ADDRESS,
  CPM_FIRST_DAY,
  CPM_KINDS_ADDRESS,
  CPM_NODE_COUNT,
  CPM_OTHER_DAY,
  CPM_OWN_ROWS_ADDRESS,
  CPM_RECORDS_ADDRESS,
  CPM_ROWS_ADDRESS,
  CPM_SPAN,
  CPM_STATE_ADDRESS,
  CROSS_COUNT,
  CROSS_END,
  CROSS_FIRST,
  CROSS_OTHER,
  CROSS_RANKS,
  EDGE_META_CROSSING,
  EDIT_FINISH_DAY,
  EDIT_MAY_END_EARLIER,
  EDIT_OUT_EDGE_ADDRESS,
  EDIT_OUT_NODE_ADDRESS,
  EDIT_OUT_OFFSET_ADDRESS,
  RECORD_EARLY,
  RECORD_LATE,
  RECORD_LENGTH,
  RECORD_NEXT,
} from '../layout/workdays'
import { isDone, NO_BOUND } from './positions'

function rowOf(header: usize, node: usize): usize {
  return <usize>load<u32>(<usize>load<u32>(header, CPM_ROWS_ADDRESS) + (node << 2))
}

function recordOf(header: usize, node: usize): usize {
  return <usize>load<u32>(header, CPM_RECORDS_ADDRESS) + (node << 4)
}

function rankOf(header: usize, row: usize, day: i32): i32 {
  const index = max(0, min(day - load<i32>(header, CPM_FIRST_DAY), load<i32>(header, CPM_SPAN)))
  return load<i32>(<usize>load<u32>(row, CROSS_RANKS) + ((<usize>index) << 2))
}

/** The day at a position of a calendar, or the sentinel of the end it lies past. */
function dayAt(header: usize, row: usize, position: i32): i32 {
  const first = load<i32>(row, CROSS_FIRST)
  const at = max(first - 1, min(position, first + load<i32>(row, CROSS_COUNT)))
  return load<i32>(<usize>load<u32>(header, CPM_DAYS_ADDRESS) + ((<usize>at) << 2))
}

/** Edges are byte positions of four an edge, as in the passes. */
function metaOf(header: usize, edge: usize): i32 {
  return <i32>load<u8>(<usize>load<u32>(header, CPM_EDGE_META_ADDRESS) + (edge >> 2))
}

function lagOf(header: usize, edge: usize): i32 {
  return load<i32>(<usize>load<u32>(header, CPM_EDGE_LAG_ADDRESS) + edge)
}

function ahead(header: usize, edge: usize, meta: i32, source: usize, target: usize): i32 {
  const type = meta & EDGE_META_TYPE
  const lag = lagOf(header, edge)
  const from = recordOf(header, source)
  const start = load<i32>(from, RECORD_EARLY)
  const position = (type & 1) === 0 ? start + load<i32>(from, RECORD_LENGTH) - 1 : start
  const day = dayAt(header, rowOf(header, source), position) + <i32>(type === LINK_FS)
  const row = rowOf(header, target)
  const rank = (meta & EDGE_META_ELAPSED) !== 0 ? rankOf(header, row, day + lag) : rankOf(header, row, day) + lag
  const bound = load<i32>(row, CROSS_FIRST) + rank
  return type >= LINK_FF ? bound - (load<i32>(recordOf(header, target), RECORD_LENGTH) - 1) : bound
}

function back(header: usize, edge: usize, meta: i32, source: usize, target: usize, start: i32): i32 {
  const type = meta & EDGE_META_TYPE
  const lag = lagOf(header, edge)
  const row = rowOf(header, target)
  const position = type >= LINK_FF ? start + load<i32>(recordOf(header, target), RECORD_LENGTH) - 1 : start
  const day = (meta & EDGE_META_ELAPSED) !== 0 ? dayAt(header, row, position) - lag : dayAt(header, row, position - lag)
  const own = <usize>load<u32>(<usize>load<u32>(header, CPM_OWN_ROWS_ADDRESS) + (source << 2))
  const record = recordOf(header, source)
  const rank = rankOf(header, own, day - <i32>(type === LINK_FS) + 1) - 1
  const toLast = (type & 1) === 0 ? load<i32>(record, RECORD_LENGTH) - 1 : 0
  const days = rowOf(header, source)
  if (own === days) return load<i32>(own, CROSS_FIRST) + rank - toLast
  const early = load<i32>(record, RECORD_EARLY)
  return early + <i32>(rank > rankOf(header, own, dayAt(header, days, early + toLast)))
}

/** The latest start that edges which cross over set for a node. */
export function startAcross(header: usize, node: usize): i32 {
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS) + (node << 2)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const end = (<usize>load<u32>(offsets, 4)) << 2
  let start: i32 = -NO_BOUND
  for (let edge = (<usize>load<u32>(offsets)) << 2; edge < end; edge += 4) {
    const meta = metaOf(header, edge)
    if ((meta & EDGE_META_CROSSING) === 0) continue
    start = max(start, ahead(header, edge, meta, <usize>load<u32>(sources + edge), node))
  }
  return start
}

/** Hands the bounds of a node down its edges that cross over, and says which of them drive; late ones where they are asked for. */
export function handAcross(header: usize, node: usize, finish: i32, withLate: bool): void {
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS) + (node << 2)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const links = <usize>load<u32>(header, CPM_EDGE_LINK_ADDRESS)
  const driving = <usize>load<u32>(header, CPM_DRIVING_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const state = states === 0 ? STATE_OPEN : <i32>load<u8>(states + node)
  const isOpen = state === STATE_OPEN
  const isBehind = isDone(state)
  const own = recordOf(header, node)
  const end = (<usize>load<u32>(offsets, 4)) << 2
  for (let edge = (<usize>load<u32>(offsets)) << 2; edge < end; edge += 4) {
    const meta = metaOf(header, edge)
    if ((meta & EDGE_META_CROSSING) === 0) continue
    const source = <usize>load<u32>(sources + edge)
    const record = recordOf(header, source)
    const bound = back(header, edge, meta, source, node, load<i32>(own, RECORD_EARLY))
    store<u8>(driving + <usize>load<u32>(links + edge), <u8>(bound === load<i32>(record, RECORD_EARLY)) & <u8>isOpen)
    if (isBehind) continue
    store<i32>(record, min(load<i32>(record, RECORD_NEXT), bound), RECORD_NEXT)
    if (!withLate) continue
    const late = back(header, edge, meta, source, node, load<i32>(own, RECORD_LATE) + finish) - finish
    store<i32>(record, min(load<i32>(record, RECORD_LATE), late), RECORD_LATE)
  }
}

/** The latest start that edges which cross over leave a node, less the finish. */
export function lateAcross(header: usize, edit: usize, node: usize, finish: i32): i32 {
  const offsets = <usize>load<u32>(edit, EDIT_OUT_OFFSET_ADDRESS) + (node << 2)
  const targets = <usize>load<u32>(edit, EDIT_OUT_NODE_ADDRESS)
  const edges = <usize>load<u32>(edit, EDIT_OUT_EDGE_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const end = (<usize>load<u32>(offsets, 4)) << 2
  let latest = NO_BOUND
  for (let out = (<usize>load<u32>(offsets)) << 2; out < end; out += 4) {
    const edge = (<usize>load<u32>(edges + out)) << 2
    const meta = metaOf(header, edge)
    const target = <usize>load<u32>(targets + out)
    const state = <i32>load<u8>(states + target)
    if ((meta & EDGE_META_CROSSING) === 0 || isDone(state)) continue
    const start = load<i32>(recordOf(header, target), RECORD_LATE) + finish
    latest = min(latest, back(header, edge, meta, node, target, start) - finish)
  }
  return latest
}

/** The latest start that moves nothing that edges which cross over lead to; says which of them drive. */
export function nextAcross(header: usize, edit: usize, node: usize): i32 {
  const offsets = <usize>load<u32>(edit, EDIT_OUT_OFFSET_ADDRESS) + (node << 2)
  const targets = <usize>load<u32>(edit, EDIT_OUT_NODE_ADDRESS)
  const edges = <usize>load<u32>(edit, EDIT_OUT_EDGE_ADDRESS)
  const links = <usize>load<u32>(header, CPM_EDGE_LINK_ADDRESS)
  const driving = <usize>load<u32>(header, CPM_DRIVING_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const early = load<i32>(recordOf(header, node), RECORD_EARLY)
  const end = (<usize>load<u32>(offsets, 4)) << 2
  let next = NO_BOUND
  for (let out = (<usize>load<u32>(offsets)) << 2; out < end; out += 4) {
    const edge = (<usize>load<u32>(edges + out)) << 2
    const meta = metaOf(header, edge)
    if ((meta & EDGE_META_CROSSING) === 0) continue
    const target = <usize>load<u32>(targets + out)
    const state = <i32>load<u8>(states + target)
    const bound = back(header, edge, meta, node, target, load<i32>(recordOf(header, target), RECORD_EARLY))
    store<u8>(driving + <usize>load<u32>(links + edge), <u8>(bound === early) & <u8>(state === STATE_OPEN))
    if (!isDone(state)) next = min(next, bound)
  }
  return next
}

/** The latest start that only the project finish sets, less that finish. */
export function lastOf(header: usize, node: usize): i32 {
  return load<i32>(rowOf(header, node), CROSS_END) - load<i32>(recordOf(header, node), RECORD_LENGTH)
}

/** The last day of a node that starts at a position. */
export function lastDay(header: usize, node: usize, start: i32): i32 {
  return dayAt(header, rowOf(header, node), start + load<i32>(recordOf(header, node), RECORD_LENGTH) - 1)
}

/** The position of the first day of a node's calendar. */
export function firstOf(header: usize, node: usize): i32 {
  return load<i32>(rowOf(header, node), CROSS_FIRST)
}

/** Notes that a node with another calendar starts elsewhere, where that may move the project finish. */
export function noteOther(header: usize, edit: usize, node: usize, before: i32, after: i32): void {
  const finishDay = load<i32>(edit, EDIT_FINISH_DAY)
  const isLast = lastDay(header, node, before) === finishDay
  if (isLast || lastDay(header, node, after) > finishDay) store<i32>(edit, 1, EDIT_MAY_END_EARLIER)
}

/** The latest end of what has the main calendar; leaves the last day of the rest in the header. */
export function findEnds(header: usize): i32 {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  let record = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  let finish: i32 = 0
  let otherDay = i32.MIN_VALUE
  for (let node: usize = 0; node < nodeCount; node++) {
    const start = load<i32>(record, RECORD_EARLY)
    if ((load<u8>(kinds + node) & CROSS_OTHER) !== 0) otherDay = max(otherDay, lastDay(header, node, start))
    else finish = max(finish, start + load<i32>(record, RECORD_LENGTH))
    record += 16
  }
  store<i32>(header, otherDay, CPM_OTHER_DAY)
  return finish
}

/** The least of all late starts, from the first day of the calendar of each. */
export function leastAcross(header: usize): i32 {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const rows = <usize>load<u32>(header, CPM_ROWS_ADDRESS)
  let record = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  let least = NO_BOUND
  for (let node: usize = 0; node < nodeCount; node++) {
    const row = <usize>load<u32>(rows + (node << 2))
    least = min(least, load<i32>(record, RECORD_LATE) - load<i32>(row, CROSS_FIRST))
    record += 16
  }
  return least
}
