// Seen failing without each of: the refusal of document types, the bounds on depth, attributes and elements in
// importers/xml/parse-xml.ts, the budget for recurring exceptions, the quick answer to what lies inside a summary.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { processorMs } from '../support/processor-time.ts'
import { seededRandom } from './mutate.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations, type Victim } from './survive.ts'

const harbour = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))
const corpus = new URL('../../../shared/corpus/planfiles/', import.meta.url)
t.setTimeout(300_000)

const SEED = 20_260_302

const timed = (text: string | Uint8Array): { outcome: string; ms: number } => {
  const startedAt = processorMs()
  const outcome = outcomeOf(Buffer.from(text), 'hostile.xml')
  return { outcome, ms: processorMs() - startedAt }
}

t.test('entity bombs and outside entities are refused with their document type', async (t) => {
  const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')
  const bombs = {
    laughs: `<!DOCTYPE Project [<!ENTITY a0 "ha">${laughs}]><Project><Name>&a10;</Name></Project>`,
    outside: '<!DOCTYPE Project [<!ENTITY x SYSTEM "file:///etc/passwd">]><Project><Name>&x;</Name></Project>',
    definition: '<!DOCTYPE Project SYSTEM "http://127.0.0.1:1/x.dtd"><Project/>',
    late: `<!--${'x'.repeat(100_000)}--><!DOCTYPE Project [<!ENTITY a "b">]><Project>&a;</Project>`,
    undeclared: '<Project><Name>&a;</Name></Project>',
  }
  for (const [name, bomb] of Object.entries(bombs)) {
    const { outcome, ms } = timed(bomb)
    t.equal(outcome, 'unreadable_file', name)
    t.ok(ms < 500, `${name}: ${ms} ms`)
  }
})

t.test('depth, attributes, text and numbers of elements are bounded', async (t) => {
  const attributes = Array.from({ length: 300 }, (_, i) => `a${i}="x"`).join(' ')
  t.equal(timed(`<Project>${'<a>'.repeat(100_000)}`).outcome, 'too_complex')
  t.equal(timed(`<Project><a ${attributes}/></Project>`).outcome, 'too_complex')
  t.equal(timed(`<Project><Name>${'x'.repeat(1_000_001)}</Name></Project>`).outcome, 'too_complex')
  t.equal(timed(`<Project><Name>${'<![CDATA[xxxxxxxxxx]]>'.repeat(100_001)}</Name></Project>`).outcome, 'too_complex')
  t.equal(timed(`<Project><a b="${'x'.repeat(5_000_000)}"/></Project>`).outcome, 'read', 'a huge attribute is skipped')
  t.equal(timed(`<Project>${'<a/>'.repeat(5_000_001)}</Project>`).outcome, 'too_complex')
})

t.test('plans made to be expensive stay cheap', async (t) => {
  const tasks = (count: number, inside: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `<Task><UID>${i + 1}</UID><Name>t</Name>${inside(i)}</Task>`).join('')
  const exceptions = (count: number, fields: string) =>
    `<Exception><TimePeriod><FromDate>1900-01-01T00:00:00</FromDate><ToDate>2199-12-31T23:59:00</ToDate></TimePeriod>${fields}</Exception>`.repeat(
      count,
    )
  const calendar = (uid: number, base: number, content: string) =>
    `<Calendar><UID>${uid}</UID><BaseCalendarUID>${base}</BaseCalendarUID>${content}</Calendar>`
  const files: Record<string, [string, RegExp]> = {
    'a chain 20,000 levels deep': [tasks(20_000, (i) => `<OutlineLevel>${i + 1}</OutlineLevel>`), /read/],
    '20,000 links up one deep chain': [
      tasks(
        20_000,
        (i) =>
          `<OutlineLevel>${i + 1}</OutlineLevel><PredecessorLink><PredecessorUID>${20_000 - i}</PredecessorUID></PredecessorLink>`,
      ),
      /read/,
    ],
    'overlapping exceptions over three centuries': [
      calendar(1, -1, `<Exceptions>${exceptions(5000, '<DayWorking>0</DayWorking>')}</Exceptions>`),
      /read/,
    ],
    'daily rules over three centuries': [
      calendar(1, -1, `<Exceptions>${exceptions(500, '<Type>7</Type><Period>1</Period>')}</Exceptions>`),
      /too_many_exceptions/,
    ],
    'weekly rules without a day': [
      calendar(1, -1, `<Exceptions>${exceptions(2000, '<Type>6</Type><DaysOfWeek>0</DaysOfWeek>')}</Exceptions>`),
      /read/,
    ],
    '5,000 calendars, each on top of the one before': [
      Array.from({ length: 5000 }, (_, i) =>
        calendar(
          i + 1,
          i,
          '<Exceptions><Exception><TimePeriod><FromDate>2026-01-01</FromDate></TimePeriod></Exception></Exceptions>',
        ),
      ).join(''),
      /read/,
    ],
    'a calendar of 1,000 exceptions under 1,000 others': [
      calendar(
        1,
        -1,
        `<Exceptions>${Array.from({ length: 1000 }, (_, i) => `<Exception><TimePeriod><FromDate>20${10 + Math.floor(i / 100)}-01-${String((i % 28) + 1).padStart(2, '0')}</FromDate></TimePeriod></Exception>`).join('')}</Exceptions>`,
      ) + Array.from({ length: 1000 }, (_, i) => calendar(i + 2, 1, '')).join(''),
      /read|too_many_exceptions/,
    ],
    'a different calendar for each task': [
      Array.from({ length: 2000 }, (_, i) => calendar(i + 1, -1, '')).join('') +
        tasks(
          2000,
          (i) =>
            `<CalendarUID>${i + 1}</CalendarUID><Start>2026-01-01T08:00:00</Start><Finish>2026-02-01T08:00:00</Finish>`,
        ),
      /read/,
    ],
  }
  for (const [name, [content, expected]] of Object.entries(files)) {
    const wrapped = content
      .replace(/(<Calendar>.*<\/Calendar>)/s, '<Calendars>$1</Calendars>')
      .replace(/(<Task>.*<\/Task>)/s, '<Tasks>$1</Tasks>')
    const { outcome, ms } = timed(`<Project>${wrapped}</Project>`)
    t.match(outcome, expected, name)
    t.ok(ms < 3000, `${name}: ${Math.round(ms)} ms`)
  }
})

t.test('wrong encodings end in a refusal', async (t) => {
  const swapped = Buffer.from(`\ufeff${harbour}`, 'utf16le')
  t.equal(timed(swapped.subarray(0, swapped.length - 1)).outcome, 'unreadable_file', 'half a character at the end')
  t.match(timed(Buffer.concat([Buffer.from([0xff, 0xfe]), harbour])).outcome, /unsupported_format|unreadable_file/)
  t.match(
    timed(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]), harbour])).outcome,
    /read|unreadable_file|unsupported_format/,
  )
  t.equal(timed('<?xml version="1.0" encoding="UTF-7"?><Project/>').outcome, 'unsupported_encoding')
})

t.test('damaged files end as a plan or a listed refusal, in bounded time', async (t) => {
  const victims: Victim[] = [{ name: 'harbour.xml', bytes: harbour }]
  if (!existsSync(corpus)) t.comment('the corpus of real plan files is not here; only the own fixture is damaged')
  else {
    for (const name of readdirSync(new URL('mpxj/', corpus))) {
      if (name.endsWith('.xml')) victims.push({ name, bytes: readFileSync(new URL(`mpxj/${name}`, corpus)) })
    }
  }
  const survival = await surviveMutations(victims, { cases: caseCount(2000), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 1000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
  t.ok(survival.read > 20 && Object.keys(survival.refused).length > 0, JSON.stringify(survival))
})

t.test('values that make no sense in well-formed files end the same way', async (t) => {
  const odd = [
    '-1',
    '1e999',
    'NaN',
    '99999999999999999999',
    '2026-02-30T25:61:61',
    '9999-12-31T00:00:00',
    '0000-00-00',
    'PT-5H',
    'PT999999999999H',
    '-P1D',
    'true',
    '__proto__',
    '\u0661',
    '0',
    '65535',
    '',
  ]
  const text = harbour.toString()
  const values = [...text.matchAll(/>([^<>\n]+)</g)]
  const broken: string[] = []
  let read = 0
  for (let seed = 0; seed < caseCount(1500); seed += 1) {
    const random = seededRandom(seed)
    // From the end to the beginning, so that the places found in the intact text stay right.
    const chosen = new Set(Array.from({ length: 1 + random(4) }, () => random(values.length)))
    let damaged = text
    for (const place of [...chosen].sort((a, b) => b - a)) {
      const value = values[place]
      if (value === undefined) continue
      const from = value.index + 1
      damaged = damaged.slice(0, from) + odd[random(odd.length)] + damaged.slice(from + (value[1] ?? '').length)
    }
    const outcome = outcomeOf(Buffer.from(damaged), 'odd.xml')
    if (outcome === 'read') read += 1
    if (outcome.startsWith('bug')) broken.push(`seed ${seed}: ${outcome}`)
  }
  t.same(broken, [])
  t.ok(read > 1000, `${read} were read`)
})
