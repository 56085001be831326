import t, { type Test } from 'tap'
import {
  correctForMany,
  geometricMean,
  lcg,
  mannWhitney,
  medianRatio,
  quantile,
  summarise,
} from '../../bench/statistics.ts'

const near = (t: Test, found: number, wanted: number, within: number) =>
  t.ok(Math.abs(found - wanted) <= within, `${found} is within ${within} of ${wanted}`)

t.test('quantiles interpolate between order statistics', async (t) => {
  t.equal(quantile([1, 2, 3, 4], 0.5), 2.5)
  t.equal(quantile([1, 2, 3, 4], 0), 1)
  t.equal(quantile([1, 2, 3, 4], 1), 4)
  // numpy.quantile([15, 20, 35, 40, 50], 0.4) is 29.
  near(t, quantile([15, 20, 35, 40, 50], 0.4), 29, 1e-12)
})

t.test('a summary counts, and its interval holds the median and narrows with samples', async (t) => {
  const next = lcg(1)
  const samples = Array.from({ length: 400 }, () => 10 + next())
  const few = summarise(samples.slice(0, 20))
  const many = summarise(samples)
  t.equal(many.count, 400)
  for (const one of [few, many]) t.ok(one.medianLow <= one.median && one.median <= one.medianHigh)
  t.ok(many.medianHigh - many.medianLow < few.medianHigh - few.medianLow)
  near(t, many.median, 10.5, 0.1)
  t.same(summarise(samples), many, 'the same samples give the same interval')
})

t.test('the rank test agrees with published values', async (t) => {
  // scipy.stats.mannwhitneyu(range(1, 11), range(6, 16), method='asymptotic').pvalue
  const a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const b = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
  near(t, mannWhitney(a, b), 0.005_075_392, 1e-6)
  near(t, mannWhitney(a, b), mannWhitney(b, a), 1e-9)
  t.equal(mannWhitney([5, 5, 5], [5, 5, 5]), 1)
  t.ok(mannWhitney(a, a) > 0.9)
})

t.test('many tests make single p values count less', async (t) => {
  // Holm by hand: 0.01 × 3, 0.02 × 2, 0.03 × 1 raised to what came before.
  const corrected = correctForMany([0.03, 0.01, 0.02])
  near(t, corrected[1] ?? 0, 0.03, 1e-12)
  near(t, corrected[2] ?? 0, 0.04, 1e-12)
  near(t, corrected[0] ?? 0, 0.04, 1e-12)
  t.same(correctForMany([0.5, 0.9]), [1, 1])
})

t.test('a ratio of medians comes with an interval around it', async (t) => {
  const a = [10, 10.1, 9.9, 10, 10.2, 9.8]
  const { ratio, low, high } = medianRatio(
    a,
    a.map((value) => value * 1.2),
  )
  near(t, ratio, 1.2, 1e-9)
  t.ok(low > 1.1 && high < 1.3)
})

t.test('the mean of ratios is geometric', async (t) => near(t, geometricMean([0.5, 2, 4, 0.25]), 1, 1e-12))
