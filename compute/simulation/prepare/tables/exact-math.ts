// Logarithm and exponential from additions, multiplications and divisions only, so that the tables made with them have
// the same bits on every engine and version. Good to about 1e-15, which is far finer than the tables need.

const LN_2 = Math.LN2

/** Natural logarithm of a positive number. */
export function exactLog(value: number): number {
  let exponent = 0
  let mantissa = value
  while (mantissa > 1.5) {
    mantissa /= 2
    exponent++
  }
  while (mantissa < 0.75) {
    mantissa *= 2
    exponent--
  }
  // ln m = 2 artanh((m - 1) / (m + 1)), an odd series in a number of at most 1/5.
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let power = ratio
  let sum = 0
  for (let odd = 1; odd < 31; odd += 2) {
    sum += power / odd
    power *= square
  }
  return 2 * sum + exponent * LN_2
}

/** The exponential. */
export function exactExp(value: number): number {
  const doublings = Math.round(value / LN_2)
  const rest = value - doublings * LN_2
  let term = 1
  let sum = 1
  for (let order = 1; order < 20; order++) {
    term *= rest / order
    sum += term
  }
  for (let step = 0; step < doublings; step++) sum *= 2
  for (let step = 0; step > doublings; step--) sum /= 2
  return sum
}
