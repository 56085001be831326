// The order of ids by Unicode code point. JavaScript compares UTF-16 units, which differs only where a surrogate pair
// meets a unit above U+DFFF; so pairs are looked at only in texts that hold a surrogate at all.

const SURROGATE = /[\ud800-\udfff]/

/** Rank of each id, 0 for the least. Linear when the ids come sorted, else a sort. */
export function rankIds(ids: readonly string[]): Int32Array {
  const ranks = new Int32Array(ids.length)
  const compare = ids.some((id) => SURROGATE.test(id)) ? compareIds : compareUnits
  const isSorted = ids.every((id, index) => index === 0 || compare(ids[index - 1], id) <= 0)
  const order = Array.from(ids, (_, index) => index)
  if (!isSorted) order.sort((left, right) => compare(ids[left], ids[right]))
  order.forEach((idIndex, rank) => {
    ranks[idIndex] = rank
  })
  return ranks
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
