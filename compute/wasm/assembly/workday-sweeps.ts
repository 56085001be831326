// The rest of a network of working days from where an edit reaches too many nodes to be followed. Same bits as
// compute/cpm/kernels/ts-edited.ts. Two edges are met without asking how many there are: the processor foresees no number of turns.

import { STATE_DONE, STATE_HELD, STATE_OPEN } from '../layout/values'
import {
  CPM_DRIVING_ADDRESS,
  CPM_EARLY_ADDRESS,
  CPM_EDGE_LINK_ADDRESS,
  CPM_EDGE_OFFSET_ADDRESS,
  CPM_EDGE_SOURCE_ADDRESS,
  CPM_EDGE_WEIGHT_ADDRESS,
  CPM_FLOOR_ADDRESS,
  CPM_KINDS_ADDRESS,
  CPM_LATEST_START_ADDRESS,
  CPM_NODE_COUNT,
  CPM_RECORDS_ADDRESS,
  CPM_STATE_ADDRESS,
  CROSS_IN,
  CROSS_OTHER,
  CROSS_OUT,
  EDIT_FINISH,
  EDIT_IN_PAIRS_ADDRESS,
  EDIT_OUT_EDGE_ADDRESS,
  EDIT_OUT_NODE_ADDRESS,
  EDIT_OUT_OFFSET_ADDRESS,
  EDIT_OUT_PAIRS_ADDRESS,
  PAIR_FIRST_NODE,
  PAIR_FIRST_WEIGHT,
  PAIR_SECOND_NODE,
  PAIR_SECOND_WEIGHT,
  RECORD_EARLY,
  RECORD_LATE,
  RECORD_LENGTH,
  RECORD_NEXT,
} from '../layout/workdays'
import { handAcross, lastOf, lateAcross, leastAcross, startAcross } from './crossings'
import { isDone, NO_BOUND } from './positions'

/** A loop is laid out for either kind of network, so that one of a single calendar asks nothing of others. */
type One = u8
type Several = u16

/** Early starts of a node and all behind it; returns the latest end of those, as far as they have the main calendar. */
export function sweepAhead(header: usize, edit: usize, from: i32): i32 {
  return load<u32>(header, CPM_KINDS_ADDRESS) === 0
    ? ahead<One>(header, edit, from)
    : ahead<Several>(header, edit, from)
}

function ahead<Calendars>(header: usize, edit: usize, from: i32): i32 {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const floors = <usize>load<u32>(header, CPM_FLOOR_ADDRESS)
  const early = <usize>load<u32>(header, CPM_EARLY_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const pairs = <usize>load<u32>(edit, EDIT_IN_PAIRS_ADDRESS)
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  let latest: i32 = 0
  let first = (<usize>load<u32>(offsets + ((<usize>from) << 2))) << 2
  for (let node = <usize>from; node < nodeCount; node++) {
    const at = node << 2
    const end = (<usize>load<u32>(offsets + at, 4)) << 2
    const state = <i32>load<u8>(states + node)
    let start = load<i32>(floors + at)
    if (state === STATE_OPEN || state === STATE_DONE) {
      const pair = pairs + (node << 4)
      const one = load<i32>(early + ((<usize>load<u32>(pair, PAIR_FIRST_NODE)) << 2))
      const other = load<i32>(early + ((<usize>load<u32>(pair, PAIR_SECOND_NODE)) << 2))
      start = max(start, one + load<i32>(pair, PAIR_FIRST_WEIGHT))
      start = max(start, other + load<i32>(pair, PAIR_SECOND_WEIGHT))
      for (let edge = first + 8; edge < end; edge += 4) {
        const source = (<usize>load<u32>(sources + edge)) << 2
        start = max(start, load<i32>(early + source) + load<i32>(weights + edge))
      }
      if (sizeof<Calendars>() === sizeof<Several>() && (load<u8>(kinds + node) & CROSS_IN) !== 0)
        start = max(start, startAcross(header, node))
    }
    first = end
    const record = records + (node << 4)
    store<i32>(early + at, start)
    store<i32>(record, start, RECORD_EARLY)
    latest = max(latest, start + load<i32>(record, RECORD_LENGTH))
  }
  return latest
}

/** Late starts of a node and all before it. */
export function sweepBack(header: usize, edit: usize, from: i32): void {
  if (load<u32>(header, CPM_KINDS_ADDRESS) === 0) back<One>(header, edit, from)
  else back<Several>(header, edit, from)
}

function back<Calendars>(header: usize, edit: usize, from: i32): void {
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const caps = <usize>load<u32>(header, CPM_LATEST_START_ADDRESS)
  const offsets = <usize>load<u32>(edit, EDIT_OUT_OFFSET_ADDRESS)
  const targets = <usize>load<u32>(edit, EDIT_OUT_NODE_ADDRESS)
  const edges = <usize>load<u32>(edit, EDIT_OUT_EDGE_ADDRESS)
  const pairs = <usize>load<u32>(edit, EDIT_OUT_PAIRS_ADDRESS)
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  const finish = load<i32>(edit, EDIT_FINISH)
  let end = (<usize>load<u32>(offsets + ((<usize>from) << 2), 4)) << 2
  for (let node = <isize>from; node >= 0; node--) {
    const at = (<usize>node) << 2
    const first = (<usize>load<u32>(offsets + at)) << 2
    const state = <i32>load<u8>(states + <usize>node)
    const record = records + (at << 2)
    const pair = pairs + (at << 2)
    const one = load<i32>(records + ((<usize>load<u32>(pair, PAIR_FIRST_NODE)) << 4), RECORD_LATE)
    const other = load<i32>(records + ((<usize>load<u32>(pair, PAIR_SECOND_NODE)) << 4), RECORD_LATE)
    const kind = sizeof<Calendars>() === sizeof<Several>() ? <i32>load<u8>(kinds + <usize>node) : 0
    let latest = (kind & CROSS_OTHER) !== 0 ? lastOf(header, <usize>node) : -load<i32>(record, RECORD_LENGTH)
    latest = min(latest, one - load<i32>(pair, PAIR_FIRST_WEIGHT))
    latest = min(latest, other - load<i32>(pair, PAIR_SECOND_WEIGHT))
    for (let out = first + 8; out < end; out += 4) {
      const target = <usize>load<u32>(targets + out)
      const weight = load<i32>(weights + ((<usize>load<u32>(edges + out)) << 2))
      latest = min(latest, load<i32>(records + (target << 4), RECORD_LATE) - weight)
    }
    if ((kind & CROSS_OUT) !== 0) latest = min(latest, lateAcross(header, edit, <usize>node, finish))
    end = first
    if (isDone(state)) latest = NO_BOUND
    else if (caps !== 0) {
      const cap = load<i32>(caps + at) - finish
      latest = state === STATE_HELD ? cap : min(latest, cap)
    }
    store<i32>(record, latest, RECORD_LATE)
  }
}

/** Next starts and driving links of all nodes, by their early starts. */
export function findNext(header: usize): void {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const links = <usize>load<u32>(header, CPM_EDGE_LINK_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const driving = <usize>load<u32>(header, CPM_DRIVING_ADDRESS)
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  let edge: usize = 0
  for (let node: usize = 0; node < nodeCount; node++) {
    const end = (<usize>load<u32>(offsets + (node << 2), 4)) << 2
    const state = <i32>load<u8>(states + node)
    const record = records + (node << 4)
    const start = load<i32>(record, RECORD_EARLY)
    const isOpen = state === STATE_OPEN
    const isBehind = isDone(state)
    store<i32>(record, NO_BOUND, RECORD_NEXT)
    for (; edge < end; edge += 4) {
      const source = records + ((<usize>load<u32>(sources + edge)) << 4)
      const bound = start - load<i32>(weights + edge)
      store<u8>(driving + <usize>load<u32>(links + edge), <u8>(bound === load<i32>(source, RECORD_EARLY)) & <u8>isOpen)
      const next = load<i32>(source, RECORD_NEXT)
      store<i32>(source, select(next, min(next, bound), isBehind), RECORD_NEXT)
    }
    if (kinds !== 0 && (load<u8>(kinds + node) & CROSS_IN) !== 0) handAcross(header, node, 0, false)
  }
}

/** The latest end of the first nodes, by their records. */
export function latestEnd(header: usize, count: i32): i32 {
  let record = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const end = record + ((<usize>count) << 4)
  let latest = i32x4.splat(0)
  for (; record < end; record += 16) {
    const own = v128.load(record)
    latest = i32x4.max_s(latest, i32x4.add(own, i32x4.shuffle(own, own, 3, 3, 3, 3)))
  }
  return i32x4.extract_lane(latest, 2)
}

/** The least of all late starts, from the first day of the calendar of each. */
export function leastLate(header: usize): i32 {
  if (load<u32>(header, CPM_KINDS_ADDRESS) !== 0) return leastAcross(header)
  let record = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const end = record + ((<usize>load<u32>(header, CPM_NODE_COUNT)) << 4)
  let least = i32x4.splat(NO_BOUND)
  for (; record < end; record += 16) least = i32x4.min_s(least, v128.load(record))
  return i32x4.extract_lane(least, 0)
}
