// The order of ids by Unicode code point. JavaScript compares UTF-16 units, which differs only where a surrogate pair
// meets a unit above U+DFFF; so pairs are looked at only in texts that hold a surrogate at all.

const SURROGATE = /[\ud800-\udfff]/
/** Characters sorted by digits; half of them make a number. */
const WINDOW = 6
const DIGIT_BITS = 12
const DIGIT_COUNT = 1 << DIGIT_BITS

/** In which order ties between tasks are broken: the rank of each of the ids. */
export type RankOf = (ids: readonly string[]) => Int32Array

/** Rank of each id, 0 for the least. Linear when the ids come sorted or soon differ; else a sort. */
export function rankIds(ids: readonly string[]): Int32Array {
  const compare = ids.some((id) => SURROGATE.test(id)) ? compareIds : compareUnits
  let isSorted = true
  for (let index = 1; index < ids.length && isSorted; index++) isSorted = compare(ids[index - 1], ids[index]) <= 0
  const order = new Int32Array(ids.length)
  for (let index = 0; index < order.length; index++) order[index] = index
  if (isSorted) return order
  sortIds(ids, order, compare)
  const ranks = new Int32Array(ids.length)
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]] = rank
  return ranks
}

/** Sorts by the few characters after the part all ids share, and by comparison where these are alike. */
function sortIds(ids: readonly string[], order: Int32Array, compare: (left: string, right: string) => number): void {
  const shared = sharedLength(ids)
  const high = new Int32Array(ids.length)
  const low = new Int32Array(ids.length)
  for (let index = 0; index < ids.length; index++) {
    high[index] = packUnits(ids[index], shared)
    low[index] = packUnits(ids[index], shared + WINDOW / 2)
    if (high[index] === -1 || low[index] === -1) {
      order.sort((left, right) => compare(ids[left], ids[right]))
      return
    }
  }
  for (const keys of [low, high]) for (const shift of [0, DIGIT_BITS]) sortByDigit(order, keys, shift)
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    const first = order[from]
    while (to < order.length && high[order[to]] === high[first] && low[order[to]] === low[first]) to++
    if (to - from > 1) order.subarray(from, to).sort((left, right) => compare(ids[left], ids[right]))
    from = to
  }
}

function sharedLength(ids: readonly string[]): number {
  const [first] = ids
  let length = first.length
  for (const id of ids) {
    let same = 0
    while (same < length && id.charCodeAt(same) === first.charCodeAt(same)) same++
    length = same
  }
  return length
}

/** Half a window of units below 256 as a number, -1 where one is not. What lies past the end is less than any. */
function packUnits(id: string, from: number): number {
  let packed = 0
  for (let at = from; at < from + WINDOW / 2; at++) {
    const unit = at < id.length ? id.charCodeAt(at) : 0
    if (unit > 255) return -1
    packed = (packed << 8) | unit
  }
  return packed
}

/** A stable counting sort by some bits of the keys. */
function sortByDigit(order: Int32Array, keys: Int32Array, shift: number): void {
  const cursor = new Int32Array(DIGIT_COUNT + 1)
  for (let index = 0; index < keys.length; index++) cursor[((keys[index] >> shift) & (DIGIT_COUNT - 1)) + 1]++
  for (let digit = 0; digit < DIGIT_COUNT; digit++) cursor[digit + 1] += cursor[digit]
  const before = order.slice()
  for (const index of before) order[cursor[(keys[index] >> shift) & (DIGIT_COUNT - 1)]++] = index
}

function compareUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function compareIds(left: string, right: string): number {
  let at = 0
  while (at < left.length && at < right.length) {
    const leftPoint = left.codePointAt(at) ?? 0
    const rightPoint = right.codePointAt(at) ?? 0
    if (leftPoint !== rightPoint) return leftPoint - rightPoint
    at += leftPoint > 0xffff ? 2 : 1
  }
  return left.length - right.length
}
