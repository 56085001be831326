// The critical path in dates, for networks with several calendars, completed tasks, lags in elapsed days or constraints.
// Same steps and same bits as compute/cpm/forward-pass.ts, backward-pass.ts, floats.ts and constraints/.

import {
  CALENDAR_COUNT,
  CALENDAR_DAYS,
  CALENDAR_RANKS,
  GEN_CALENDAR_ADDRESS,
  GEN_COLUMNS_ADDRESS,
  GEN_CRITICAL_ADDRESS,
  GEN_DRIVING_ADDRESS,
  GEN_EARLY_FINISH_ADDRESS,
  GEN_EARLY_START_ADDRESS,
  GEN_EDGE_LAG_ADDRESS,
  GEN_EDGE_LINK_ADDRESS,
  GEN_EDGE_META_ADDRESS,
  GEN_EDGE_OFFSET_ADDRESS,
  GEN_EDGE_SOURCE_ADDRESS,
  GEN_FINISH_CAP_ADDRESS,
  GEN_FINISH_FLOOR_ADDRESS,
  GEN_FIRST_DAY,
  GEN_FLOOR_ADDRESS,
  GEN_FREE_ADDRESS,
  GEN_LATE_FINISH_ADDRESS,
  GEN_LATE_START_ADDRESS,
  GEN_LAYOUT_DAYS_ADDRESS,
  GEN_LEAST_DAY,
  GEN_NODE_COUNT,
  GEN_NODE_OF_TASK_ADDRESS,
  GEN_PINNED_ADDRESS,
  GEN_RANK_ADDRESS,
  GEN_SPAN,
  GEN_STANDS_FOR_ADDRESS,
  GEN_START_CAP_ADDRESS,
  GEN_STATE_ADDRESS,
  GEN_TASK_COUNT,
  GEN_TOTAL_ADDRESS,
} from '../layout/dates'
import {
  EDGE_META_ELAPSED,
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

let firstDay: i32 = 0
let span: i32 = 0

function rankOf(calendar: usize, day: i32): i32 {
  const index = max(0, min(day - firstDay, span))
  return load<i32>(<usize>load<u32>(calendar, CALENDAR_RANKS) + ((<usize>index) << 2))
}

function dayOf(calendar: usize, rank: i32): i32 {
  return load<i32>(<usize>load<u32>(calendar, CALENDAR_DAYS) + ((<usize>(<isize>rank)) << 2))
}

function dayAt(calendar: usize, rank: i32): i32 {
  return dayOf(calendar, max(-1, min(rank, load<i32>(calendar, CALENDAR_COUNT))))
}

function nextDay(calendar: usize, day: i32): i32 {
  return dayOf(calendar, rankOf(calendar, day))
}

function previousDay(calendar: usize, day: i32): i32 {
  return dayOf(calendar, rankOf(calendar, day + 1) - 1)
}

function finishOf(calendar: usize, start: i32, count: i32): i32 {
  return count <= 1 ? start : dayAt(calendar, rankOf(calendar, start + 1) + count - 2)
}

function startOf(calendar: usize, finish: i32, count: i32): i32 {
  return count <= 1 ? finish : dayAt(calendar, rankOf(calendar, finish) - count + 1)
}

export function countDays(calendar: usize, from: i32, to: i32): i32 {
  return to <= from ? 0 : rankOf(calendar, to) - rankOf(calendar, from)
}

/** Total float below zero, as in compute/cpm/constraints/run-constrained.ts. */
export function latenessOf(calendar: usize, early: i32, late: i32): i32 {
  return -countDays(calendar, late, previousDay(calendar, early))
}

function shiftDay(calendar: usize, day: i32, count: i32): i32 {
  return dayAt(calendar, rankOf(calendar, day) + count)
}

/** Early dates; returns the project finish. */
export function forwardDates(header: usize): i32 {
  firstDay = load<i32>(header, GEN_FIRST_DAY)
  span = load<i32>(header, GEN_SPAN)
  const nodeCount = (<usize>load<u32>(header, GEN_NODE_COUNT)) << 2
  const states = <usize>load<u32>(header, GEN_STATE_ADDRESS)
  const starts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const finishes = <usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS)
  const standsFor = <usize>load<u32>(header, GEN_STANDS_FOR_ADDRESS)
  let latest = i32.MIN_VALUE
  for (let at: usize = 0; at < nodeCount; at += 4) {
    store<u32>(standsFor + at, <u32>at)
    const state = <i32>load<u8>(states + (at >> 2))
    if (state === STATE_PINNED || state === STATE_HELD || state === STATE_PLACED) {
      store<i32>(starts + at, load<i32>(<usize>load<u32>(header, GEN_FLOOR_ADDRESS) + at))
      store<i32>(finishes + at, load<i32>(<usize>load<u32>(header, GEN_PINNED_ADDRESS) + at))
    } else if (state === STATE_SUMMARY_START) startSummary(header, at)
    else layOut(header, at)
    latest = max(latest, load<i32>(finishes + at))
  }
  return latest
}

function startSummary(header: usize, at: usize): void {
  const offsets = <usize>load<u32>(header, GEN_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, GEN_EDGE_SOURCE_ADDRESS)
  const starts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const ranks = <usize>load<u32>(header, GEN_RANK_ADDRESS)
  let edge = (<usize>load<u32>(offsets + at)) << 2
  const end = (<usize>load<u32>(offsets + at, 4)) << 2
  let earliest = <usize>load<u32>(sources + edge)
  for (edge += 4; edge < end; edge += 4) {
    const leaf = <usize>load<u32>(sources + edge)
    const difference = load<i32>(starts + leaf) - load<i32>(starts + earliest)
    const isLess = load<i32>(ranks + leaf) < load<i32>(ranks + earliest)
    if (difference < 0 || (difference === 0 && isLess)) earliest = leaf
  }
  store<u32>(<usize>load<u32>(header, GEN_STANDS_FOR_ADDRESS) + at, <u32>earliest)
  store<i32>(starts + at, load<i32>(starts + earliest))
  store<i32>(<usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS) + at, load<i32>(starts + earliest))
}

function layOut(header: usize, at: usize): void {
  const offsets = <usize>load<u32>(header, GEN_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, GEN_EDGE_SOURCE_ADDRESS)
  const metas = <usize>load<u32>(header, GEN_EDGE_META_ADDRESS)
  const lags = <usize>load<u32>(header, GEN_EDGE_LAG_ADDRESS)
  const starts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const finishes = <usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS)
  const calendar = <usize>load<u32>(<usize>load<u32>(header, GEN_CALENDAR_ADDRESS) + at)
  const days = load<i32>(<usize>load<u32>(header, GEN_LAYOUT_DAYS_ADDRESS) + at)
  let startBound = load<i32>(<usize>load<u32>(header, GEN_FLOOR_ADDRESS) + at)
  const finishFloors = <usize>load<u32>(header, GEN_FINISH_FLOOR_ADDRESS)
  let finishBound = finishFloors === 0 ? i32.MIN_VALUE : load<i32>(finishFloors + at)
  const end = <usize>load<u32>(offsets + at, 4)
  for (let edge = <usize>load<u32>(offsets + at); edge < end; edge++) {
    const meta = <i32>load<u8>(metas + edge)
    const type = meta & EDGE_META_TYPE
    const source = <usize>load<u32>(sources + (edge << 2))
    const lag = load<i32>(lags + (edge << 2))
    const date = load<i32>((type === LINK_FS || type === LINK_FF ? finishes : starts) + source)
    const raw = type === LINK_FS ? date + 1 : date
    let bound: i32
    if (meta & EDGE_META_ELAPSED) bound = nextDay(calendar, raw + lag)
    else {
      bound = nextDay(calendar, raw)
      if (lag !== 0) bound = shiftDay(calendar, bound, lag)
    }
    if (type === LINK_FS || type === LINK_SS) startBound = max(startBound, bound)
    else finishBound = max(finishBound, bound)
  }
  let start = startBound
  let finish = finishOf(calendar, start, days)
  if (finishBound > finish) {
    start = max(startOf(calendar, finishBound, days), startBound)
    finish = max(finishOf(calendar, start, days), finishBound)
  }
  store<i32>(starts + at, start)
  store<i32>(finishes + at, finish)
}

/** The latest day the predecessor of a link can finish or start for the successor to keep its day. */
export function latestDay(meta: i32, lag: i32, source: usize, target: usize, day: i32): i32 {
  const stepBack = (meta & EDGE_META_TYPE) === LINK_FS ? 1 : 0
  if (meta & EDGE_META_ELAPSED) return previousDay(source, day - stepBack - lag)
  const shifted = lag === 0 ? day : shiftDay(target, previousDay(target, day), -lag)
  return previousDay(source, shifted - stepBack)
}

/** Late dates, total, free and link floats, and driving links. */
export function backwardDates(header: usize, projectFinish: i32): void {
  const nodeCount = (<usize>load<u32>(header, GEN_NODE_COUNT)) << 2
  const states = <usize>load<u32>(header, GEN_STATE_ADDRESS)
  const calendars = <usize>load<u32>(header, GEN_CALENDAR_ADDRESS)
  const earlyStarts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const earlyFinishes = <usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS)
  const lateStarts = <usize>load<u32>(header, GEN_LATE_START_ADDRESS)
  const lateFinishes = <usize>load<u32>(header, GEN_LATE_FINISH_ADDRESS)
  const totals = <usize>load<u32>(header, GEN_TOTAL_ADDRESS)
  const frees = <usize>load<u32>(header, GEN_FREE_ADDRESS)
  const offsets = <usize>load<u32>(header, GEN_EDGE_OFFSET_ADDRESS)
  const sources = <usize>load<u32>(header, GEN_EDGE_SOURCE_ADDRESS)
  const metas = <usize>load<u32>(header, GEN_EDGE_META_ADDRESS)
  const lags = <usize>load<u32>(header, GEN_EDGE_LAG_ADDRESS)
  const links = <usize>load<u32>(header, GEN_EDGE_LINK_ADDRESS)
  const standsFor = <usize>load<u32>(header, GEN_STANDS_FOR_ADDRESS)
  const driving = <usize>load<u32>(header, GEN_DRIVING_ADDRESS)
  const startCaps = <usize>load<u32>(header, GEN_START_CAP_ADDRESS)
  const finishCaps = <usize>load<u32>(header, GEN_FINISH_CAP_ADDRESS)
  for (let at: usize = 0; at < nodeCount; at += 4) {
    const last = previousDay(<usize>load<u32>(calendars + at), projectFinish)
    store<i32>(lateStarts + at, startCaps === 0 ? i32.MAX_VALUE : load<i32>(startCaps + at))
    store<i32>(lateFinishes + at, finishCaps === 0 ? last : min(last, load<i32>(finishCaps + at)))
    store<i32>(frees + at, i32.MAX_VALUE)
  }
  for (let rest = nodeCount; rest > 0; rest -= 4) {
    const at = rest - 4
    const state = <i32>load<u8>(states + (at >> 2))
    if (state === STATE_SUMMARY_START) continue
    const earlyStart = load<i32>(earlyStarts + at)
    const earlyFinish = load<i32>(earlyFinishes + at)
    const calendar = <usize>load<u32>(calendars + at)
    if (state === STATE_HELD) {
      store<i32>(lateStarts + at, load<i32>(startCaps + at))
      store<i32>(lateFinishes + at, load<i32>(finishCaps + at))
    } else if (state !== STATE_OPEN && state !== STATE_PLACED) {
      store<i32>(lateStarts + at, earlyStart)
      store<i32>(lateFinishes + at, earlyFinish)
      store<i32>(totals + at, 0)
      store<i32>(frees + at, 0)
      continue
    } else settle(header, at, calendar)
    const lateStart = load<i32>(lateStarts + at)
    const lateFinish = load<i32>(lateFinishes + at)
    const total = countDays(calendar, earlyStart, lateStart)
    const isMissed = startCaps !== 0 && lateStart < earlyStart
    store<i32>(totals + at, isMissed ? latenessOf(calendar, earlyStart, lateStart) : total)
    store<i32>(frees + at, min(total, load<i32>(frees + at)))
    const end = <usize>load<u32>(offsets + at, 4)
    for (let edge = <usize>load<u32>(offsets + at); edge < end; edge++) {
      const meta = <i32>load<u8>(metas + edge)
      const type = meta & EDGE_META_TYPE
      if (type === MEMBER_LINK) continue
      const lag = load<i32>(lags + (edge << 2))
      const source = <usize>load<u32>(standsFor + <usize>load<u32>(sources + (edge << 2)))
      const own = <usize>load<u32>(calendars + source)
      const isToStart = type === LINK_FS || type === LINK_SS
      const isFromFinish = type === LINK_FS || type === LINK_FF
      const bound = latestDay(meta, lag, own, calendar, isToStart ? lateStart : lateFinish)
      const bounds = (isFromFinish ? lateFinishes : lateStarts) + source
      store<i32>(bounds, min(load<i32>(bounds), bound))
      const latest = latestDay(meta, lag, own, calendar, isToStart ? earlyStart : earlyFinish)
      const days = countDays(own, load<i32>((isFromFinish ? earlyFinishes : earlyStarts) + source), latest)
      store<i32>(frees + source, min(load<i32>(frees + source), days))
      store<u8>(
        driving + <usize>load<u32>(links + (edge << 2)),
        <u8>(days === 0 && state !== STATE_HELD && state !== STATE_PLACED),
      )
    }
  }
}

function settle(header: usize, at: usize, calendar: usize): void {
  settleIn(
    header,
    at,
    calendar,
    <usize>load<u32>(header, GEN_LATE_START_ADDRESS),
    <usize>load<u32>(header, GEN_LATE_FINISH_ADDRESS),
  )
}

/** Turns the bounds in two rows into the dates of one unfinished node. */
export function settleIn(header: usize, at: usize, calendar: usize, lateStarts: usize, lateFinishes: usize): void {
  const days = load<i32>(<usize>load<u32>(header, GEN_LAYOUT_DAYS_ADDRESS) + at)
  const startBound = load<i32>(lateStarts + at)
  const finishBound = load<i32>(lateFinishes + at)
  const start = startOf(calendar, finishBound, days)
  store<i32>(lateStarts + at, min(startBound, start))
  if (startBound >= start) return
  store<i32>(lateFinishes + at, min(finishOf(calendar, startBound, days), finishBound))
}

function isUnfinished(state: u8): bool {
  return state === STATE_OPEN || state === STATE_HELD || state === STATE_PLACED
}

/** Rows of nodes to rows of tasks; leaves the least of all days in the header. */
export function gatherDates(header: usize): void {
  const bytes = (<usize>load<u32>(header, GEN_TASK_COUNT)) << 2
  const nodes = <usize>load<u32>(header, GEN_NODE_OF_TASK_ADDRESS)
  const states = <usize>load<u32>(header, GEN_STATE_ADDRESS)
  const earlyStarts = <usize>load<u32>(header, GEN_EARLY_START_ADDRESS)
  const earlyFinishes = <usize>load<u32>(header, GEN_EARLY_FINISH_ADDRESS)
  const lateStarts = <usize>load<u32>(header, GEN_LATE_START_ADDRESS)
  const lateFinishes = <usize>load<u32>(header, GEN_LATE_FINISH_ADDRESS)
  const totals = <usize>load<u32>(header, GEN_TOTAL_ADDRESS)
  const frees = <usize>load<u32>(header, GEN_FREE_ADDRESS)
  let column = <usize>load<u32>(header, GEN_COLUMNS_ADDRESS)
  let critical = <usize>load<u32>(header, GEN_CRITICAL_ADDRESS)
  let least = i32.MAX_VALUE
  for (let at: usize = 0; at < bytes; at += 4) {
    const task = load<i32>(nodes + at)
    if (task >= 0) {
      const node = (<usize>task) << 2
      const start = load<i32>(earlyStarts + node)
      const lateStart = load<i32>(lateStarts + node)
      const lateFinish = load<i32>(lateFinishes + node)
      const total = load<i32>(totals + node)
      store<i32>(column, start)
      store<i32>(column + bytes, load<i32>(earlyFinishes + node))
      store<i32>(column + 2 * bytes, lateStart)
      store<i32>(column + 3 * bytes, lateFinish)
      store<i32>(column + 4 * bytes, start)
      store<i32>(column + 5 * bytes, total)
      store<i32>(column + 6 * bytes, load<i32>(frees + node))
      store<u8>(critical, <u8>(total <= 0 && isUnfinished(load<u8>(states + <usize>task))))
      least = min(least, min(start, min(lateStart, lateFinish)))
    }
    column += 4
    critical++
  }
  store<i32>(header, least, GEN_LEAST_DAY)
}
