// The nodes that an edit of a network of working days reaches. Same steps and same bits as compute/cpm/kernels/ts-edited.ts.

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
  CPM_RECORDS_ADDRESS,
  CPM_STATE_ADDRESS,
  CPM_TASK_COUNT,
  CROSS_IN,
  CROSS_OTHER,
  CROSS_OUT,
  EDIT_AHEAD_BITS_ADDRESS,
  EDIT_AHEAD_ENDS,
  EDIT_AHEAD_GROUPS_ADDRESS,
  EDIT_BACK_BITS_ADDRESS,
  EDIT_BACK_ENDS,
  EDIT_BACK_GROUPS_ADDRESS,
  EDIT_FINISH,
  EDIT_GROUP_COUNT,
  EDIT_IS_BEFORE,
  EDIT_IS_TOUCHED_ADDRESS,
  EDIT_MAY_END_EARLIER,
  EDIT_OLD_FINISH,
  EDIT_OUT_EDGE_ADDRESS,
  EDIT_OUT_NODE_ADDRESS,
  EDIT_OUT_OFFSET_ADDRESS,
  EDIT_TASK_OF_NODE_ADDRESS,
  EDIT_TOUCHED_ADDRESS,
  EDIT_TOUCHED_COUNT,
  RECORD_EARLY,
  RECORD_LATE,
  RECORD_LENGTH,
  RECORD_NEXT,
} from '../layout/workdays'
import { firstOf, lastOf, lateAcross, nextAcross, noteOther, startAcross } from './crossings'
import { add, openQueue, takeFirst, takeLast } from './node-queue'
import { isDone, NO_BOUND } from './positions'

function touch(edit: usize, node: usize): void {
  const flag = <usize>load<u32>(edit, EDIT_IS_TOUCHED_ADDRESS) + node
  const count = load<u32>(edit, EDIT_TOUCHED_COUNT)
  store<u32>(<usize>load<u32>(edit, EDIT_TOUCHED_ADDRESS) + ((<usize>count) << 2), <u32>node)
  store<u32>(edit, count + 1 - <u32>load<u8>(flag), EDIT_TOUCHED_COUNT)
  store<u8>(flag, 1)
}

/** Early starts, in order, as far as they change. Returns the node at which more than `most` would be met, or -1. */
export function moveAhead(header: usize, edit: usize, most: i32): i32 {
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const floors = <usize>load<u32>(header, CPM_FLOOR_ADDRESS)
  const early = <usize>load<u32>(header, CPM_EARLY_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const outOffsets = <usize>load<u32>(edit, EDIT_OUT_OFFSET_ADDRESS)
  const targets = <usize>load<u32>(edit, EDIT_OUT_NODE_ADDRESS)
  const bits = <usize>load<u32>(edit, EDIT_AHEAD_BITS_ADDRESS)
  const groups = <usize>load<u32>(edit, EDIT_AHEAD_GROUPS_ADDRESS)
  const backBits = <usize>load<u32>(edit, EDIT_BACK_BITS_ADDRESS)
  const backGroups = <usize>load<u32>(edit, EDIT_BACK_GROUPS_ADDRESS)
  const back = edit + EDIT_BACK_ENDS
  const ends = edit + EDIT_AHEAD_ENDS
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  const oldFinish = load<i32>(edit, EDIT_OLD_FINISH)
  let finish = load<i32>(edit, EDIT_FINISH)
  let left = most
  for (let node = takeFirst(ends, bits, groups); node >= 0; node = takeFirst(ends, bits, groups)) {
    if (--left < 0) {
      store<i32>(edit, finish, EDIT_FINISH)
      return node
    }
    const at = (<usize>node) << 2
    const state = <i32>load<u8>(states + <usize>node)
    const first = (<usize>load<u32>(offsets + at)) << 2
    const end = (<usize>load<u32>(offsets + at, 4)) << 2
    const kind = kinds === 0 ? 0 : <i32>load<u8>(kinds + <usize>node)
    let start = load<i32>(floors + at)
    if (state === STATE_OPEN || state === STATE_DONE) {
      for (let edge = first; edge < end; edge += 4) {
        const source = (<usize>load<u32>(sources + edge)) << 2
        start = max(start, load<i32>(early + source) + load<i32>(weights + edge))
      }
      if ((kind & CROSS_IN) !== 0) start = max(start, startAcross(header, <usize>node))
    }
    const old = load<i32>(early + at)
    if (start === old) continue
    const record = records + (at << 2)
    const length = load<i32>(record, RECORD_LENGTH)
    if ((kind & CROSS_OTHER) !== 0) noteOther(header, edit, <usize>node, old, start)
    else {
      finish = max(finish, start + length)
      if (old + length === oldFinish && start < old) store<i32>(edit, 1, EDIT_MAY_END_EARLIER)
    }
    store<i32>(early + at, start)
    store<i32>(record, start, RECORD_EARLY)
    touch(edit, <usize>node)
    add(back, backBits, backGroups, <u32>node)
    for (let edge = first; edge < end; edge += 4) add(back, backBits, backGroups, load<u32>(sources + edge))
    const outEnd = (<usize>load<u32>(outOffsets + at, 4)) << 2
    for (let out = (<usize>load<u32>(outOffsets + at)) << 2; out < outEnd; out += 4) {
      add(ends, bits, groups, load<u32>(targets + out))
    }
  }
  openQueue(ends, load<i32>(edit, EDIT_GROUP_COUNT))
  store<i32>(edit, finish, EDIT_FINISH)
  return -1
}

/** Late starts, next starts and driving links, in reverse order, as far as late starts change. Returns as above. */
export function moveBack(header: usize, edit: usize, most: i32): i32 {
  const offsets = <usize>load<u32>(header, CPM_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, CPM_EDGE_SOURCE_ADDRESS)
  const weights = <usize>load<u32>(header, CPM_EDGE_WEIGHT_ADDRESS)
  const links = <usize>load<u32>(header, CPM_EDGE_LINK_ADDRESS)
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const driving = <usize>load<u32>(header, CPM_DRIVING_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const caps = <usize>load<u32>(header, CPM_LATEST_START_ADDRESS)
  const outOffsets = <usize>load<u32>(edit, EDIT_OUT_OFFSET_ADDRESS)
  const targets = <usize>load<u32>(edit, EDIT_OUT_NODE_ADDRESS)
  const edges = <usize>load<u32>(edit, EDIT_OUT_EDGE_ADDRESS)
  const bits = <usize>load<u32>(edit, EDIT_BACK_BITS_ADDRESS)
  const groups = <usize>load<u32>(edit, EDIT_BACK_GROUPS_ADDRESS)
  const ends = edit + EDIT_BACK_ENDS
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  const finish = load<i32>(edit, EDIT_FINISH)
  let left = most
  for (let node = takeLast(ends, bits, groups); node >= 0; node = takeLast(ends, bits, groups)) {
    if (--left < 0) return node
    const at = (<usize>node) << 2
    const record = records + (at << 2)
    const start = load<i32>(record, RECORD_EARLY)
    const kind = kinds === 0 ? 0 : <i32>load<u8>(kinds + <usize>node)
    let latest = (kind & CROSS_OTHER) !== 0 ? lastOf(header, <usize>node) : -load<i32>(record, RECORD_LENGTH)
    let next = NO_BOUND
    const end = (<usize>load<u32>(outOffsets + at, 4)) << 2
    for (let out = (<usize>load<u32>(outOffsets + at)) << 2; out < end; out += 4) {
      const target = <usize>load<u32>(targets + out)
      const edge = (<usize>load<u32>(edges + out)) << 2
      const state = <i32>load<u8>(states + target)
      const its = records + (target << 4)
      const weight = load<i32>(weights + edge)
      const bound = load<i32>(its, RECORD_EARLY) - weight
      store<u8>(driving + <usize>load<u32>(links + edge), <u8>(bound === start) & <u8>(state === STATE_OPEN))
      if (isDone(state)) continue
      next = min(next, bound)
      latest = min(latest, load<i32>(its, RECORD_LATE) - weight)
    }
    if ((kind & CROSS_OUT) !== 0) {
      next = min(next, nextAcross(header, edit, <usize>node))
      latest = min(latest, lateAcross(header, edit, <usize>node, finish))
    }
    const state = <i32>load<u8>(states + <usize>node)
    if (isDone(state)) {
      store<i32>(record, NO_BOUND, RECORD_LATE)
      continue
    }
    if (caps !== 0) {
      const cap = load<i32>(caps + at) - finish
      latest = state === STATE_HELD ? cap : min(latest, cap)
      const first = kinds === 0 ? 0 : firstOf(header, <usize>node)
      if (latest + finish < first) store<i32>(edit, 1, EDIT_IS_BEFORE)
    }
    if (next !== load<i32>(record, RECORD_NEXT)) {
      store<i32>(record, next, RECORD_NEXT)
      touch(edit, <usize>node)
    }
    if (latest === load<i32>(record, RECORD_LATE)) continue
    store<i32>(record, latest, RECORD_LATE)
    touch(edit, <usize>node)
    const last = (<usize>load<u32>(offsets + at, 4)) << 2
    for (let edge = (<usize>load<u32>(offsets + at)) << 2; edge < last; edge += 4) {
      add(ends, bits, groups, load<u32>(sources + edge))
    }
  }
  openQueue(ends, load<i32>(edit, EDIT_GROUP_COUNT))
  return -1
}

/** Adds what has a latest start, or counts from the finish by another calendar, to the nodes to be met back; returns how many. */
export function addCapped(header: usize, edit: usize): i32 {
  const nodeCount = load<u32>(header, CPM_NODE_COUNT)
  const caps = <usize>load<u32>(header, CPM_LATEST_START_ADDRESS)
  const bits = <usize>load<u32>(edit, EDIT_BACK_BITS_ADDRESS)
  const groups = <usize>load<u32>(edit, EDIT_BACK_GROUPS_ADDRESS)
  const ends = edit + EDIT_BACK_ENDS
  const kinds = <usize>load<u32>(header, CPM_KINDS_ADDRESS)
  let count: i32 = 0
  for (let node: u32 = 0; node < nodeCount; node++) {
    const isCapped = caps !== 0 && load<i32>(caps + ((<usize>node) << 2)) !== NO_BOUND
    const crosses = kinds !== 0 && (load<u8>(kinds + <usize>node) & (CROSS_OUT | CROSS_OTHER)) !== 0
    if (!isCapped && !crosses) continue
    add(ends, bits, groups, node)
    count++
  }
  return count
}

/** Writes the rows of the nodes that were touched. */
export function writeTouched(header: usize, edit: usize): void {
  const bytes = (<usize>load<u32>(header, CPM_TASK_COUNT)) << 2
  const records = <usize>load<u32>(header, CPM_RECORDS_ADDRESS)
  const states = <usize>load<u32>(header, CPM_STATE_ADDRESS)
  const days = <usize>load<u32>(header, CPM_DAYS_ADDRESS)
  const columns = <usize>load<u32>(header, CPM_COLUMNS_ADDRESS)
  const critical = <usize>load<u32>(header, CPM_CRITICAL_ADDRESS)
  const tasks = <usize>load<u32>(edit, EDIT_TASK_OF_NODE_ADDRESS)
  const finish = load<i32>(edit, EDIT_FINISH)
  let touched = <usize>load<u32>(edit, EDIT_TOUCHED_ADDRESS)
  const end = touched + ((<usize>load<u32>(edit, EDIT_TOUCHED_COUNT)) << 2)
  for (; touched < end; touched += 4) {
    const node = <usize>load<u32>(touched)
    const task = <usize>load<u32>(tasks + (node << 2))
    const record = records + (node << 4)
    const isBehind = isDone(<i32>load<u8>(states + node))
    const start = load<i32>(record, RECORD_EARLY)
    const latest = isBehind ? start : load<i32>(record, RECORD_LATE) + finish
    const toLast = load<i32>(record, RECORD_LENGTH) - 1
    const startDay = load<i32>(days + ((<usize>start) << 2))
    const total = latest - start
    const column = columns + (task << 2)
    store<i32>(column, startDay)
    store<i32>(column + bytes, load<i32>(days + ((<usize>(start + toLast)) << 2)))
    store<i32>(column + 2 * bytes, load<i32>(days + ((<usize>latest) << 2)))
    store<i32>(column + 3 * bytes, load<i32>(days + ((<usize>(latest + toLast)) << 2)))
    store<i32>(column + 4 * bytes, startDay)
    store<i32>(column + 5 * bytes, total)
    const free = max(0, min(latest, load<i32>(record, RECORD_NEXT)) - start)
    store<i32>(column + 6 * bytes, isBehind ? 0 : free)
    store<u8>(critical + task, <u8>(total <= 0 && !isBehind))
  }
}
