import t from 'tap'
import {
  centredRanks,
  centredRanksOfSteps,
  correlateRanks,
  correlationOf,
} from '../../compute/simulation/result/rank-correlation.ts'
import { gradeOf } from '../../compute/simulation/run/correlation-sums.ts'
import { drawVariates, openBlock, ROUND_VARIATES } from '../../compute/simulation/run/random.ts'

/** Variates of some blocks, a row of 32 for every round. */
function draw(seed: number, block: number, rounds: number): Uint16Array[] {
  const state = openBlock(seed, block)
  return Array.from({ length: rounds }, () => {
    const row = new Uint16Array(ROUND_VARIATES)
    drawVariates(state, row)
    return row
  })
}

function correlation(left: number[], right: number[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [l, r] = [mean(left), mean(right)]
  const sum = (f: (at: number) => number): number => left.reduce((total, _, at) => total + f(at), 0)
  const product = sum((at) => ((left[at] ?? 0) - l) * ((right[at] ?? 0) - r))
  return product / Math.sqrt(sum((at) => ((left[at] ?? 0) - l) ** 2) * sum((at) => ((right[at] ?? 0) - r) ** 2))
}

t.test('variates are means of two uniforms', async (t) => {
  const values = Array.from({ length: 20 }, (_, block) => draw(1, block, 500)).flatMap((rows) =>
    rows.flatMap((row) => Array.from(row)),
  )
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  t.ok(Math.abs(mean / 65_536 - 0.5) < 0.002, `mean ${mean / 65_536}`)
  const buckets = new Array<number>(64).fill(0)
  for (const value of values) buckets[value >> 10] = (buckets[value >> 10] ?? 0) + 1
  const below = (x: number): number => (x <= 0.5 ? 2 * x * x : 1 - 2 * (1 - x) ** 2)
  let chiSquare = 0
  buckets.forEach((seen, bucket) => {
    const expected = count * (below((bucket + 1) / 64) - below(bucket / 64))
    chiSquare += (seen - expected) ** 2 / expected
  })
  // 63 degrees of freedom: 99.99 % lie below 113.
  t.ok(chiSquare < 113, `chi-square ${chiSquare}`)
})

t.test('lanes, rounds, blocks and seeds go their own ways', async (t) => {
  const rounds = 4000
  const rows = draw(7, 3, rounds)
  const lane = (of: Uint16Array[], at: number): number[] => of.map((row) => row[at] ?? 0)
  // A correlation of n pairs has a deviation of one over the root of n: 0.016.
  for (let left = 0; left < ROUND_VARIATES; left++) {
    for (let right = 0; right < left; right++) {
      const found = correlation(lane(rows, left), lane(rows, right))
      if (Math.abs(found) > 0.08) t.fail(`lanes ${left} and ${right}: ${found}`)
    }
    const found = correlation(lane(rows, left).slice(1), lane(rows, left).slice(0, -1))
    if (Math.abs(found) > 0.08) t.fail(`lane ${left} and the round before: ${found}`)
  }
  for (const other of [draw(7, 4, rounds), draw(8, 3, rounds), draw(7 + 2 ** 32, 3, rounds)]) {
    const found = correlation(
      rows.flatMap((row) => Array.from(row)),
      other.flatMap((row) => Array.from(row)),
    )
    t.ok(Math.abs(found) < 0.015, `${found}`)
  }
})

t.test('grades are centred shares of the distribution', async (t) => {
  t.strictSame([0, 0x7fff, 0x8000, 0xffff].map(gradeOf), [-8192, -1, 0, 8191])
  for (let variate = 1; variate < 65_536; variate++) {
    if (gradeOf(variate) < gradeOf(variate - 1)) t.fail(`falls at ${variate}`)
    const x = (variate + 0.5) / 65_536
    const share = x <= 0.5 ? 2 * x * x : 1 - 2 * (1 - x) ** 2
    if (Math.abs(gradeOf(variate) / 16_384 + 0.5 - share) > 0.0002) t.fail(`${variate}: ${gradeOf(variate)}`)
  }
})

t.test('the correlation by grades is close to the one by ranks', async (t) => {
  const values = draw(5, 0, 32)
    .flatMap((row) => Array.from(row))
    .slice(0, 1000)
  const noise = draw(6, 0, 32).flatMap((row) => Array.from(row))
  for (const weight of [0, 0.3, 1, 5]) {
    const finishes = Float64Array.from(values, (value, at) => value + weight * (noise[at] ?? 0))
    const ranks = centredRanks(finishes)
    const exact = correlateRanks(centredRanks(Float64Array.from(values)), ranks) ?? 0
    const sums = [0, 0, 0]
    values.forEach((value, at) => {
      const grade = gradeOf(value)
      ;[grade * (ranks[at] ?? 0), grade * grade, grade].forEach((term, sum) => {
        sums[sum] = (sums[sum] ?? 0) + term
      })
    })
    const square = ranks.reduce((sum, rank) => sum + rank * rank, 0)
    const byGrades = correlationOf(sums, square, values.length) ?? 0
    t.ok(Math.abs(byGrades - exact) < 0.004, `${weight}: ${byGrades} for ${exact}`)
  }
})

t.test('ranks of values alike are their mean', async (t) => {
  t.strictSame(Array.from(centredRanks(Float64Array.of(5, 1, 5, 9))), [0, -3, 0, 3])
  t.strictSame(Array.from(centredRanksOfSteps(Float64Array.of(10, 2, 10, 18), 2)), [0, -3, 0, 3])
  t.equal(correlateRanks(centredRanks(Float64Array.of(1, 1)), centredRanks(Float64Array.of(1, 2))), null)
})
