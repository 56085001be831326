// Seen failing without: the bound on nesting in calendar-data.ts, the count of nodes from below in place-rows.ts.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { processorMs } from '../support/processor-time.ts'
import { seededRandom } from './mutate.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations, type Victim } from './survive.ts'

t.setTimeout(300_000)

const SEED = 20_261_123
const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/plans/${name}`, import.meta.url))
const victims: Victim[] = ['quay.xer', 'quay-p6.xml'].map((name) => ({ name, bytes: fixture(name) }))

const HEAD = 'ERMHDR\t19.12\n%T\tPROJECT\n%F\tproj_id\n%R\t1\n'
const rows = (table: string, fields: string, count: number, row: (index: number) => string) =>
  `%T\t${table}\n%F\t${fields}\n${Array.from({ length: count }, (_, index) => `%R\t${row(index)}\n`).join('')}`
const wbs = (count: number, parent: (index: number) => number) =>
  rows('PROJWBS', 'wbs_id\tproj_id\tparent_wbs_id', count, (index) => `${index + 1}\t1\t${parent(index)}`)
const tasks = (count: number, more: (index: number) => string = () => '') =>
  rows('TASK', 'task_id\tproj_id\twbs_id\tclndr_id', count, (index) => `${100_000 + index}\t1\t${more(index)}`)

t.test('files made to be expensive stay cheap', async (t) => {
  const days = (text: string) => `${HEAD}%T\tCALENDAR\n%F\tclndr_id\tclndr_data\n%R\t1\t${text}\n`
  const files: Record<string, [string, RegExp]> = {
    '20,001 activities': [HEAD + tasks(20_001), /too_many_tasks/],
    'a work breakdown 9,000 levels deep': [
      HEAD + wbs(9000, (index) => index) + tasks(9000, (index) => `${9000 - index}`),
      /read/,
    ],
    'a circle of 9,000 parents': [
      HEAD + wbs(9000, (index) => ((index + 1) % 9000) + 1) + tasks(9000, (index) => `${index + 1}`),
      /read/,
    ],
    'calendars that open and never close': [days('('.repeat(900_000)), /read|no_tasks/],
    'calendars that nest and close': [days(`${'('.repeat(400_000)}${')'.repeat(400_000)}`), /read/],
    'a million days in one calendar': [
      days(`(0||CalendarData()((0||DaysOfWeek()())(0||Exceptions()(${'(0||0(d|46000)())'.repeat(50_000)}))))`),
      /read/,
    ],
    'a text without an end': [`${HEAD}${tasks(1)}${'x'.repeat(2_000_000)}`, /too_complex/],
    'two million lines of nothing': [HEAD + '\n'.repeat(2_000_000), /too_complex/],
    'a row of a million cells': [`${HEAD}%T\tTASK\n%F\ttask_id\n%R${'\t1'.repeat(1_000_000)}\n`, /read/],
    'a table of a million fields': [`${HEAD}%T\tTASK\n%F${'\tx'.repeat(1_000_000)}\n`, /too_complex/],
    'names of objects for tables and fields': [
      `${HEAD}${rows('__proto__', '__proto__\tconstructor', 3, () => '1\t2')}${rows('TASK', '__proto__\ttask_id\tproj_id', 1, () => 'x\t5\t1')}`,
      /read/,
    ],
  }
  for (const [name, [text, expected]] of Object.entries(files)) {
    const startedAt = processorMs()
    t.match(outcomeOf(Buffer.from(text), 'hostile.xer'), expected, name)
    const ms = processorMs() - startedAt
    t.ok(ms < 4000, `${name}: ${Math.round(ms)} ms`)
  }
})

t.test('document types, foreign roots and endless lists of times are refused in XML', async (t) => {
  const wrap = (text: string) => Buffer.from(`<APIBusinessObjects>${text}</APIBusinessObjects>`)
  t.equal(outcomeOf(wrap(''), 'p.xml'), 'no_tasks')
  t.match(
    outcomeOf(
      Buffer.from('<!DOCTYPE APIBusinessObjects [<!ENTITY a "b">]><APIBusinessObjects>&a;</APIBusinessObjects>'),
      'p.xml',
    ),
    /unreadable_file|unsupported_format/,
  )
  t.equal(outcomeOf(wrap(`<Calendar>${'<WorkTime/>'.repeat(500_001)}</Calendar>`), 'p.xml'), 'too_complex')
  t.equal(outcomeOf(wrap('<Project>'.repeat(300)), 'p.xml'), 'too_complex')
})

t.test('damaged files end as a plan or a listed refusal, in bounded time', async (t) => {
  const survival = await surviveMutations(victims, { cases: caseCount(600), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 1000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
  t.ok(survival.read > 20 && Object.keys(survival.refused).length > 0, JSON.stringify(survival))
})

t.test('values that make no sense are read around', async (t) => {
  const odd = [
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    '2026-02-30 25:61',
    '9999-12-31 00:00',
    '__proto__',
    '0',
    '',
    'TT_Odd',
    '1001',
    '0,5',
  ]
  const broken: string[] = []
  let read = 0
  for (const { name, bytes } of victims) {
    const text = Buffer.from(bytes).toString('latin1')
    const values = [...text.matchAll(name.endsWith('.xer') ? /\t([^\t\r\n]+)/g : />([^<>\n]+)</g)]
    for (let seed = 0; seed < caseCount(400); seed += 1) {
      const random = seededRandom(seed)
      const chosen = new Set(Array.from({ length: 1 + random(4) }, () => random(values.length)))
      let damaged = text
      for (const place of [...chosen].sort((a, b) => b - a)) {
        const value = values[place]
        if (value === undefined) continue
        const from = value.index + 1
        damaged = damaged.slice(0, from) + odd[random(odd.length)] + damaged.slice(from + (value[1] ?? '').length)
      }
      const outcome = outcomeOf(Buffer.from(damaged, 'latin1'), name)
      if (outcome === 'read') read += 1
      if (outcome.startsWith('bug')) broken.push(`${name}, seed ${seed}: ${outcome}`)
    }
  }
  t.same(broken, [])
  t.ok(read > 300, `${read} were read`)
})
