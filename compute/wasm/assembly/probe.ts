// How fast this machine issues vector instructions at best: the yardstick of the benches.

/** So many rounds of sixteen vector instructions, on values at an address, into the vector behind them. */
export function probeIssue(address: usize, rounds: i32): void {
  const step = v128.load(address)
  const mask = v128.load(address, 16)
  let a = v128.load(address, 32)
  let b = i16x8.add(a, step)
  let c = i16x8.add(b, step)
  let d = i16x8.add(c, step)
  let e = i16x8.add(d, step)
  let f = i16x8.add(e, step)
  let g = i16x8.add(f, step)
  let h = i16x8.add(g, step)
  // Eight chains that do not wait for each other, and no memory: nothing but the number of issue ports limits it.
  for (let left = rounds; left > 0; left--) {
    a = v128.xor(i16x8.add(a, step), mask)
    b = v128.xor(i16x8.add(b, step), mask)
    c = v128.xor(i16x8.add(c, step), mask)
    d = v128.xor(i16x8.add(d, step), mask)
    e = v128.xor(i16x8.add(e, step), mask)
    f = v128.xor(i16x8.add(f, step), mask)
    g = v128.xor(i16x8.add(g, step), mask)
    h = v128.xor(i16x8.add(h, step), mask)
  }
  const left = i16x8.add(i16x8.add(a, b), i16x8.add(c, d))
  v128.store(address, i16x8.add(left, i16x8.add(i16x8.add(e, f), i16x8.add(g, h))), 48)
}
