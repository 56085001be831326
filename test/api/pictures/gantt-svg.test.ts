import { SaxesParser } from 'saxes'
import t from 'tap'
import type { GanttInput, GanttRow } from '../../../api/pictures/gantt-frame.ts'
import { ganttSvg } from '../../../api/pictures/gantt-svg.ts'
import { textWidth } from '../../../api/pictures/svg.ts'
import { dayNumber, headerTicks, timeAxis } from '../../../api/pictures/time-axis.ts'

const HOSTILE = '</text><script>alert(1)</script> "\'&<!--]]>\u0000\ud800 x'

function row(id: string, over: Partial<GanttRow> = {}): GanttRow {
  return {
    id,
    wbs: '1',
    name: `Task ${id}`,
    depth: 0,
    start: '2026-03-02',
    finish: '2026-03-06',
    percentComplete: 0,
    isMilestone: false,
    isSummary: false,
    isCritical: false,
    ...over,
  }
}

function input(over: Partial<GanttInput> = {}): GanttInput {
  const rows = [
    row('S', { isSummary: true, finish: '2026-03-20', percentComplete: 40 }),
    row('A', { depth: 1, percentComplete: 100 }),
    row('B', { depth: 1, start: '2026-03-09', finish: '2026-03-19', isCritical: true, percentComplete: 25 }),
    row('M', { depth: 1, start: '2026-03-20', finish: '2026-03-20', isMilestone: true, isCritical: true }),
  ]
  const links = [
    { predecessor: 'A', successor: 'B', depType: 'FS' as const, isDriving: true },
    { predecessor: 'B', successor: 'M', depType: 'FS' as const, isDriving: true },
  ]
  return { id: 'g', title: 'Plan', rows, links, dataDate: '2026-03-10', calendar: {}, ...over }
}

/** Element names in order; throws when the text is not well-formed XML. */
function elementsOf(svg: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => names.push(tag.name))
  parser.write(svg).close()
  return names
}

t.test('the same input gives the same bytes', async (t) => {
  for (const layout of ['wide', 'narrow'] as const) {
    t.equal(ganttSvg(input({ layout })), ganttSvg(input({ layout })))
  }
})

t.test('hostile names stay text in every place they are written', async (t) => {
  const rows = [row('A', { name: HOSTILE, wbs: HOSTILE }), row('B', { name: HOSTILE, isSummary: true })]
  for (const layout of ['wide', 'narrow'] as const) {
    const svg = ganttSvg(input({ rows, links: [], title: HOSTILE, layout }))
    t.notOk(elementsOf(svg).includes('script'))
    t.notMatch(svg, /<script|<!--/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the character that XML has no place for.
    t.notMatch(svg, /\u0000/)
    t.ok(svg.isWellFormed())
  }
})

t.test('critical bars are striped as well as coloured, and milestones are diamonds', async (t) => {
  const svg = ganttSvg(input())
  t.match(svg, /<pattern id="g-hatch"/)
  t.match(svg, /<rect class="critical"[^>]*fill="url\(#g-hatch\)"/)
  t.match(svg, /<path class="milestone critical" d="M[\d.]+ [\d.]+l7 7l-7 7l-7 -7z"/)
  t.match(svg, /<path class="summary" /)
})

t.test('progress fills its share of the bar', async (t) => {
  const svg = ganttSvg(input({ rows: [row('A', { percentComplete: 25 })], links: [] }))
  const widthOf = (kind: string) => Number(new RegExp(`<rect class="${kind}"[^>]* width="([\\d.]+)"`).exec(svg)?.[1])
  t.ok(Math.abs(widthOf('task-done') / widthOf('task') - 0.25) < 0.01)
})

t.test('driving links between critical rows are drawn apart from the rest', async (t) => {
  const svg = ganttSvg(input())
  t.match(svg, /class="link" /)
  t.match(svg, /class="link hot" /)
  const without = ganttSvg(input({ links: [{ predecessor: 'A', successor: 'gone', depType: 'FS', isDriving: true }] }))
  t.notMatch(without, /class="link/)
})

t.test('every link type and direction is drawn with finite coordinates', async (t) => {
  for (const depType of ['FS', 'SS', 'FF', 'SF'] as const) {
    for (const [predecessor, successor] of [
      ['A', 'M'],
      ['M', 'A'],
      ['B', 'A'],
      ['S', 'B'],
    ] as const) {
      const svg = ganttSvg(input({ links: [{ predecessor, successor, depType, isDriving: false }] }))
      t.match(svg, /class="link-head"/)
      t.notMatch(svg, /NaN|Infinity|undefined/)
    }
  }
})

t.test('the data date is marked, today only when it is given', async (t) => {
  t.match(ganttSvg(input()), /Data date 10 Mar 2026/)
  t.notMatch(ganttSvg(input()), /today-line/)
  t.match(ganttSvg(input({ today: '2026-03-12' })), /Today 12 Mar 2026/)
  t.notMatch(ganttSvg(input({ dataDate: null })), /data-line/)
})

t.test('the header has columns of days, weeks or months by the room there is', async (t) => {
  const headed = (finish: string) => ganttSvg(input({ rows: [row('A', { finish })], links: [] }))
  t.match(headed('2026-04-03'), />31<\/text>/)
  t.match(headed('2026-11-06'), />Jul 2026<\/text>/)
  t.match(headed('2029-11-06'), />2028<\/text>/)
})

t.test('days off are shaded by the calendar given', async (t) => {
  const holiday = { from: '2026-03-11', to: '2026-03-12', working: false }
  t.notMatch(ganttSvg(input()), /<path class="holiday"/)
  t.match(ganttSvg(input({ calendar: { exceptions: [holiday] } })), /<path class="holiday"/)
  t.notMatch(ganttSvg(input({ calendar: { working_days: [1, 2, 3, 4, 5, 6, 7] } })), /<path class="off"/)
})

t.test('an empty plan and rows without dates make a picture', async (t) => {
  for (const rows of [[], [row('A', { start: null, finish: null })]]) {
    const svg = ganttSvg(input({ rows, links: [], dataDate: null }))
    elementsOf(svg)
    t.notMatch(svg, /NaN|Infinity|undefined/)
  }
})

t.test('a picture needs nothing from outside and no inline style attribute', async (t) => {
  const svg = ganttSvg(input({ isStandalone: true })).replace('http://www.w3.org/2000/svg', '')
  t.notMatch(svg, /https?:|\/\/|@import|url\((?!#)/)
  t.notMatch(svg, / style=/)
  t.match(svg, /<style>/)
})

t.test('a header names every day or week that it has a column for', (t) => {
  const firstDay = dayNumber('2026-03-02')
  for (let pixelsPerDay = 2.2; pixelsPerDay < 30; pixelsPerDay += 0.1) {
    const axis = timeAxis({ firstDay, endDay: firstDay + 70, left: 0, right: 70 * pixelsPerDay })
    const cut = headerTicks(axis).lower.filter(
      ({ fromDay, toDay, text }) => textWidth(text, 10.5) + 1 > (toDay - fromDay) * pixelsPerDay,
    )
    if (cut.length > 0) t.fail(`${axis.zoom} of ${pixelsPerDay} pixels a day have no room for ${cut[0]?.text}`)
  }
  t.end()
})

t.test('the names of the data date and of today never stand on each other', async (t) => {
  const days = ['2026-03-02', '2026-03-09', '2026-03-10', '2026-03-12', '2026-03-20']
  for (const layout of ['wide', 'narrow'] as const)
    for (const today of days)
      for (const dataDate of days) {
        const drawn = ganttSvg(input({ dataDate, today, layout }))
        const spans = ['data', 'today'].map((kind) => {
          const [, x = '', text = ''] =
            new RegExp(`<text x="([\\d.]+)"[^>]*class="small ${kind}"[^>]*>([^<]*)<`).exec(drawn) ?? []
          return { from: Number(x) - textWidth(text, 10.5) / 2, to: Number(x) + textWidth(text, 10.5) / 2 }
        })
        const [one, other] = spans.toSorted((a, b) => a.from - b.from)
        t.ok(one && other && one.to < other.from, `${layout}: data date ${dataDate}, today ${today}`)
      }
})

t.test('a baseline stands as a thin bar under today’s, as an empty diamond, and in the legend', (t) => {
  const rows = [
    row('A', { baseline: { start: '2026-02-23', finish: '2026-02-27' } }),
    row('M', { isMilestone: true, start: '2026-03-20', baseline: { start: '2026-03-13', finish: '2026-03-13' } }),
    row('N'),
  ]
  const svg = ganttSvg(input({ rows, links: [] }))
  t.equal(svg.match(/class="ghost"/g)?.length, 2, 'the bar and its mark in the legend')
  t.equal(svg.match(/class="ghost-point"/g)?.length, 1)
  t.match(svg, />Baseline</)
  t.match(svg, /baseline 23 Feb 2026 to 27 Feb 2026/)
  const [, ghost] = /class="ghost" x="([\d.]+)"/.exec(svg) ?? []
  const [, bar] = /class="task" x="([\d.]+)"/.exec(svg) ?? []
  t.ok(Number(ghost) < Number(bar), 'it began a week earlier')
  t.notMatch(ganttSvg(input()), /ghost|Baseline/, 'nothing of it without one')
  t.end()
})

t.test(
  'at any width the bars are inside of the picture, and no name of the legend runs into the next mark',
  async (t) => {
    for (const width of [320, 500, 679, 680, 800, 1000, 1280, 4000]) {
      const marked = input({ width, today: '2026-03-11', rows: [row('A', { deadline: '2026-03-09' }), row('B')] })
      const svg = ganttSvg(marked)
      t.match(svg, new RegExp(`^<svg[^>]* width="${width}"`))
      const bars = [...svg.matchAll(/<rect class="task"[^>]*?x="([-\d.]+)"[^>]*?width="([-\d.]+)"/g)]
      t.ok(bars.length >= 2)
      for (const [, left, size] of bars)
        t.ok(Number(left) > 0 && Number(left) + Number(size) <= width, `${width}: ${left}`)
      const legend = svg.slice(svg.lastIndexOf('<g>'))
      const names = [...legend.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</g)]
      const height = Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg)?.[1])
      names.forEach(([, x, y, text], at) => {
        const next = names[at + 1]
        const end = Number(x) + textWidth(text ?? '', 10.5)
        const room = next?.[2] === y ? Number(next?.[1]) - 36 : width
        t.ok(end <= room + 4, `${width}: ${text} ends at ${end}, ${room}`)
        t.ok(Number(y) < height, `${width}: ${text}`)
      })
    }
  },
)
