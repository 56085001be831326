// Walks from tag to tag, keeps the stack of open elements, and notes where the wanted texts stand.

import {
  ACTION_CONTAINER,
  ACTION_KIND,
  ACTION_LEAF,
  ACTION_RECORD,
  ACTION_SHIFT,
  ACTION_SKIP,
  ACTIONS_ADDRESS,
  DOUBT,
  LEAF_BYTES,
  LEAF_COUNTS_ADDRESS,
  MARKS_ADDRESS,
  MEMORY_BYTES,
  MOST_DEPTH,
  MOST_ELEMENTS,
  MOST_WANTED,
  NAME_FIRST,
  NAME_LAST,
  NAME_LAST_AT,
  NAME_LENGTH,
  NAME_MASK,
  NAME_NEXT,
  NAME_WANTED,
  NO_LEAVES_ADDRESS,
  NO_NAME_ADDRESS,
  OPEN_BYTES,
  OPEN_NAME,
  OPEN_RECORD,
  OPEN_STATE,
  RECORD_LEAVES,
  RECORD_SIZE,
  RECORD_STATE,
  RECORDS_ADDRESS,
  STACK_ADDRESS,
  STATE_DOCUMENT,
  STATE_SKIPPED,
  STATUS_ADDRESS,
  STATUS_HAS_HIGH_BYTES,
  STATUS_IS_FINISHED,
  STATUS_RECORDS_BEGIN,
  STATUS_RECORDS_END,
  WINDOW_ADDRESS,
  WINDOW_PADDING,
} from '../layout'
import { clearSuspicions, findMarks, isUnsuspected, prepareMarks } from './find-marks'
import { forgetNames, isSameInside, isTagOf, slotOf } from './names'
import { asideEnd, readTag, tagEnd, tagSlot } from './odd-tags'

/** Top of the stack of open elements; the lowest stands for the document. */
let open: usize = STACK_ADDRESS
let recordsTop: usize = RECORDS_ADDRESS
let elementCount: i32 = 0
/** The next tag to look at, where to stop, and the end of the bytes at hand. */
let mark: usize = 0
let endOfMarks: usize = 0
let windowEnd: usize = 0
/** Place in the file of an address in the window. */
let shift: i32 = 0
/** Where to go on after a stop. */
let resume: usize = 0
/** The name that was opened last. */
let lastSlot: usize = 0

// What a tag leads to, beside doubt.
const GO_ON: i32 = 0
const STOP: i32 = 1
const FINISHED: i32 = 2

/** Starts a new file. Names, actions and counts of leaves come next. */
export function begin(): void {
  forgetNames()
  prepareMarks()
  open = STACK_ADDRESS
  store<u32>(open, 0, OPEN_NAME)
  store<u32>(open, STATE_DOCUMENT, OPEN_STATE)
  store<u32>(open, 0, OPEN_RECORD)
  recordsTop = RECORDS_ADDRESS
  elementCount = 0
  lastSlot = NO_NAME_ADDRESS
  store<u32>(STATUS_ADDRESS, RECORDS_ADDRESS, STATUS_RECORDS_BEGIN)
  store<u32>(STATUS_ADDRESS, RECORDS_ADDRESS, STATUS_RECORDS_END)
  store<u32>(STATUS_ADDRESS, 0, STATUS_IS_FINISHED)
  store<u32>(STATUS_ADDRESS, 0, STATUS_HAS_HIGH_BYTES)
}

/**
 * Scans a window that begins with a tag or in a text. Returns how many of its bytes are done with: the next window begins
 * there. Less than one means doubt.
 */
export function scan(length: i32, origin: i32, isLast: bool): i32 {
  dropFinishedRecords()
  memory.fill(WINDOW_ADDRESS + length, 0x20, WINDOW_PADDING)
  const count = findMarks(length, isLast)
  if (count < 0) return DOUBT
  windowEnd = WINDOW_ADDRESS + length
  shift = origin - WINDOW_ADDRESS
  // A tag is looked at together with the next one, whose end is certain only where a third one follows.
  endOfMarks = MARKS_ADDRESS + ((isLast ? count : max(0, count - 2)) << 2)
  mark = MARKS_ADDRESS
  while (mark < endOfMarks) {
    leaves()
    if (mark >= endOfMarks) break
    const tag: usize = WINDOW_ADDRESS + load<u32>(mark)
    const lead = load<u8>(tag, 1)
    const step = lead === 0x2f ? closingTag(tag) : lead === 0x21 ? aside(tag) : openingTag(tag)
    if (step === GO_ON) continue
    if (step === FINISHED) return finish()
    return step === STOP && !isLast ? settle(resume) : DOUBT
  }
  return isLast || elementCount > MOST_ELEMENTS ? DOUBT : settle(WINDOW_ADDRESS + load<u32>(mark))
}

/**
 * Takes elements with nothing but text inside for as long as each has the name that came next the last time: planners
 * write the elements of all tasks in one order. Nearly all of a file goes this way, without a branch that depends on it.
 */
function leaves(): void {
  if (open === STACK_ADDRESS) return
  const actions: usize = ACTIONS_ADDRESS + ((load<u32>(open, OPEN_STATE) * MOST_WANTED) << 2)
  const record: usize = <usize>load<u32>(open, OPEN_RECORD) + RECORD_LEAVES
  const end = endOfMarks
  const origin = shift
  let at = mark
  let last = lastSlot
  for (; at < end; at += 8) {
    const name: usize = WINDOW_ADDRESS + 1 + load<u32>(at)
    const close: usize = WINDOW_ADDRESS + 2 + load<u32>(at, 4)
    const slot = <usize>load<u32>(last, NAME_NEXT)
    const length = load<u32>(slot, NAME_LENGTH)
    const tail = <usize>load<u32>(slot, NAME_LAST_AT)
    const first = load<u64>(slot, NAME_FIRST)
    const back = load<u64>(slot, NAME_LAST)
    const isOther =
      (((load<u64>(name) ^ first) |
        (load<u64>(close) ^ first) |
        (load<u64>(name + tail) ^ back) |
        (load<u64>(close + tail) ^ back)) &
        load<u64>(slot, NAME_MASK)) |
      <u64>((load<u8>(name + length) ^ 0x3e) | (load<u8>(close + length) ^ 0x3e) | (load<u8>(close - 1) ^ 0x2f))
    if (isOther !== 0) break
    if (length > 16 && !(isSameInside(name, slot, length) && isSameInside(close, slot, length))) break
    const action = load<u32>(actions + (load<u32>(slot, NAME_WANTED) << 2))
    if ((action & ACTION_CONTAINER) !== 0) break
    last = slot
    // The first of several equal elements wins; a skipped one leaves its places where nobody looks.
    const place = select<usize>(
      record + ((<usize>action >> ACTION_SHIFT) << 3),
      NO_LEAVES_ADDRESS,
      action !== ACTION_SKIP,
    )
    const from = load<i32>(place)
    const to = load<i32>(place, 4)
    store<i32>(place, select<i32>(from, <i32>(name + length + 1) + origin, from !== 0))
    store<i32>(place, select<i32>(to, <i32>(close - 2) + origin, from !== 0), 4)
  }
  elementCount += <i32>((at - mark) >> 3)
  mark = at
  lastSlot = last
}

function settle(place: usize): i32 {
  return isUnsuspected(place) ? <i32>(place - WINDOW_ADDRESS) : DOUBT
}

/** Nothing but blanks may follow the root: that is for the caller to see. */
function finish(): i32 {
  if (elementCount > MOST_ELEMENTS) return DOUBT
  store<u32>(STATUS_ADDRESS, 1, STATUS_IS_FINISHED)
  return settle(resume)
}

function stopAt(place: usize): i32 {
  resume = place
  return STOP
}

function closingTag(tag: usize): i32 {
  if (open === STACK_ADDRESS) return DOUBT
  const slot = <usize>load<u32>(open, OPEN_NAME)
  if (!isTagOf(tag + 2, slot)) return DOUBT
  close()
  mark += 4
  resume = tag + 3 + load<u32>(slot, NAME_LENGTH)
  return open === STACK_ADDRESS ? FINISHED : GO_ON
}

/** A comment or literal text where no text is wanted. */
function aside(tag: usize): i32 {
  if (open === STACK_ADDRESS) return DOUBT
  const end = asideEnd(tag, windowEnd)
  if (end === 0) return stopAt(tag)
  if (end === 1 || !skipAside(tag, end)) return DOUBT
  return mark >= endOfMarks ? stopAt(end) : GO_ON
}

/** Goes on to the first tag after an aside. */
function skipAside(tag: usize, end: usize): bool {
  if (!isUnsuspected(tag)) return false
  clearSuspicions(end)
  do mark += 4
  while (<usize>WINDOW_ADDRESS + load<u32>(mark) < end)
  return true
}

function openingTag(tag: usize): i32 {
  const next: usize = WINDOW_ADDRESS + load<u32>(mark, 4)
  let slot = <usize>load<u32>(lastSlot, NAME_NEXT)
  let end: usize = 0
  let isEmpty = false
  if (isTagOf(tag + 1, slot)) end = tag + 1 + load<u32>(slot, NAME_LENGTH)
  else {
    end = greaterAfter(tag + 1, next)
    isEmpty = load<u8>(end - 1) === 0x2f
    slot = slotOf(tag + 1, <u32>(end - tag - 1) - <u32>isEmpty)
    if (load<u32>(slot, NAME_LENGTH) === 0) {
      if (!readTag(tag, next)) return DOUBT
      slot = tagSlot
      end = tagEnd
      isEmpty = load<u8>(end - 1) === 0x2f
    }
    store<u32>(lastSlot, <u32>slot, NAME_NEXT)
  }
  lastSlot = slot
  // One level is left for leaves.
  if (open >= <usize>(STACK_ADDRESS + (MOST_DEPTH - 1) * OPEN_BYTES)) return DOUBT
  elementCount++
  const state = load<u32>(open, OPEN_STATE)
  const action = load<u32>(ACTIONS_ADDRESS + ((state * MOST_WANTED + load<u32>(slot, NAME_WANTED)) << 2))
  const kind = <i32>(action & ACTION_KIND)
  if (kind >= ACTION_CONTAINER) return openWanted(slot, kind, action >> ACTION_SHIFT, isEmpty, end)
  if (open === STACK_ADDRESS) return DOUBT
  if (isEmpty) {
    mark += 4
    if (kind === ACTION_LEAF) noteLeaf(action >> ACTION_SHIFT, end + 1, end + 1)
    return GO_ON
  }
  if (load<u8>(next, 1) === 0x2f) {
    if (!isTagOf(next + 2, slot)) return DOUBT
    mark += 8
    if (kind === ACTION_LEAF) noteLeaf(action >> ACTION_SHIFT, end + 1, next)
    return GO_ON
  }
  mark += 4
  if (kind === ACTION_LEAF) return leafWithAsides(tag, slot, action >> ACTION_SHIFT, end + 1)
  push(slot, STATE_SKIPPED, 0)
  return GO_ON
}

/** A container or a record. */
function openWanted(slot: usize, kind: i32, state: u32, isEmpty: bool, end: usize): i32 {
  const record = kind === ACTION_RECORD ? newRecord(state) : <usize>load<u32>(open, OPEN_RECORD)
  if (record === 0) return DOUBT
  push(slot, state, record)
  mark += 4
  if (!isEmpty) return GO_ON
  close()
  resume = end + 1
  return open === STACK_ADDRESS ? FINISHED : GO_ON
}

/** A leaf of which the text is wanted should have nothing inside but text, comments and literal text. */
function leafWithAsides(tag: usize, slot: usize, leaf: u32, from: usize): i32 {
  let place: usize = WINDOW_ADDRESS + load<u32>(mark)
  while (mark < endOfMarks && load<u8>(place, 1) === 0x21) {
    const end = asideEnd(place, windowEnd)
    if (end === 0) return stopAt(tag)
    if (end === 1 || !skipAside(place, end)) return DOUBT
    place = WINDOW_ADDRESS + load<u32>(mark)
  }
  if (mark >= endOfMarks) return stopAt(tag)
  if (load<u8>(place, 1) !== 0x2f || !isTagOf(place + 2, slot)) return DOUBT
  mark += 4
  noteLeaf(leaf, from, place)
  return GO_ON
}

/** The first `>` after a place, or that place where none comes before the next tag. */
function greaterAfter(from: usize, limit: usize): usize {
  for (let at = from; at < limit; at += 16) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x3e)))
    if (bits !== 0) return at + <usize>ctz(bits)
  }
  return from
}

function push(slot: usize, state: u32, record: usize): void {
  open += OPEN_BYTES
  store<u32>(open, <u32>slot, OPEN_NAME)
  store<u32>(open, state, OPEN_STATE)
  store<u32>(open, <u32>record, OPEN_RECORD)
}

function close(): void {
  const record = <usize>load<u32>(open, OPEN_RECORD)
  open -= OPEN_BYTES
  const owner = <usize>load<u32>(open, OPEN_RECORD)
  // Skipped elements have no record, containers that of the element around them.
  if (record === 0 || record === owner) return
  store<u32>(record, <u32>(recordsTop - record), RECORD_SIZE)
  if (owner === RECORDS_ADDRESS) store<u32>(STATUS_ADDRESS, <u32>recordsTop, STATUS_RECORDS_END)
}

/** A record without leaves, or 0 where there is no room. */
function newRecord(state: u32): usize {
  const size = RECORD_LEAVES + load<u32>(LEAF_COUNTS_ADDRESS + (state << 2)) * LEAF_BYTES
  const record = recordsTop
  if (record + size > <usize>MEMORY_BYTES) return 0
  memory.fill(record, 0, size)
  store<u32>(record, state, RECORD_STATE)
  recordsTop += size
  if (record === RECORDS_ADDRESS) {
    store<u32>(STATUS_ADDRESS, <u32>recordsTop, STATUS_RECORDS_BEGIN)
    store<u32>(STATUS_ADDRESS, <u32>recordsTop, STATUS_RECORDS_END)
  }
  return record
}

/** The first of several equal elements wins. */
function noteLeaf(leaf: u32, from: usize, to: usize): void {
  const place = <usize>load<u32>(open, OPEN_RECORD) + RECORD_LEAVES + leaf * LEAF_BYTES
  if (load<i32>(place) !== 0) return
  store<i32>(place, <i32>from + shift)
  store<i32>(place, <i32>to + shift, 4)
}

/** What the caller has taken makes room; a record that is still open moves down. */
function dropFinishedRecords(): void {
  const begin = <usize>load<u32>(STATUS_ADDRESS, STATUS_RECORDS_BEGIN)
  const end = <usize>load<u32>(STATUS_ADDRESS, STATUS_RECORDS_END)
  if (end === begin) return
  memory.copy(begin, end, recordsTop - end)
  const gap = <u32>(end - begin)
  recordsTop -= gap
  for (let at: usize = STACK_ADDRESS; at <= open; at += OPEN_BYTES) {
    const record = load<u32>(at, OPEN_RECORD)
    if (record >= <u32>end) store<u32>(at, record - gap, OPEN_RECORD)
  }
  store<u32>(STATUS_ADDRESS, <u32>begin, STATUS_RECORDS_END)
}
