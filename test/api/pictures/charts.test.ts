import t from 'tap'
import { type BurnInput, burnSvg } from '../../../api/pictures/burn-svg.ts'
import { valueAxis } from '../../../api/pictures/chart.ts'
import { type FlowInput, flowSvg } from '../../../api/pictures/flow-svg.ts'
import { tornadoInWords, tornadoSvg } from '../../../api/pictures/tornado-svg.ts'
import { type VelocityInput, velocitySvg } from '../../../api/pictures/velocity-svg.ts'

const NASTY = `</title><script>alert(1)</script>"'&`

const burn = (over: Partial<BurnInput> = {}): BurnInput => ({
  id: 'b',
  title: 'Sprint',
  unit: 'points',
  since: '2026-03-02',
  until: '2026-03-06',
  lines: [
    {
      name: 'Remaining',
      style: 'series-1',
      points: [
        ['2026-03-02', 20],
        ['2026-03-03', 20],
        ['2026-03-04', 20],
        ['2026-03-05', 10],
      ],
    },
    {
      name: 'Even pace',
      style: 'even',
      points: [
        ['2026-03-02', 20],
        ['2026-03-06', 0],
      ],
    },
  ],
  ...over,
})
const velocity = (over: Partial<VelocityInput> = {}): VelocityInput => ({
  id: 'v',
  title: 'Velocity',
  sprints: [
    { name: 'One', committed: 40, completed: 20, isCounted: true },
    { name: 'Two', committed: null, completed: 10, isCounted: false },
  ],
  average: 20,
  low: 15,
  high: 25,
  isSuppressed: false,
  ...over,
})
const dayOf = (date: string, COMPLETE: number, BACKLOG: number) => ({
  date,
  COMPLETE,
  REVIEW: 0,
  IN_PROGRESS: 1,
  NOT_STARTED: 2,
  BACKLOG,
})
const flow = (over: Partial<FlowInput> = {}): FlowInput => ({
  id: 'f',
  title: 'Flow',
  since: '2026-03-02',
  until: '2026-03-04',
  days: [dayOf('2026-03-02', 0, 7), dayOf('2026-03-03', 3, 4), dayOf('2026-03-04', 6, 1)],
  isSuppressed: false,
  ...over,
})

t.test('numbers beside a plot are round, whole and reach above everything drawn', async (t) => {
  for (const [largest, ticks] of [
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [10, [0, 2, 4, 6, 8, 10]],
    [11, [0, 5, 10, 15]],
    [1060, [0, 500, 1000, 1500]],
    [0.4, [0, 1]],
  ] as const)
    t.same(valueAxis([largest]).ticks, ticks, String(largest))
  for (let largest = 1; largest < 4000; largest += 7) {
    const { ticks, most } = valueAxis([largest])
    t.ok(most >= largest && ticks.length <= 7 && ticks.at(-1) === most, String(largest))
  }
})

t.test('the same input gives the same bytes, and no number that is none', async (t) => {
  for (const draw of [() => burnSvg(burn()), () => velocitySvg(velocity()), () => flowSvg(flow())]) {
    t.equal(draw(), draw())
    t.notMatch(draw(), /NaN|Infinity|undefined/)
  }
})

t.test('lines stand to scale, with the newest number beside them', async (t) => {
  const svg = burnSvg(burn())
  const path = /<path class="series-1" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"/.exec(svg)
  t.ok(path, 'a bend where the line bends: the second day lies on a straight piece')
  const [, , first, , second, , last] = (path as RegExpExecArray).map(Number)
  t.equal(first, 78, '20 of 20 is the top of the plot')
  t.equal(second, 78)
  t.equal(last, 219, 'and 10 its middle')
  t.match(svg, />10<title>Remaining<\/title><\/text>/)
  t.match(svg, 'Remaining: 10 points on 5 Mar 2026.')
})

t.test('sprints are bars to scale; one that does not count is hollow', async (t) => {
  const svg = velocitySvg(velocity())
  const bars = [
    ...svg.matchAll(
      /<rect class="(committed|completed|uncounted)" x="[\d.]+" y="[\d.]+" width="[\d.]+" height="([\d.]+)"/g,
    ),
  ]
    .map(([, kind, height]) => [kind, Number(height)])
    .filter(([, height]) => height !== 11)
  t.same(bars, [
    ['committed', 282],
    ['completed', 141],
    ['uncounted', 70.5],
  ])
  for (const text of ['Average 20', 'Expected 15 to 25', 'Completed, not counted', 'One: 20 points; Two: 10 points.'])
    t.match(svg, text)
})

t.test('statuses lie on each other: what is done at the bottom, the backlog at the top', async (t) => {
  const svg = flowSvg(flow())
  const tops = [...svg.matchAll(/<path class="([\w-]+) band" d="M[\d.]+ ([\d.]+)/g)].map(([, kind, top]) => [
    kind,
    Number(top),
  ])
  t.same(
    tops.map(([kind]) => kind),
    ['complete', 'review', 'in-progress', 'not-started', 'backlog'],
  )
  t.same(tops[0]?.[1], 360, 'nothing is done on the first day')
  t.same(tops.at(-1)?.[1], 78, 'ten of ten tasks')
  t.match(svg, 'On 4 Mar 2026: 1 backlog, 2 not started, 1 in progress, 0 in review, 6 complete.')
})

t.test('where there is nothing to draw a sentence says why', async (t) => {
  t.match(burnSvg(burn({ lines: [] })), '>No day of this has been recorded yet.</text>')
  t.match(
    velocitySvg(velocity({ sprints: [], average: null, low: null, high: null })),
    '>No sprint has been closed yet.</text>',
  )
  const hidden = { sprints: [], average: null, low: null, high: null, isSuppressed: true }
  t.match(velocitySvg(velocity(hidden)), '>The team does not share its points with you.</text>')
  t.match(
    flowSvg(flow({ days: [], isSuppressed: true })),
    '>The team does not share how its work flows with you.</text>',
  )
  t.match(flowSvg(flow({ days: [] })), '>No day of this has been recorded yet.</text>')
})

t.test('names that people gave run nothing', async (t) => {
  const sprints = [{ name: NASTY, committed: 1, completed: 1, isCounted: true }]
  for (const svg of [
    burnSvg(burn({ title: NASTY })),
    velocitySvg(velocity({ title: NASTY, sprints })),
    flowSvg(flow({ title: NASTY })),
  ])
    t.notMatch(svg, /<script|"'&[^a#]/)
})

t.test('one day and ten years are drawn', async (t) => {
  const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
  const points = Array.from({ length: 3660 }, (_, index) => [day(index), index % 9] as const)
  const lines = [{ name: 'Remaining', style: 'series-1' as const, points }]
  t.match(burnSvg(burn({ since: day(0), until: day(3659), lines })), />2035</)
  const one = [{ name: 'Remaining', style: 'series-1' as const, points: [['2026-03-02', 0] as const] }]
  t.match(burnSvg(burn({ until: '2026-03-02', lines: one })), /<circle class="dot series-1"/)
})

t.test('a picture of its own carries colours for dark screens and for paper', async (t) => {
  const svg = flowSvg(flow({ isStandalone: true }))
  t.match(svg, /<style>[^<]*prefers-color-scheme:dark[^<]*@media print/)
  t.notMatch(flowSvg(flow()), '<style>')
})

t.test('an axis may end with the last day that a date may name', async (t) => {
  for (const since of ['9998-01-01', '9999-11-01', '9999-12-31']) {
    const points = [[since, 1] as const, ['9999-12-31', 0] as const]
    const lines = [{ name: 'Even pace', style: 'even' as const, points }]
    const svg = burnSvg({ id: 'burn', title: 'Late', unit: 'tasks', since, until: '9999-12-31', lines })
    t.match(svg, '</svg>', since)
  }
})

t.test('what drives a finish is counted in all, and small numbers differ where their bars do', async (t) => {
  const bars = Array.from({ length: 100 }, (_, at) => ({
    name: `Task ${at}`,
    kind: 'task' as const,
    criticality: 0.2,
    sensitivity: 0.12 - at / 1000,
  }))
  t.match(tornadoInWords({ bars, leftOut: 1_400 }), /The first 15 of 1,500 are shown\./)
  const svg = tornadoSvg({ id: 'tornado', title: 'What drives it', bars })
  t.match(svg, />0\.024 = 20 % × 0\.12</)
  t.match(svg, />0\.021 = 20 % × 0\.11</)
})
