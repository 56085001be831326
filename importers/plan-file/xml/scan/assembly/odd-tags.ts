// What is not `<Name>`: comments, literal text, tags with attributes, names met for the first time.

import { ATTRIBUTES_ADDRESS, MOST_ATTRIBUTES } from '../layout'
import { learn, nameLength } from './names'

/** What `readTag` found: the slot of the name, and the place of `>`. */
export let tagSlot: usize = 0
export let tagEnd: usize = 0

/** The place after a comment or literal text, 0 where the window ends first, 1 where it is neither. */
export function asideEnd(tag: usize, end: usize): usize {
  if (tag + 12 > end) return 0
  if (load<u32>(tag) === 0x2d2d213c) {
    for (let at = tag + 4; at + 2 < end; at++) {
      if (load<u16>(at) === 0x2d2d) return load<u8>(at, 2) === 0x3e ? at + 3 : 1
    }
    return 0
  }
  // `<![CDATA[`
  const isLiteral = load<u32>(tag) === 0x435b213c && load<u32>(tag, 4) === 0x41544144 && load<u8>(tag, 8) === 0x5b
  if (!isLiteral) return 1
  for (let at = tag + 9; at + 2 < end; at++) {
    if (load<u16>(at) === 0x5d5d && load<u8>(at, 2) === 0x3e) return at + 3
  }
  return 0
}

/** Reads an opening tag letter by letter. False where anything is out of the ordinary. */
export function readTag(tag: usize, limit: usize): bool {
  let at = tag + 1
  const length = nameLength(at, limit)
  if (length === 0) return false
  tagSlot = learn(at, length)
  if (tagSlot === 0) return false
  at += length
  let count: u32 = 0
  while (true) {
    const blank = at
    at = afterBlanks(at, limit)
    if (at >= limit) return false
    const byte = load<u8>(at)
    if (byte === 0x2f) at++
    if (byte === 0x2f || byte === 0x3e) {
      tagEnd = at
      return at < limit && load<u8>(at) === 0x3e
    }
    if (at === blank || count === MOST_ATTRIBUTES) return false
    at = afterAttribute(at, limit, count)
    if (at === 0) return false
    count++
  }
}

function afterBlanks(at: usize, limit: usize): usize {
  while (at < limit && load<u8>(at) <= 0x20) at++
  return at
}

/** The place after `name="value"`, 0 where it is none or its name stood in the tag before. */
function afterAttribute(name: usize, limit: usize, count: u32): usize {
  const length = nameLength(name, limit)
  if (length === 0 || isRepeated(name, length, count)) return 0
  let at = afterBlanks(name + length, limit)
  if (at >= limit || load<u8>(at) !== 0x3d) return 0
  at = afterBlanks(at + 1, limit)
  if (at >= limit) return 0
  const quote = load<u8>(at)
  if (quote !== 0x22 && quote !== 0x27) return 0
  do at++
  while (at < limit && load<u8>(at) !== quote)
  return at < limit ? at + 1 : 0
}

function isRepeated(name: usize, length: u32, count: u32): bool {
  for (let index: u32 = 0; index < count; index++) {
    const other = ATTRIBUTES_ADDRESS + (index << 3)
    if (load<u32>(other, 4) === length && memory.compare(load<u32>(other), name, length) === 0) return true
  }
  const place = ATTRIBUTES_ADDRESS + (count << 3)
  store<u32>(place, <u32>name)
  store<u32>(place, length, 4)
  return false
}
