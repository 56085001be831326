// What stands as late as it can is moved once both passes are through, and floats are counted anew after it. Same steps and same bits as
// `holdBack` in compute/cpm/constraints/constrained-passes.ts.

import {
  GEN_CALENDAR_ADDRESS,
  GEN_DRIVING_ADDRESS,
  GEN_EARLY_FINISH_ADDRESS,
  GEN_EARLY_START_ADDRESS,
  GEN_EDGE_LAG_ADDRESS,
  GEN_EDGE_LINK_ADDRESS,
  GEN_EDGE_META_ADDRESS,
  GEN_EDGE_OFFSET_ADDRESS,
  GEN_EDGE_SOURCE_ADDRESS,
  GEN_FREE_ADDRESS,
  GEN_IS_LATE_ADDRESS,
  GEN_LATE_FINISH_ADDRESS,
  GEN_LATE_START_ADDRESS,
  GEN_NODE_COUNT,
  GEN_SPEAKS_ADDRESS,
  GEN_STANDS_FOR_ADDRESS,
  GEN_STATE_ADDRESS,
  GEN_TOTAL_ADDRESS,
} from '../layout/dates'
import {
  EDGE_META_TYPE,
  LINK_FF,
  LINK_FS,
  LINK_SS,
  MEMBER_LINK,
  STATE_HELD,
  STATE_OPEN,
  STATE_PINNED,
  STATE_PLACED,
  STATE_SUMMARY_START,
} from '../layout/values'
import { countDays, latenessOf, latestDay, settleIn } from './general-path'

/** Moves early dates of what is late. The rows of floats hold bounds meanwhile. */
export function holdBackDates(header: usize): void {
  const nodeCount = (<usize>load<u32>(header, GEN_NODE_COUNT)) << 2
  const states = <usize>load<u32>(header, GEN_STATE_ADDRESS)
  const calendars = <usize>load<u32>(header, GEN_CALENDAR_ADDRESS)
  const earlyStarts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const earlyFinishes = <usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS)
  const startBounds = <usize>load<u32>(header, GEN_TOTAL_ADDRESS)
  const finishBounds = <usize>load<u32>(header, GEN_FREE_ADDRESS)
  const standsFor = <usize>load<u32>(header, GEN_STANDS_FOR_ADDRESS)
  const isLate = <usize>load<u32>(header, GEN_IS_LATE_ADDRESS)
  const speaks = <usize>load<u32>(header, GEN_SPEAKS_ADDRESS)
  memory.copy(startBounds, <usize>load<u32>(header, GEN_LATE_START_ADDRESS), nodeCount)
  memory.copy(finishBounds, <usize>load<u32>(header, GEN_LATE_FINISH_ADDRESS), nodeCount)
  memory.fill(speaks, 0, nodeCount >> 2)
  for (let at: usize = 0; at < nodeCount; at += 4) {
    if (<i32>load<u8>(states + (at >> 2)) !== STATE_SUMMARY_START) continue
    store<u8>(speaks + (<usize>load<u32>(standsFor + at) >> 2), 1)
  }
  for (let rest = nodeCount; rest > 0; rest -= 4) {
    const at = rest - 4
    const state = <i32>load<u8>(states + (at >> 2))
    if (state === STATE_PINNED || state === STATE_SUMMARY_START) continue
    if (load<u8>(isLate + (at >> 2)) !== 0 && load<u8>(speaks + (at >> 2)) === 0) {
      settleIn(header, at, <usize>load<u32>(calendars + at), startBounds, finishBounds)
      if (load<i32>(startBounds + at) > load<i32>(earlyStarts + at)) {
        store<i32>(earlyStarts + at, load<i32>(startBounds + at))
        store<i32>(earlyFinishes + at, load<i32>(finishBounds + at))
      }
    }
    handDown(header, at, startBounds, finishBounds)
  }
}

/** Bounds the nodes before a node by what its early dates leave them. */
function handDown(header: usize, at: usize, startBounds: usize, finishBounds: usize): void {
  const calendars = <usize>load<u32>(header, GEN_CALENDAR_ADDRESS)
  const calendar = <usize>load<u32>(calendars + at)
  const start = load<i32>(<usize>load<u32>(header, GEN_EARLY_START_ADDRESS) + at)
  const finish = load<i32>(<usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS) + at)
  const offsets = <usize>load<u32>(header, GEN_EDGE_OFFSET_ADDRESS)
  const end = <usize>load<u32>(offsets + at, 4)
  for (let edge = <usize>load<u32>(offsets + at); edge < end; edge++) {
    const meta = <i32>load<u8>(<usize>load<u32>(header, GEN_EDGE_META_ADDRESS) + edge)
    const type = meta & EDGE_META_TYPE
    if (type === MEMBER_LINK) continue
    const source = sourceOf(header, edge)
    const lag = load<i32>(<usize>load<u32>(header, GEN_EDGE_LAG_ADDRESS) + (edge << 2))
    const day = type === LINK_FS || type === LINK_SS ? start : finish
    const bound = latestDay(meta, lag, <usize>load<u32>(calendars + source), calendar, day)
    const bounds = (type === LINK_FS || type === LINK_FF ? finishBounds : startBounds) + source
    store<i32>(bounds, min(load<i32>(bounds), bound))
  }
}

function sourceOf(header: usize, edge: usize): usize {
  const source = <usize>load<u32>(<usize>load<u32>(header, GEN_EDGE_SOURCE_ADDRESS) + (edge << 2))
  return <usize>load<u32>(<usize>load<u32>(header, GEN_STANDS_FOR_ADDRESS) + source)
}

/** Total, free and link floats, and driving links, of dates that stand. */
export function floatDates(header: usize): void {
  const nodeCount = (<usize>load<u32>(header, GEN_NODE_COUNT)) << 2
  const states = <usize>load<u32>(header, GEN_STATE_ADDRESS)
  const calendars = <usize>load<u32>(header, GEN_CALENDAR_ADDRESS)
  const earlyStarts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const lateStarts = <usize>load<u32>(header, GEN_LATE_START_ADDRESS)
  const totals = <usize>load<u32>(header, GEN_TOTAL_ADDRESS)
  const frees = <usize>load<u32>(header, GEN_FREE_ADDRESS)
  for (let at: usize = 0; at < nodeCount; at += 4) {
    const state = <i32>load<u8>(states + (at >> 2))
    if (state === STATE_SUMMARY_START) continue
    const calendar = <usize>load<u32>(calendars + at)
    const early = load<i32>(earlyStarts + at)
    const late = load<i32>(lateStarts + at)
    const total = countDays(calendar, early, late)
    const isMissed = isUnfinished(state) && late < early
    store<i32>(totals + at, isMissed ? latenessOf(calendar, early, late) : total)
    store<i32>(frees + at, total)
  }
  for (let at: usize = 0; at < nodeCount; at += 4) {
    const state = <i32>load<u8>(states + (at >> 2))
    if (isUnfinished(state)) floatLinks(header, at, state === STATE_OPEN)
  }
}

/** Free floats of what leads to a node. */
function floatLinks(header: usize, at: usize, canBeDriven: bool): void {
  const calendars = <usize>load<u32>(header, GEN_CALENDAR_ADDRESS)
  const earlyStarts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const earlyFinishes = <usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS)
  const frees = <usize>load<u32>(header, GEN_FREE_ADDRESS)
  const links = <usize>load<u32>(header, GEN_EDGE_LINK_ADDRESS)
  const driving = <usize>load<u32>(header, GEN_DRIVING_ADDRESS)
  const offsets = <usize>load<u32>(header, GEN_EDGE_OFFSET_ADDRESS)
  const end = <usize>load<u32>(offsets + at, 4)
  for (let edge = <usize>load<u32>(offsets + at); edge < end; edge++) {
    const meta = <i32>load<u8>(<usize>load<u32>(header, GEN_EDGE_META_ADDRESS) + edge)
    const type = meta & EDGE_META_TYPE
    if (type === MEMBER_LINK) continue
    const source = sourceOf(header, edge)
    const own = <usize>load<u32>(calendars + source)
    const lag = load<i32>(<usize>load<u32>(header, GEN_EDGE_LAG_ADDRESS) + (edge << 2))
    const day = load<i32>((type === LINK_FS || type === LINK_SS ? earlyStarts : earlyFinishes) + at)
    const latest = latestDay(meta, lag, own, <usize>load<u32>(calendars + at), day)
    const days = countDays(
      own,
      load<i32>((type === LINK_FS || type === LINK_FF ? earlyFinishes : earlyStarts) + source),
      latest,
    )
    store<i32>(frees + source, min(load<i32>(frees + source), days))
    store<u8>(driving + <usize>load<u32>(links + (edge << 2)), <u8>(days === 0 && canBeDriven))
  }
}

function isUnfinished(state: i32): bool {
  return state === STATE_OPEN || state === STATE_HELD || state === STATE_PLACED
}
