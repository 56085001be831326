// Names of elements, each known by the slot of a table: first and last eight bytes and the length tell most names apart,
// the bytes between them settle it. A name met for the first time is judged once.

import {
  MOST_NAME_LENGTH,
  MOST_NAMES,
  NAME_BYTES,
  NAME_FIRST,
  NAME_LAST,
  NAME_LAST_AT,
  NAME_LENGTH,
  NAME_MASK,
  NAME_NEXT,
  NAME_SLOT_BYTES,
  NAME_SLOTS,
  NAME_TEXTS_ADDRESS,
  NAME_WANTED,
  NAMES_ADDRESS,
  NO_NAME_ADDRESS,
  WINDOW_ADDRESS,
} from '../layout'

let nameCount: i32 = 0

export function forgetNames(): void {
  nameCount = 0
  memory.fill(NAMES_ADDRESS, 0, NAME_SLOTS * NAME_SLOT_BYTES)
  // Eight bytes of 0 are in no file that gets this far.
  store<u64>(NO_NAME_ADDRESS, u64.MAX_VALUE, NAME_MASK)
  store<u32>(NO_NAME_ADDRESS, NO_NAME_ADDRESS, NAME_NEXT)
}

function maskOf(length: u32): u64 {
  return length < 8 ? ((<u64>1) << (length << 3)) - 1 : u64.MAX_VALUE
}

function lastAt(length: u32): usize {
  return length < 8 ? 0 : <usize>(length - 8)
}

/** The slot of a name, or the free slot where it belongs. */
export function slotOf(at: usize, length: u32): usize {
  const mask = maskOf(length)
  const first = load<u64>(at) & mask
  const last = load<u64>(at + lastAt(length)) & mask
  let hash = <u32>(((first ^ rotl(last, 29)) * 0x1d8e4e27c47d15) >> 54)
  while (true) {
    const slot = <usize>NAMES_ADDRESS + <usize>(hash * NAME_SLOT_BYTES)
    const known = load<u32>(slot, NAME_LENGTH)
    if (known === 0) return slot
    if (
      known === length &&
      load<u64>(slot, NAME_FIRST) === first &&
      load<u64>(slot, NAME_LAST) === last &&
      isSameInside(at, slot, length)
    )
      return slot
    hash = (hash + 1) & (NAME_SLOTS - 1)
  }
}

/** Whether the name of a slot stands here, and `>` after it. */
export function isTagOf(at: usize, slot: usize): bool {
  const length = load<u32>(slot, NAME_LENGTH)
  const first = load<u64>(at) ^ load<u64>(slot, NAME_FIRST)
  const last = load<u64>(at + load<u32>(slot, NAME_LAST_AT)) ^ load<u64>(slot, NAME_LAST)
  if (((first | last) & load<u64>(slot, NAME_MASK)) !== 0 || load<u8>(at + length) !== 0x3e) return false
  return isSameInside(at, slot, length)
}

/** Whether the bytes between the first eight and the last eight are those of a slot's name. */
export function isSameInside(at: usize, slot: usize, length: u32): bool {
  if (length <= 16) return true
  const bytes = <usize>load<u32>(slot, NAME_BYTES)
  for (let place: usize = 8; place < <usize>(length - 8); place += 8) {
    if (load<u64>(at + place) !== load<u64>(bytes + place)) return false
  }
  return true
}

function isNameStart(byte: u32): bool {
  return (byte | 0x20) - 0x61 <= 25 || byte === 0x5f
}

/** Length of the name that begins here, of letters that nobody doubts; 0 where none begins. */
export function nameLength(at: usize, end: usize): u32 {
  let stop = at
  let colon: usize = 0
  while (stop < end) {
    const byte = <u32>load<u8>(stop)
    if (byte === 0x3a) colon = stop
    else if (!isNameStart(byte) && byte - 0x30 > 9 && byte !== 0x2d && byte !== 0x2e) break
    stop++
  }
  if (stop === at || !isNameStart(load<u8>(at))) return 0
  return colon === stop - 1 ? 0 : <u32>(stop - at)
}

/** The slot of a name of doubtless letters; 0 where the table is full or the name too long. */
export function learn(at: usize, length: u32): usize {
  const slot = slotOf(at, length)
  if (load<u32>(slot, NAME_LENGTH) !== 0) return slot
  const wanted = wantedAfterPrefix(at, length)
  return keep(slot, at, length, wanted)
}

/** A prefix says nothing: the part after the first colon decides what an element is. */
function wantedAfterPrefix(at: usize, length: u32): u32 {
  for (let place: u32 = 0; place < length; place++) {
    if (load<u8>(at + place) !== 0x3a) continue
    const slot = slotOf(at + place + 1, length - place - 1)
    return load<u32>(slot, NAME_LENGTH) === 0 ? 0 : load<u32>(slot, NAME_WANTED)
  }
  return 0
}

function keep(slot: usize, at: usize, length: u32, wanted: u32): usize {
  if (nameCount === MOST_NAMES || length > <u32>MOST_NAME_LENGTH) return 0
  const bytes = <usize>NAME_TEXTS_ADDRESS + <usize>(nameCount * MOST_NAME_LENGTH)
  nameCount++
  memory.copy(bytes, at, length)
  const mask = maskOf(length)
  store<u64>(slot, load<u64>(at) & mask, NAME_FIRST)
  store<u64>(slot, load<u64>(at + lastAt(length)) & mask, NAME_LAST)
  store<u64>(slot, mask, NAME_MASK)
  store<u32>(slot, <u32>lastAt(length), NAME_LAST_AT)
  store<u32>(slot, length, NAME_LENGTH)
  store<u32>(slot, wanted, NAME_WANTED)
  store<u32>(slot, <u32>bytes, NAME_BYTES)
  store<u32>(slot, NO_NAME_ADDRESS, NAME_NEXT)
  return slot
}

/** Learns a wanted name, whose bytes stand at the begin of the window. */
export function learnWanted(length: i32, wanted: i32): void {
  keep(slotOf(WINDOW_ADDRESS, <u32>length), WINDOW_ADDRESS, <u32>length, <u32>wanted)
}
