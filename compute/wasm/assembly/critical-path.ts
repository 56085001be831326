// The critical path where every date is a working-day position of one calendar and every link one weight. Same steps
// and same bits as compute/cpm/kernels/ts-cpm.ts.

import { STATE_DONE, STATE_HELD, STATE_OPEN } from '../layout/values'
import {
  CPM_COLUMNS_ADDRESS,
  CPM_CRITICAL_ADDRESS,
  CPM_DAYS_ADDRESS,
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
  CPM_NODE_OF_TASK_ADDRESS,
  CPM_RECORDS_ADDRESS,
  CPM_STATE_ADDRESS,
  CPM_TASK_COUNT,
  CROSS_IN,
  CROSS_OTHER,
} from '../layout/workdays'
import { handAcross, lastOf, startAcross } from './crossings'
import { isDone, NO_BOUND } from './positions'

/** A loop is laid out for either kind of network, so that one of a single calendar asks nothing of others. */
type One = u8
type Several = u16

/** Early starts; returns the exclusive finish position of the project, which nodes of other calendars may outlast. */
export function forwardPass(header: usize): i32 {
  return load<u32>(header, CPM_KINDS_ADDRESS) === 0 ? forward<One>(header) : forward<Several>(header)
}

function forward<Calendars>(header: usize): i32 {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const floors = <usize>load<u32>(header, CPM_FLOOR_ADDRESS)
  const early = <usize>load<u32>(header, CPM_EARLY_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  let record = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  let finish: i32 = 0
  let edge: usize = 0
  for (let node: usize = 0; node < nodeCount; node++) {
    const at = node << 2
    const end = (<usize>load<u32>(offsets + at, 4)) << 2
    const kind = sizeof<Calendars>() === sizeof<Several>() ? <i32>load<u8>(kinds + node) : 0
    let start = load<i32>(floors + at)
    if (states !== 0) {
      const state = <i32>load<u8>(states + node)
      // Recorded, held or placed: no link moves it.
      if (state !== STATE_OPEN && state !== STATE_DONE) edge = end
    }
    if ((kind & CROSS_IN) !== 0 && edge < end) start = max(start, startAcross(header, node))
    for (; edge < end; edge += 4) {
      const bound = load<i32>(early + ((<usize>load<u32>(sources + edge)) << 2)) + load<i32>(weights + edge)
      start = select(start, bound, start > bound)
    }
    const length = load<i32>(record, 12)
    store<i32>(early + at, start)
    store<i32>(record, -length)
    store<i32>(record, NO_BOUND, 4)
    store<i32>(record, start, 8)
    record += 16
    const latest = (kind & CROSS_OTHER) !== 0 ? 0 : start + length
    finish = select(finish, latest, finish > latest)
    if ((kind & CROSS_OTHER) !== 0) store<i32>(record - 16, NO_BOUND)
  }
  // Summaries name this record, which must lead to days that exist: the last one.
  store<i32>(record, -1)
  return finish
}

/** Late starts and what the floats need, scattered down the edges from the last node to the first; driving links. */
export function backwardPass(header: usize, finish: i32): void {
  if (load<u32>(header, CPM_KINDS_ADDRESS) === 0) backward<One>(header, finish)
  else backward<Several>(header, finish)
}

function backward<Calendars>(header: usize, finish: i32): void {
  const nodeCount = <usize>load<u32>(header, CPM_NODE_COUNT)
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const links = <usize>load<u32>(header, CPM_EDGE_LINK_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const driving = <usize>load<u32>(header, CPM_DRIVING_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const caps = <usize>load<u32>(header, CPM_LATEST_START_ADDRESS)
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  const none = i32x4.splat(NO_BOUND)
  let edge = (<usize>load<u32>(offsets + (nodeCount << 2))) << 2
  for (let node: isize = <isize>nodeCount - 1; node >= 0; node--) {
    const first = (<usize>load<u32>(offsets + ((<usize>node) << 2))) << 2
    const state = states === 0 ? STATE_OPEN : <i32>load<u8>(states + <usize>node)
    const record = records + ((<usize>node) << 4)
    if (isDone(state)) {
      store<i32>(record, NO_BOUND)
      edge = first
      continue
    }
    const kind = sizeof<Calendars>() === sizeof<Several>() ? <i32>load<u8>(kinds + <usize>node) : 0
    if ((kind & CROSS_OTHER) !== 0) store<i32>(record, min(load<i32>(record), lastOf(header, <usize>node)))
    if (caps !== 0) {
      const cap = load<i32>(caps + ((<usize>node) << 2)) - finish
      store<i32>(record, state === STATE_HELD ? cap : min(load<i32>(record), cap))
    }
    const own = v128.load(record)
    const isOpen = state === STATE_OPEN
    const dates = i32x4.shuffle(own, none, 0, 2, 4, 4)
    while (edge > first) {
      edge -= 4
      const before = records + ((<usize>load<u32>(sources + edge)) << 4)
      const bounds = i32x4.sub(dates, v128.load32_splat(weights + edge))
      const source = v128.load(before)
      v128.store(before, i32x4.min_s(source, bounds))
      store<u8>(
        driving + <usize>load<u32>(links + edge),
        <u8>(i32x4.extract_lane(bounds, 1) === i32x4.extract_lane(source, 2)) & <u8>isOpen,
      )
    }
    if ((kind & CROSS_IN) !== 0) handAcross(header, <usize>node, finish, true)
  }
}

/** Turns positions into days, and rows of nodes into rows of tasks. */
export function gatherTasks(header: usize, finish: i32): void {
  const bytes = (<usize>load<u32>(header, CPM_TASK_COUNT)) << 2
  const nodes = <usize>load<u32>(header, CPM_NODE_OF_TASK_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const days = <usize>load<u32>(header, CPM_DAYS_ADDRESS)
  let column = <usize>load<u32>(header, CPM_COLUMNS_ADDRESS)
  let critical = <usize>load<u32>(header, CPM_CRITICAL_ADDRESS)
  const second = bytes << 1
  const fourth = bytes << 2
  for (let at: usize = 0; at < bytes; at += 4) {
    const node = <usize>load<u32>(nodes + at)
    const isBehind = states !== 0 && isDone(<i32>load<u8>(states + node))
    const record = records + (node << 4)
    const early = load<i32>(record, 8)
    const late = select(early, load<i32>(record) + finish, isBehind)
    const next = select(early, load<i32>(record, 4), isBehind)
    const last = load<i32>(record, 12) - 1
    const earlyDay = load<i32>(days + ((<usize>early) << 2))
    store<i32>(column, earlyDay)
    store<i32>(column + bytes, load<i32>(days + ((<usize>(early + last)) << 2)))
    store<i32>(column + second, load<i32>(days + ((<usize>late) << 2)))
    store<i32>(column + second + bytes, load<i32>(days + ((<usize>(late + last)) << 2)))
    store<i32>(column + fourth, earlyDay)
    const total = late - early
    store<i32>(column + fourth + bytes, total)
    // Under a cap total float may lie below zero; free float never does.
    store<i32>(column + fourth + second, max(0, min(total, next - early)))
    store<u8>(critical, <u8>(total <= 0 && !isBehind))
    column += 4
    critical++
  }
}
