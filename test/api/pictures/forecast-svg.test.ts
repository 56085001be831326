import t from 'tap'
import { type ForecastInput, forecastInWords, forecastSvg, shareBy } from '../../../api/pictures/forecast-svg.ts'

function input(over: Partial<ForecastInput> = {}): ForecastInput {
  return {
    id: 'f',
    title: 'Simulated finish',
    histogram: [
      ['2026-05-01', 10],
      ['2026-05-04', 40],
      ['2026-05-05', 30],
      ['2026-05-08', 20],
    ],
    runs: 100,
    seed: 42,
    p50: '2026-05-04',
    p80: '2026-05-05',
    p95: '2026-05-08',
    deterministicFinish: '2026-05-01',
    ...over,
  }
}

t.test('the same input gives the same bytes', async (t) => {
  t.equal(forecastSvg(input()), forecastSvg(input()))
})

t.test('percentiles, the planned finish, runs and seed are written out', async (t) => {
  const svg = forecastSvg(input())
  for (const text of ['P50  4 May 2026', 'P80  5 May 2026', 'P95  8 May 2026', '100 runs, seed 42']) t.match(svg, text)
  t.match(svg, 'Planned  1 May 2026 (10 % of runs)')
  t.notMatch(forecastSvg(input({ deterministicFinish: null })), 'Planned')
})

t.test('columns stand to scale and the curve ends at all runs', async (t) => {
  const svg = forecastSvg(input())
  const heights = [...svg.matchAll(/<rect class="histogram"[^>]* height="([\d.]+)"/g)].map((match) => Number(match[1]))
  t.equal(heights.length, 4)
  t.ok(Math.abs(heights[0]! / heights[1]! - 0.25) < 0.01)
  t.notMatch(svg, /NaN|Infinity/)
})

t.test('a long spread of dates is drawn by weeks', async (t) => {
  const histogram = Array.from({ length: 9 }, (_, index) => [`203${index}-05-01`, 5] as const)
  const svg = forecastSvg(input({ histogram, p50: '2034-05-01', p80: '2037-05-01', p95: '2038-05-01' }))
  t.match(svg, /week from/)
})

t.test('a single date and no runs at all make a picture', async (t) => {
  const one = { p50: '2026-05-01', p80: '2026-05-01', p95: '2026-05-01', deterministicFinish: '2026-05-01' }
  for (const histogram of [[['2026-05-01', 7] as const], []]) {
    t.notMatch(forecastSvg(input({ ...one, histogram, layout: 'narrow' })), /NaN|Infinity|undefined/)
  }
})

t.test('shares are never rounded to a certainty', async (t) => {
  t.equal(shareBy(input(), '2026-05-04'), 0.5)
  t.equal(shareBy({ histogram: [] }, '2026-05-04'), 0)
  const nearlyAll = { histogram: [['2026-05-01', 999] as const, ['2026-06-01', 1] as const] }
  t.match(forecastInWords(input(nearlyAll)), /over 99 % of the runs/)
  const hardlyAny = { histogram: [['2026-05-01', 1] as const, ['2026-06-01', 999] as const] }
  t.match(forecastInWords(input(hardlyAny)), /under 1 % of the runs/)
})

t.test('runs that all agree are told as runs and not as a certainty', async (t) => {
  t.match(forecastInWords(input({ deterministicFinish: '2026-06-01' })), /1 Jun 2026 is met in all of the runs\./)
  t.match(forecastInWords(input({ deterministicFinish: '2026-04-01' })), /1 Apr 2026 is met in none of the runs\./)
  t.match(forecastSvg(input({ deterministicFinish: '2026-06-01' })), /Planned {2}1 Jun 2026 \(all of runs\)/)
})

t.test('no share of the runs is told as a chance where other projects or nothing at all decide', async (t) => {
  const others = input({ deterministicFinish: '2026-06-01', leavesOutOthers: true })
  t.match(forecastInWords(others), /^Without the tasks of other projects that this one waits for, half of the runs/)
  t.match(forecastInWords(others), /1 Jun 2026 waits for those tasks too: the runs tell no chance of meeting it\.$/)
  t.match(forecastSvg(others), /100 runs, seed 42, of this project alone/)
  const one = { p50: '2026-05-01', p80: '2026-05-01', p95: '2026-05-01', histogram: [['2026-05-01', 100] as const] }
  const still = input({ ...one, deterministicFinish: '2026-05-01' })
  t.match(forecastInWords(still), /^Every run ends on 1 May 2026: nothing that varies moves the finish to another day/)
  for (const each of [others, still, { ...still, leavesOutOthers: true }]) {
    t.notMatch(forecastInWords(each), /is met in|100 %/)
    t.notMatch(forecastSvg(each), /of runs\)/)
  }
})

t.test('a hostile title stays text', async (t) => {
  t.notMatch(forecastSvg(input({ title: '</title><script>' })), /<script/)
})
