import t from 'tap'
import { loadInWords, loadSvg } from '../../../api/pictures/load-svg.ts'

const WEEKS = ['2026-W50', '2026-W51', '2026-W52', '2026-W53']
const input = (percents: readonly number[], more: object = {}) => ({
  id: 'load',
  title: 'Load',
  people: [{ name: 'Ann', weeks: percents }],
  weeks: WEEKS,
  ...more,
})
/** How high the bar of each week is. */
const heights = (svg: string) =>
  [...svg.matchAll(/<rect class="(?:critical|task)-done"[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height))

t.test('the first week of each year names its year, the others their number', async (t) => {
  const weeks = ['2026-W52', '2026-W53', '2027-W01', '2027-W02']
  const svg = loadSvg(input([80, 80, 80, 80], { weeks }))
  const heads = [...svg.matchAll(/<text[^>]*class="small faint"[^>]*>([^<]*W\d\d)</g)].map(([, text]) => text)
  t.strictSame(heads, ['2026-W52', 'W53', '2027-W01', 'W02'])
})

t.test('twice as much is twice as high, and the axis names its top', async (t) => {
  const svg = loadSvg(input([100, 200, 400, 50]))
  const [one = 0, two = 0, four = 0] = heights(svg)
  t.ok(Math.abs(two - 2 * one) < 0.05)
  t.ok(Math.abs(four - 4 * one) < 0.05)
  t.match(svg, />400 %</)
  t.match(loadSvg(input([80, 20, 90, 10])), />200 %</, 'that little load does not fill the band')
})

t.test('a bar that is cut is marked and has its figure, also where weeks are narrow', async (t) => {
  for (const more of [
    {},
    { layout: 'narrow' as const, weeks: Array.from({ length: 16 }, (_, at) => `2027-W${10 + at}`) },
  ]) {
    const svg = loadSvg(input([100, 4_000, 300, 0], more))
    t.equal(svg.match(/class="cut"/g)?.length, 1)
    t.match(svg, /<text[^>]*>4000<\/text>/)
    t.match(svg, /up to 4000 %/)
  }
  t.notMatch(loadSvg(input([100, 400])), /class="cut"/)
})

t.test('work before and after the weeks that are drawn is said in the picture and in words', async (t) => {
  const said = (workWeeks: [string, string]) => loadSvg(input([80, 80, 80, 80], { workWeeks }))
  t.match(
    said(['2026-W40', '2027-W10']),
    />Only 2026-W50 to 2026-W53 are shown: the work began in 2026-W40 and goes on to 2027-W10\.</,
  )
  t.match(said(['2026-W51', '2027-W10']), />Only 2026-W50 to 2026-W53 are shown: the work goes on to 2027-W10\.</)
  t.match(said(['2027-W08', '2027-W10']), />Not in these weeks: the work is from 2027-W08 to 2027-W10\.</)
  t.notMatch(said(['2026-W50', '2026-W53']), /Only/)
  t.match(loadInWords(input([80], { workWeeks: ['2026-W51', '2027-W10'] })), /goes on to 2027-W10/)
})
