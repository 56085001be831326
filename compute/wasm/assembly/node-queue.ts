// A set of nodes taken from either end: one bit a node, and one bit for every 32 of them. As compute/cpm/node-queue.ts.

/** Empty: the first node to come sets both ends. */
export function openQueue(ends: usize, groupCount: i32): void {
  store<i32>(ends, groupCount)
  store<i32>(ends, -1, 4)
}

export function add(ends: usize, bits: usize, groups: usize, node: u32): void {
  const word = bits + ((<usize>(node >> 5)) << 2)
  store<u32>(word, load<u32>(word) | ((<u32>1) << (node & 31)))
  const group = <i32>(node >> 10)
  const at = groups + ((<usize>group) << 2)
  store<u32>(at, load<u32>(at) | ((<u32>1) << ((node >> 5) & 31)))
  store<i32>(ends, min(load<i32>(ends), group))
  store<i32>(ends, max(load<i32>(ends, 4), group), 4)
}

/** The first node, taken out; -1 when there is none. */
export function takeFirst(ends: usize, bits: usize, groups: usize): i32 {
  const last = load<i32>(ends, 4)
  for (let group = load<i32>(ends); group <= last; group++) {
    const words = load<u32>(groups + ((<usize>group) << 2))
    if (words === 0) continue
    store<i32>(ends, group)
    return take(bits, groups, group, words, ctz(words), false)
  }
  return -1
}

export function takeLast(ends: usize, bits: usize, groups: usize): i32 {
  const first = load<i32>(ends)
  for (let group = load<i32>(ends, 4); group >= first; group--) {
    const words = load<u32>(groups + ((<usize>group) << 2))
    if (words === 0) continue
    store<i32>(ends, group, 4)
    return take(bits, groups, group, words, 31 - clz(words), true)
  }
  return -1
}

function take(bits: usize, groups: usize, group: i32, words: u32, word: u32, isLast: bool): i32 {
  const at = ((<u32>group) << 5) + word
  const address = bits + ((<usize>at) << 2)
  const nodes = load<u32>(address)
  const bit = isLast ? 31 - clz(nodes) : ctz(nodes)
  const left = nodes & ~((<u32>1) << bit)
  store<u32>(address, left)
  if (left === 0) store<u32>(groups + ((<usize>group) << 2), words & ~((<u32>1) << word))
  return <i32>((at << 5) + bit)
}
