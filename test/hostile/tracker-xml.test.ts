// Seen failing without the spans of issue-tree.ts (walking up from each link instead) and without the cap on issues.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { blocks, exportOf, item } from '../importers/tracker-xml.ts'
import { processorMs } from '../support/processor-time.ts'
import { seededRandom } from './mutate.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations, type Victim } from './survive.ts'

t.setTimeout(300_000)

const SEED = 20_261_120
const corpus = new URL('../../../shared/corpus/tracker/', import.meta.url)
const board = Buffer.from(
  exportOf(
    Array.from({ length: 12 }, (_, i) =>
      item(`A-${i + 1}`, {
        inner:
          (i > 3 ? `<parent id="1">A-${(i % 3) + 1}</parent>` : '') +
          (i > 5 ? blocks({ outward: i < 11 ? [`A-${i + 2}`] : [], inward: [`A-${i}`] }) : '') +
          `<timeoriginalestimate seconds="${i * 14_400}">x</timeoriginalestimate><due>Mon, 2 Mar 2026 00:00:00 +0000</due>` +
          '<labels><label>a</label></labels><assignee username="u">U</assignee><statusCategory key="new"/>',
      }),
    ),
    { end: 12, total: 12 },
  ),
)

const timed = (text: string): { outcome: string; ms: number } => {
  const startedAt = processorMs()
  const outcome = outcomeOf(Buffer.from(text), 'hostile.xml')
  return { outcome, ms: processorMs() - startedAt }
}

t.test('document types and foreign roots are refused', async (t) => {
  t.equal(timed('<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel/></rss>').outcome.startsWith('bug'), false)
  t.match(
    timed('<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel>&a;</channel></rss>').outcome,
    /unreadable_file|unsupported/,
  )
  t.equal(timed('<rss><channel><item><key>A-1</key></item>').outcome, 'unreadable_file')
  t.equal(timed('<rss/>').outcome, 'no_tasks')
  t.equal(timed(`<rss><channel><item>${'<a>'.repeat(500)}`).outcome, 'too_complex')
})

t.test('exports made to be expensive stay cheap', async (t) => {
  const chain = (count: number, inner: (i: number) => string) =>
    exportOf(Array.from({ length: count }, (_, i) => item(`A-${i}`, { inner: inner(i) })))
  const files: Record<string, [string, RegExp]> = {
    '20,001 issues': [chain(20_001, () => ''), /too_many_tasks/],
    'parents 20,000 deep': [chain(20_000, (i) => `<parent>A-${i + 1}</parent>`), /read/],
    'parents 20,000 deep with a link at each level': [
      chain(20_000, (i) => `<parent>A-${i + 1}</parent>${blocks({ outward: [`A-${19_999 - i}`], inward: [] })}`),
      /cyclic_dependency|read/,
    ],
    'one circle of 20,000 parents': [chain(20_000, (i) => `<parent>A-${(i + 1) % 20_000}</parent>`), /read/],
    'a circle of 20,000 links': [
      chain(20_000, (i) => blocks({ outward: [`A-${(i + 1) % 20_000}`], inward: [] })),
      /cyclic_dependency/,
    ],
    'a million links on one issue': [
      exportOf([
        item('A-1', {
          inner: `<issuelinks><issuelinktype><name>x</name><outwardlinks>${'<issuelink><issuekey>B</issuekey></issuelink>'.repeat(500_000)}</outwardlinks></issuelinktype></issuelinks>`,
        }),
      ]),
      /too_many_links/,
    ],
    '200,000 labels': [
      exportOf([item('A-1', { inner: `<labels>${'<label>x</label>'.repeat(200_000)}</labels>` })]),
      /read/,
    ],
    'a description of a million brackets': [
      exportOf([item('A-1', { inner: `<description><![CDATA[${'<'.repeat(999_000)}]]></description>` })]),
      /read/,
    ],
    'keys that are names of objects': [
      exportOf([item('__proto__', { inner: blocks({ outward: ['constructor'], inward: [] }) }), item('constructor')]),
      /read/,
    ],
  }
  for (const [name, [xml, expected]] of Object.entries(files)) {
    const { outcome, ms } = timed(xml)
    t.match(outcome, expected, name)
    t.ok(ms < 4000, `${name}: ${Math.round(ms)} ms`)
  }
})

t.test('damaged exports end as plans or refusals', async (t) => {
  const victims: Victim[] = [{ name: 'board.xml', bytes: board }]
  if (!existsSync(corpus)) t.comment('the corpus of real exports is not here; only the own fixture is damaged')
  else
    for (const name of readdirSync(corpus).filter((file) => file.endsWith('.xml')))
      victims.push({ name, bytes: readFileSync(new URL(name, corpus)) })
  const survival = await surviveMutations(victims, { cases: caseCount(400), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 3000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
  t.ok(Object.keys(survival.refused).length > 0, 'some were refused')
})

t.test('odd values in the right places are read around', async (t) => {
  const odd = [
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    '30 Feb 2026',
    '2026-13-45',
    '__proto__',
    '',
    '\u0661',
    'A-1',
    '0',
  ]
  const text = board.toString()
  const values = [...text.matchAll(/[>"]([^<>"\n]+)[<"]/g)]
  const broken: string[] = []
  let read = 0
  for (let seed = 0; seed < caseCount(800); seed += 1) {
    const random = seededRandom(seed)
    const value = values[random(values.length)]
    if (value === undefined) continue
    const from = value.index + 1
    const damaged = text.slice(0, from) + odd[random(odd.length)] + text.slice(from + (value[1] ?? '').length)
    const outcome = outcomeOf(Buffer.from(damaged), 'odd.xml')
    if (outcome === 'read') read += 1
    if (outcome.startsWith('bug')) broken.push(`seed ${seed}: ${outcome}`)
  }
  t.same(broken, [])
  t.ok(read > 300, `${read} were read`)
})
