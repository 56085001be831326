// Seeded damage to real files, repeatable from the seed that a failing test prints.

/** A small generator of whole numbers below a bound. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** One damaged copy: cut off, bytes changed, a stretch removed, doubled or filled, or two files spliced. */
export function mutate(bytes: Uint8Array, other: Uint8Array, random: (below: number) => number): Uint8Array {
  const copy = Buffer.from(bytes)
  const at = random(copy.length)
  const length = 1 + random(Math.min(200, copy.length - at))
  switch (random(6)) {
    case 0:
      return copy.subarray(0, at)
    case 1:
      for (let i = 0; i < 1 + random(8); i += 1) copy[random(copy.length)] = random(256)
      return copy
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)])
    case 3:
      return Buffer.concat([copy.subarray(0, at + length), copy.subarray(at)])
    case 4:
      return copy.fill(random(2) === 0 ? 0 : 0xff, at, at + length)
    default:
      return Buffer.concat([copy.subarray(0, at), other.subarray(random(other.length))])
  }
}
