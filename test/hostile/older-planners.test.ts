// Seen failing without: the limits on tasks and links of read-gan.ts and read-gnome-planner.ts.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { processorMs } from '../support/processor-time.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations } from './survive.ts'

t.setTimeout(300_000)

const SEED = 20_261_124
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/plans/${name}`, import.meta.url))
const victims = ['quay.mpx', 'quay.gan', 'quay.planner'].map((name) => ({ name, bytes: fixture(name) }))
const pod = Buffer.concat([
  Buffer.from('aced00057400053130302e30', 'hex'),
  Buffer.from('@@@@@@@@@@ProjectLibreSeparator_MSXML@@@@@@@@@@'),
  fixture('harbour.xml'),
])
victims.push({ name: 'harbour.pod', bytes: pod })

t.test('files made to be expensive stay cheap', async (t) => {
  const gan = (text: string) => `<project name="p"><tasks>${text}</tasks></project>`
  const task = (id: number, inner = '') => `<task id="${id}" start="2026-03-02" duration="36000000">${inner}</task>`
  const many = (count: number, one: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => one(index)).join('')
  const gnome = (text: string) => `<project mrproject-version="2" calendar="1">${text}</project>`
  const mpx = (lines: string) => `MPX,P,4.0,ANSI\n61,90,98,1,3,40,70\n${lines}`
  const files: Record<string, [string, string, RegExp]> = {
    'tasks without end': ['a.gan', gan(many(20_001, (i) => task(i))), /too_many_tasks/],
    'tasks deep inside of tasks': ['a.gan', gan('<task id="1">'.repeat(500)), /too_complex/],
    'long tasks on a calendar without work': [
      'a.gan',
      `<project><calendars><default-week mon="1" tue="1" wed="1" thu="1" fri="1" sat="1" sun="1"/></calendars><tasks>${many(3000, (i) => task(i))}</tasks></project>`,
      /read/,
    ],
    'links without end': ['a.gan', gan(task(1, '<depend id="1"/>'.repeat(20_001))), /too_many_links/],
    'tasks of GNOME Planner without end': [
      'a.planner',
      gnome(`<tasks>${many(20_001, (i) => `<task id="${i + 1}" work="3600"/>`)}</tasks>`),
      /too_many_tasks/,
    ],
    'predecessors of GNOME Planner without end': [
      'a.planner',
      gnome(`<tasks><task id="1">${'<predecessor predecessor-id="1"/>'.repeat(20_001)}</task></tasks>`),
      /too_many_links/,
    ],
    'calendars of GNOME Planner deep inside of calendars, all of them asked for hours': [
      'a.planner',
      gnome(
        `<calendars>${many(190, (i) => `<calendar id="${i + 1}"><default-week mon="9" tue="9"/>${'<days><day date="20260302" id="9"/></days>'.repeat(100)}`)}${'</calendar>'.repeat(190)}</calendars><tasks/>`,
      ),
      /read|too_many_exceptions/,
    ],
    'single days of GNOME Planner without end': [
      'a.planner',
      gnome(
        `<calendars><calendar id="1"><days>${'<day date="20260302" id="1"/>'.repeat(20_001)}</days></calendar></calendars><tasks/>`,
      ),
      /too_many_exceptions/,
    ],
    'a ProjectLibre file cut off behind its objects': [
      'a.pod',
      pod.subarray(0, 200).toString('latin1'),
      /unreadable_file/,
    ],
    'rows without end': ['a.mpx', mpx(many(20_001, (i) => `70,${i + 1},${i + 1},x,1,1d\n`)), /too_many_tasks/],
    'one list of predecessors': [
      'a.mpx',
      mpx(`70,1,1,x,1,1d,"${'1,'.repeat(20_000)}"\n`),
      /too_many_links|too_complex|read/,
    ],
    'nothing but a head': ['a.mpx', mpx(''), /read/],
  }
  for (const [what, [name, text, expected]] of Object.entries(files)) {
    const startedAt = processorMs()
    t.match(outcomeOf(Buffer.from(text, name.endsWith('.pod') ? 'latin1' : 'utf8'), name), expected, what)
    t.ok(processorMs() - startedAt < 4000, `${what}: ${Math.round(processorMs() - startedAt)} ms`)
  }
})

t.test('damaged files end as a plan or a listed refusal, in bounded time', async (t) => {
  const survival = await surviveMutations(victims, { cases: caseCount(600), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 1000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
  t.ok(survival.read > 20 && Object.keys(survival.refused).length > 0, JSON.stringify(survival))
})
