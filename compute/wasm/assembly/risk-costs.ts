// What risks cost the runs of a block without another pass. Without the delay of one critical task a run ends where the longest way past
// the task does, unless the way through it is still longer. Ways past a task go over one of the edges that lead past its place in the
// order: the finish before such an edge and the longest way behind it tell how long they are. Where two tasks of a risk can lie on the
// way that is left, that does not tell the cost, and a pass does.

import {
  COST_DELAYS_ADDRESS,
  COST_END_COUNT,
  COST_ENDS_ADDRESS,
  COST_HAPPENS_ADDRESS,
  COST_KNOWN_ADDRESS,
  COST_LEAST,
  COST_LEFT_ADDRESS,
  COST_LIST_ADDRESS,
  COST_LOOKED_ADDRESS,
  COST_NODE_COUNT,
  COST_PASTS_ADDRESS,
  COST_RISK_COUNT,
  COST_ROWS_ADDRESS,
  COST_STREAM_ADDRESS,
  COST_STRUCK_ADDRESS,
  COST_TAILS_ADDRESS,
  OUT_BYTES,
  OUT_FROM_START,
  OUT_LESS,
  OUT_OWN,
  OUT_ROW,
  OUT_SHIFT,
  OUT_SOURCE,
  PAST_EDGES_ADDRESS,
  PAST_OTHER_COUNT,
  PAST_PLAIN_COUNT,
  PAST_ROW,
  PAST_WAYS_ADDRESS,
  STRUCK_ALWAYS,
  STRUCK_BYTES,
  STRUCK_COUNT,
  STRUCK_KNOWN,
  STRUCK_NODES_ADDRESS,
  STRUCK_WAY,
  TAIL_BOUND,
  TAIL_BYTES,
  TAIL_FINISH_BOUND,
  TAIL_OTHER_COUNT,
  TAIL_PLAIN_COUNT,
  TAIL_ROW,
} from '../layout/risks'
import {
  ROW_BYTES,
  SIM_DAYS_ADDRESS,
  SIM_FINISHES_ADDRESS,
  SIM_GROUP_ROWS_ADDRESS,
  SIM_MARKS_ADDRESS,
} from '../layout/simulation'

/** Costs of a block of which passes tell fewer in less time. */
const FEW_COSTS = 16

/** Tells what can be told of the costs of the last block, which was traced, in some runs, a bit each. */
export function costRisks(sim: usize, header: usize, runs: i32): void {
  if (!findLooked(sim, header, runs)) return
  const last = passBack(sim, header)
  goPast(sim, header, last)
  tellCosts(sim, header)
}

/** Finds the runs in which a risk may cost anything, and the nodes to look at for it. Returns whether there is any. */
function findLooked(sim: usize, header: usize, runs: i32): bool {
  const known = <usize>load<u32>(header, COST_KNOWN_ADDRESS)
  const left = <usize>load<u32>(header, COST_LEFT_ADDRESS)
  const bytes = (<usize>load<u32>(header, COST_RISK_COUNT)) << 2
  const count = findCritical(sim, header, runs)
  if (count < FEW_COSTS) {
    for (let at: usize = 0; at < bytes; at += 4) {
      store<i32>(left + at, load<i32>(left + at) | load<i32>(known + at))
      store<i32>(known + at, 0)
    }
    return false
  }
  const marks = <usize>load<u32>(sim, SIM_MARKS_ADDRESS)
  const looked = <usize>load<u32>(header, COST_LOOKED_ADDRESS)
  let risk = <usize>load<u32>(header, COST_STRUCK_ADDRESS)
  for (let at: usize = 0; at < bytes; at += 4) {
    const bits = load<i32>(known + at)
    if (bits !== 0) {
      const first = <usize>load<u32>(risk, STRUCK_NODES_ADDRESS)
      const end = first + ((<usize>load<u32>(risk, STRUCK_COUNT)) << 2)
      for (let word = first; word < end; word += 4) {
        const row = <usize>load<u32>(word)
        if ((load<i32>(marks + (row >> 4)) & bits) !== 0) store<u8>(looked + (row >> 6), 1)
      }
    }
    risk += STRUCK_BYTES
  }
  return true
}

/** Finds the runs in which each risk may cost anything, and which of them a pass has to tell in any case. Returns how many others. */
function findCritical(sim: usize, header: usize, runs: i32): i32 {
  const marks = <usize>load<u32>(sim, SIM_MARKS_ADDRESS)
  let happens = <usize>load<u32>(header, COST_HAPPENS_ADDRESS)
  let known = <usize>load<u32>(header, COST_KNOWN_ADDRESS)
  let left = <usize>load<u32>(header, COST_LEFT_ADDRESS)
  let risk = <usize>load<u32>(header, COST_STRUCK_ADDRESS)
  let count = 0
  for (let rest = load<i32>(header, COST_RISK_COUNT); rest > 0; rest--) {
    let bits = load<i32>(happens) & runs
    const way = load<u32>(risk, STRUCK_WAY)
    if (bits !== 0 && way !== STRUCK_ALWAYS) {
      const first = <usize>load<u32>(risk, STRUCK_NODES_ADDRESS)
      const end = first + ((<usize>load<u32>(risk, STRUCK_COUNT)) << 2)
      let critical = 0
      for (let word = first; word < end; word += 4) critical |= load<i32>(marks + (<usize>load<u32>(word) >> 4))
      bits &= critical
    }
    const isTold = way === STRUCK_KNOWN
    if (isTold) count += popcnt(bits)
    store<i32>(known, isTold ? bits : 0)
    store<i32>(left, isTold ? 0 : bits)
    happens += 4
    known += 4
    left += 4
    risk += STRUCK_BYTES
  }
  return count
}

/**
 * The longest ways from all nodes to an end, from the last node to the first. Lists the nodes that are looked at in this order, each
 * with the longest of the ways that begin behind it, and returns the end of that list.
 */
function passBack(sim: usize, header: usize): usize {
  const days = <usize>load<u32>(sim, SIM_DAYS_ADDRESS)
  const tails = <usize>load<u32>(header, COST_TAILS_ADDRESS)
  const looked = <usize>load<u32>(header, COST_LOOKED_ADDRESS)
  const pasts = <usize>load<u32>(header, COST_PASTS_ADDRESS)
  let list = <usize>load<u32>(header, COST_LIST_ADDRESS)
  let s0 = i16x8.splat(<i16>load<u32>(header, COST_LEAST))
  let s1 = s0
  let s2 = s0
  let s3 = s0
  let node = <usize>load<u32>(header, COST_STREAM_ADDRESS)
  for (let left = load<i32>(header, COST_NODE_COUNT); left > 0; left--) {
    const row = <usize>load<u32>(node, TAIL_ROW)
    const own = days + row
    const tail = tails + row
    let edge = node + TAIL_BYTES
    const others = edge + ((<usize>load<u32>(node, TAIL_PLAIN_COUNT)) << 2)
    const next = others + <usize>load<u32>(node, TAIL_OTHER_COUNT) * OUT_BYTES
    let t0 = i16x8.splat(0)
    let t1 = t0
    let t2 = t0
    let t3 = t0
    for (; edge < others; edge += 4) {
      const target = tails + <usize>load<u32>(edge)
      t0 = i16x8.max_u(t0, v128.load(target))
      t1 = i16x8.max_u(t1, v128.load(target, 16))
      t2 = i16x8.max_u(t2, v128.load(target, 32))
      t3 = i16x8.max_u(t3, v128.load(target, 48))
    }
    t0 = i16x8.add(t0, v128.load(own))
    t1 = i16x8.add(t1, v128.load(own, 16))
    t2 = i16x8.add(t2, v128.load(own, 32))
    t3 = i16x8.add(t3, v128.load(own, 48))
    for (; edge < next; edge += OUT_BYTES) {
      t0 = i16x8.max_u(t0, wayOut(edge, days, tails, own, 0))
      t1 = i16x8.max_u(t1, wayOut(edge, days, tails, own, 16))
      t2 = i16x8.max_u(t2, wayOut(edge, days, tails, own, 32))
      t3 = i16x8.max_u(t3, wayOut(edge, days, tails, own, 48))
    }
    v128.store(tail, t0)
    v128.store(tail, t1, 16)
    v128.store(tail, t2, 32)
    v128.store(tail, t3, 48)
    // A bound of the end leads past the length of the node itself, one of the start only past those before it.
    if (load<i32>(node, TAIL_FINISH_BOUND) >= 0) {
      const bound = v128.load16_splat(node, TAIL_FINISH_BOUND)
      s0 = i16x8.max_u(s0, i16x8.add(bound, i16x8.sub(t0, v128.load(own))))
      s1 = i16x8.max_u(s1, i16x8.add(bound, i16x8.sub(t1, v128.load(own, 16))))
      s2 = i16x8.max_u(s2, i16x8.add(bound, i16x8.sub(t2, v128.load(own, 32))))
      s3 = i16x8.max_u(s3, i16x8.add(bound, i16x8.sub(t3, v128.load(own, 48))))
    }
    const flag = looked + (row >> 6)
    if (load<u8>(flag) !== 0) {
      store<u8>(flag, 0)
      const past = <usize>load<u32>(pasts + (row >> 4))
      const ways = <usize>load<u32>(past, PAST_WAYS_ADDRESS)
      v128.store(ways, s0)
      v128.store(ways, s1, 16)
      v128.store(ways, s2, 32)
      v128.store(ways, s3, 48)
      store<u32>(list, <u32>past)
      list += 4
    }
    const bound = v128.load16_splat(node, TAIL_BOUND)
    s0 = i16x8.max_u(s0, i16x8.add(bound, t0))
    s1 = i16x8.max_u(s1, i16x8.add(bound, t1))
    s2 = i16x8.max_u(s2, i16x8.add(bound, t2))
    s3 = i16x8.max_u(s3, i16x8.add(bound, t3))
    node = next
  }
  return list
}

/** The longest way from where an edge other than plain ends, for eight runs. */
function wayBehind(edge: usize, days: usize, tails: usize, at: usize): v128 {
  return i16x8.sub(
    v128.load(tails + <usize>load<u32>(edge, OUT_ROW) + at),
    v128.load(days + <usize>load<u32>(edge, OUT_OWN) + at),
  )
}

function moved(units: v128, edge: usize): v128 {
  const later = i16x8.add_sat_u(units, v128.load16_splat(edge, OUT_SHIFT))
  return i16x8.sub_sat_u(later, v128.load16_splat(edge, OUT_SHIFT + 2))
}

/** The longest way over such an edge from the start of the node that it leaves. */
function wayOut(edge: usize, days: usize, tails: usize, own: usize, at: usize): v128 {
  const way = moved(wayBehind(edge, days, tails, at), edge)
  return load<u32>(edge, OUT_FROM_START) !== 0 ? way : i16x8.add_sat_u(way, v128.load(own + at))
}

/** The longest way over such an edge from the beginning to an end. */
function wayOver(edge: usize, days: usize, finishes: usize, tails: usize, at: usize): v128 {
  const date = i16x8.sub(
    v128.load(finishes + <usize>load<u32>(edge, OUT_SOURCE) + at),
    v128.load(days + <usize>load<u32>(edge, OUT_LESS) + at),
  )
  return i16x8.add_sat_u(moved(date, edge), wayBehind(edge, days, tails, at))
}

/** The longest ways past all nodes that are looked at, which are listed from the last to the first. */
function goPast(sim: usize, header: usize, last: usize): void {
  const days = <usize>load<u32>(sim, SIM_DAYS_ADDRESS)
  const finishes = <usize>load<u32>(sim, SIM_FINISHES_ADDRESS)
  const tails = <usize>load<u32>(header, COST_TAILS_ADDRESS)
  const first = <usize>load<u32>(header, COST_LIST_ADDRESS)
  let end = <usize>load<u32>(header, COST_ENDS_ADDRESS)
  const endsEnd = end + ((<usize>load<u32>(header, COST_END_COUNT)) << 2)
  // The latest of the ends before a node.
  let e0 = i16x8.splat(0)
  let e1 = e0
  let e2 = e0
  let e3 = e0
  while (last > first) {
    last -= 4
    const past = <usize>load<u32>(last)
    const row = <usize>load<u32>(past, PAST_ROW)
    const ways = <usize>load<u32>(past, PAST_WAYS_ADDRESS)
    for (; end < endsEnd; end += 4) {
      if (<usize>load<u32>(end) >= row) break
      const finish = finishes + <usize>load<u32>(end)
      e0 = i16x8.max_u(e0, v128.load(finish))
      e1 = i16x8.max_u(e1, v128.load(finish, 16))
      e2 = i16x8.max_u(e2, v128.load(finish, 32))
      e3 = i16x8.max_u(e3, v128.load(finish, 48))
    }
    let w0 = i16x8.max_u(e0, v128.load(ways))
    let w1 = i16x8.max_u(e1, v128.load(ways, 16))
    let w2 = i16x8.max_u(e2, v128.load(ways, 32))
    let w3 = i16x8.max_u(e3, v128.load(ways, 48))
    let edge = <usize>load<u32>(past, PAST_EDGES_ADDRESS)
    const others = edge + ((<usize>load<u32>(past, PAST_PLAIN_COUNT)) << 3)
    const next = others + ((<usize>load<u32>(past, PAST_OTHER_COUNT)) << 2)
    for (; edge < others; edge += 8) {
      const finish = finishes + <usize>load<u32>(edge)
      const tail = tails + <usize>load<u32>(edge, 4)
      w0 = i16x8.max_u(w0, i16x8.add(v128.load(finish), v128.load(tail)))
      w1 = i16x8.max_u(w1, i16x8.add(v128.load(finish, 16), v128.load(tail, 16)))
      w2 = i16x8.max_u(w2, i16x8.add(v128.load(finish, 32), v128.load(tail, 32)))
      w3 = i16x8.max_u(w3, i16x8.add(v128.load(finish, 48), v128.load(tail, 48)))
    }
    for (; edge < next; edge += 4) {
      const other = <usize>load<u32>(edge)
      w0 = i16x8.max_u(w0, wayOver(other, days, finishes, tails, 0))
      w1 = i16x8.max_u(w1, wayOver(other, days, finishes, tails, 16))
      w2 = i16x8.max_u(w2, wayOver(other, days, finishes, tails, 32))
      w3 = i16x8.max_u(w3, wayOver(other, days, finishes, tails, 48))
    }
    v128.store(ways, w0)
    v128.store(ways, w1, 16)
    v128.store(ways, w2, 32)
    v128.store(ways, w3, 48)
  }
}

/** Tells the costs that are known of all risks; a pass is left for the others. */
function tellCosts(sim: usize, header: usize): void {
  let known = <usize>load<u32>(header, COST_KNOWN_ADDRESS)
  let left = <usize>load<u32>(header, COST_LEFT_ADDRESS)
  let risk = <usize>load<u32>(header, COST_STRUCK_ADDRESS)
  let delays = <usize>load<u32>(header, COST_DELAYS_ADDRESS)
  let costs = <usize>load<u32>(header, COST_ROWS_ADDRESS)
  for (let rest = load<i32>(header, COST_RISK_COUNT); rest > 0; rest--) {
    for (let bits = load<i32>(known); bits !== 0; bits &= bits - 1) {
      const run = ctz(bits)
      const cost = costOf(sim, header, risk, <i32>load<u16>(delays + ((<usize>run) << 1)), run)
      store<u16>(costs + ((<usize>run) << 1), <u16>cost)
      if (cost >= 0) continue
      store<i32>(known, load<i32>(known) & ~(1 << run))
      store<i32>(left, load<i32>(left) | (1 << run))
    }
    known += 4
    left += 4
    risk += STRUCK_BYTES
    delays += ROW_BYTES
    costs += ROW_BYTES
  }
}

/** What a risk costs a run in which one of its nodes is critical; -1 where that is not known. */
function costOf(sim: usize, header: usize, risk: usize, delay: i32, run: i32): i32 {
  if (delay === 0) return 0
  const marks = <usize>load<u32>(sim, SIM_MARKS_ADDRESS)
  const pasts = <usize>load<u32>(header, COST_PASTS_ADDRESS)
  const lane = (<usize>run) << 1
  const completion = <i32>load<u16>(<usize>load<u32>(sim, SIM_GROUP_ROWS_ADDRESS) + lane)
  const first = <usize>load<u32>(risk, STRUCK_NODES_ADDRESS)
  const end = first + ((<usize>load<u32>(risk, STRUCK_COUNT)) << 2)
  let count = 0
  let longer = 0
  let shorter = completion
  for (let word = first; word < end; word += 4) {
    const row = <usize>load<u32>(word) >> 4
    if (((load<i32>(marks + row) >>> run) & 1) === 0) continue
    const past = <i32>load<u16>(<usize>load<u32>(<usize>load<u32>(pasts + row), PAST_WAYS_ADDRESS) + lane)
    count++
    longer = max(longer, past)
    shorter = min(shorter, past)
  }
  // Where every way past one of them is shorter than the one through all of them without the delays, that one is left.
  if (completion - longer >= count * delay) return count * delay
  // Of two the longer way past one goes through the other, where one past both would be shorter by more than the delay.
  if (count === 2) {
    const isTold = end - first === 8 && longer - shorter >= delay
    return isTold ? min(completion - longer + delay, 2 * delay) : -1
  }
  if (count > 2) return -1
  // The longest way past one tells, unless it can go through another task of the risk, whose delay it lacks then.
  const days = <usize>load<u32>(sim, SIM_DAYS_ADDRESS) + lane
  const finishes = <usize>load<u32>(sim, SIM_FINISHES_ADDRESS) + lane
  const tails = <usize>load<u32>(header, COST_TAILS_ADDRESS) + lane
  for (let word = first; word < end; word += 4) {
    const row = <usize>load<u32>(word)
    if (((load<i32>(marks + (row >> 4)) >>> run) & 1) !== 0) continue
    const through = <i32>load<u16>(finishes + row) + <i32>load<u16>(tails + row) - <i32>load<u16>(days + row)
    if (through >= longer) return -1
  }
  return completion - longer
}
