// The bytes of a window: where its tags begin, and whether every byte may stand in a well-formed document.

import {
  CONSTANTS_ADDRESS,
  MARKS_ADDRESS,
  MOST_SUSPICIONS,
  STATUS_ADDRESS,
  STATUS_HAS_HIGH_BYTES,
  SUSPICIONS_ADDRESS,
  WINDOW_ADDRESS,
} from '../layout'

const MOST_CODE_POINT: u32 = 0x10ffff

/** The first suspicion that nothing has cleared, and the place after the last one. */
let suspicion: usize = SUSPICIONS_ADDRESS
let suspicionsEnd: usize = SUSPICIONS_ADDRESS

function isAmpersandOrBracket(bytes: v128, ampersand: v128, bracket: v128): v128 {
  return v128.or(i8x16.eq(bytes, ampersand), i8x16.eq(bytes, bracket))
}

function tagBits(bytes: v128, lessThan: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(i8x16.eq(bytes, lessThan)))
}

/** The same bytes, with tab, line feed and carriage return moved out of the range of control characters. */
function withoutBlanks(bytes: v128, blanks: v128): v128 {
  return v128.or(bytes, i8x16.swizzle(blanks, bytes))
}

/** Puts the constants in place. */
export function prepareMarks(): void {
  v128.store(CONSTANTS_ADDRESS, i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 32, 0, 0, 32, 0, 0))
  v128.store(CONSTANTS_ADDRESS, i8x16.splat(0x3c), 16)
  v128.store(CONSTANTS_ADDRESS, i8x16.splat(0x26), 32)
  v128.store(CONSTANTS_ADDRESS, i8x16.splat(0x5d), 48)
}

/** Lists the places of `<` and returns how many there are, or -1 where a byte is in doubt. */
export function findMarks(length: i32, isLast: bool): i32 {
  // From memory, so that they stay in registers; as constants they would be made anew in every turn.
  const blanks = v128.load(CONSTANTS_ADDRESS)
  const lessThan = v128.load(CONSTANTS_ADDRESS, 16)
  const ampersand = v128.load(CONSTANTS_ADDRESS, 32)
  const bracket = v128.load(CONSTANTS_ADDRESS, 48)
  let least = v128.load(CONSTANTS_ADDRESS, 16)
  let high = i8x16.splat(0)
  let out: usize = MARKS_ADDRESS
  suspicionsEnd = SUSPICIONS_ADDRESS
  suspicion = SUSPICIONS_ADDRESS
  const end: usize = WINDOW_ADDRESS + length
  for (let at: usize = WINDOW_ADDRESS; at < end; at += 64) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    high = v128.or(high, v128.or(v128.or(a, b), v128.or(c, d)))
    const front = i8x16.min_u(withoutBlanks(a, blanks), withoutBlanks(b, blanks))
    least = i8x16.min_u(least, i8x16.min_u(front, i8x16.min_u(withoutBlanks(c, blanks), withoutBlanks(d, blanks))))
    const rare = v128.or(
      v128.or(isAmpersandOrBracket(a, ampersand, bracket), isAmpersandOrBracket(b, ampersand, bracket)),
      v128.or(isAmpersandOrBracket(c, ampersand, bracket), isAmpersandOrBracket(d, ampersand, bracket)),
    )
    if (v128.any_true(rare) && !noteSuspicions(at, min(at + 64, end), end, isLast)) return -1
    const marks =
      tagBits(a, lessThan) | (tagBits(b, lessThan) << 16) | (tagBits(c, lessThan) << 32) | (tagBits(d, lessThan) << 48)
    out = writeMarks(out, marks, <u32>(at - WINDOW_ADDRESS))
  }
  if (v128.any_true(i8x16.lt_u(least, i8x16.splat(0x20)))) return -1
  if (i8x16.bitmask(high) !== 0) {
    store<u32>(STATUS_ADDRESS, 1, STATUS_HAS_HIGH_BYTES)
    if (holdsNoncharacter(end)) return -1
  }
  const count = <i32>((out - MARKS_ADDRESS) >> 2)
  store<u32>(out, length)
  store<u32>(out, length, 4)
  return count
}

/** Writes four places whether there are so many or not: hardly any block has more, and no branch has to know. */
function writeMarks(out: usize, marks: u64, offset: u32): usize {
  let rest = marks
  for (let lane: usize = 0; lane < 16; lane += 4) {
    store<u32>(out + lane, offset + <u32>ctz(rest))
    rest &= rest - 1
  }
  const count = <usize>popcnt(marks)
  if (count > 4) {
    for (let lane: usize = 16; rest !== 0; lane += 4) {
      store<u32>(out + lane, offset + <u32>ctz(rest))
      rest &= rest - 1
    }
  }
  return out + (count << 2)
}

/** U+FFFE and U+FFFF, which UTF-8 can write and XML forbids. */
function holdsNoncharacter(end: usize): bool {
  for (let at: usize = WINDOW_ADDRESS; at < end; at += 16) {
    let bits = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(<i8>0xef)))
    while (bits !== 0) {
      const place = at + <usize>ctz(bits)
      if (load<u8>(place, 1) === 0xbf && load<u8>(place, 2) >= 0xbe) return true
      bits &= bits - 1
    }
  }
  return false
}

/** Notes each `&` of a block that begins no entity, and each `]]`, which may be part of `]]>`. False where it is too much. */
function noteSuspicions(from: usize, to: usize, end: usize, isLast: bool): bool {
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at)
    if (byte === 0x5d ? load<u8>(at, 1) !== 0x5d : byte !== 0x26 || isEntity(at + 1, end, isLast)) continue
    if (suspicionsEnd === SUSPICIONS_ADDRESS + 4 * MOST_SUSPICIONS) return false
    store<u32>(suspicionsEnd, <u32>at)
    suspicionsEnd += 4
  }
  return true
}

/** Whether nothing suspicious stands before a place. */
export function isUnsuspected(place: usize): bool {
  return suspicion === suspicionsEnd || load<u32>(suspicion) >= <u32>place
}

/** Takes what stands before a place, in a comment or literal text, as said. */
export function clearSuspicions(place: usize): void {
  while (!isUnsuspected(place)) suspicion += 4
}

/** An entity cut off by the end of the window is fine: the text it stands in is looked at again as a whole. */
function isEntity(at: usize, end: usize, isLast: bool): bool {
  let stop = at
  while (stop < end && stop < at + 10 && load<u8>(stop) !== 0x3b) {
    if (load<u8>(stop) === 0x3c) return false
    stop++
  }
  if (stop === end) return !isLast
  if (load<u8>(stop) !== 0x3b) return false
  const length = stop - at
  if (length < 2) return false
  if (load<u8>(at) === 0x23) return isCharacter(at + 1, stop)
  const word = load<u32>(at)
  if (length === 2) return (word & 0xffff) === 0x746c || (word & 0xffff) === 0x7467
  if (length === 3) return (word & 0xffffff) === 0x706d61
  return length === 4 && (word === 0x746f7571 || word === 0x736f7061)
}

/** `65` or `x41`: a character that XML allows. */
function isCharacter(at: usize, stop: usize): bool {
  const isHex = load<u8>(at) === 0x78
  if (isHex) at++
  if (at === stop) return false
  let code: u32 = 0
  for (; at < stop; at++) {
    const byte = <u32>load<u8>(at)
    const letter = (byte | 0x20) - 0x61
    if (byte - 0x30 <= 9) code = code * (isHex ? 16 : 10) + byte - 0x30
    else if (isHex && letter <= 5) code = code * 16 + letter + 10
    else return false
    if (code > MOST_CODE_POINT) return false
  }
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  return code < 0xd800 || (code >= 0xe000 && code !== 0xfffe && code !== 0xffff)
}
