// Seen failing on a reader that makes every cell and row that a document says to repeat.
import t from 'tap'
import { blank, content, date, makeOds, row, table, text } from '../importers/make-ods.ts'
import { processorMs } from '../support/processor-time.ts'
import { mutate, seededRandom } from './mutate.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations } from './survive.ts'

t.setTimeout(300_000)
const SEED = 41

const header = row(text('Task'), text('Start'), text('Finish'))
const task = row(text('A'), date('2026-03-02'), date('2026-03-06'))
const repeated = (times: number, cells: string) =>
  `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`
const wide = (times: number) =>
  `<table:table-cell table:number-columns-repeated="${times}" office:value-type="string"><text:p>x</text:p></table:table-cell>`

t.test('bombs of every kind are refused or passed over in bounded time', async (t) => {
  const bombs: Record<string, [Uint8Array, RegExp]> = {
    'a million filled rows': [makeOds({ tables: table('P', header, repeated(1_000_000, text('x'))) }), /^read$/],
    'a million rows of 16,384 cells': [
      makeOds({ tables: table('P', header, repeated(1_000_000, wide(16_384))) }),
      /too_complex/,
    ],
    'columns past the last one': [makeOds({ tables: table('P', header, row(wide(9_999_999)), task) }), /^read$/],
    'rows past the last one': [
      makeOds({ tables: table('P', header, repeated(9_999_999, blank(3)), task) }),
      /unreadable_file/,
    ],
    'a thousand blank millions': [
      makeOds({ tables: table('P', header, task, repeated(1_000_000, blank(16_384)).repeat(1000)) }),
      /unreadable_file/,
    ],
    'colours over a million cells': [
      makeOds({
        styles:
          '<style:style style:name="b" style:family="table-cell"><style:table-cell-properties fo:background-color="#123456"/></style:style>',
        tables: table(
          'P',
          row(text('Task'), text('KW 1'), text('KW 2')),
          repeated(1000, text('A') + blank(16_000, 'b')),
          repeated(100_000, blank(16_384, 'b')),
        ),
      }),
      /^read$/,
    ],
    'styles that are their own parents': [
      makeOds({
        styles:
          '<style:style style:name="a" style:family="table-cell" style:parent-style-name="b"/><style:style style:name="b" style:family="table-cell" style:parent-style-name="a"/>',
        tables: table('P', header, row(text('A', 'a'))),
      }),
      /^read$/,
    ],
    'a sheet that is too large beside one that is not': [
      makeOds({
        tables: table('P', header, task) + table('Q', repeated(1_000_000, wide(9))) + table('R', header, task),
      }),
      /^read$/,
    ],
    'blanks by the million': [
      makeOds({ tables: table('P', header, row(text('<text:s text:c="1000000"/>'.repeat(2000)))) }),
      /too_complex/,
    ],
    'content of 90 MB of zeros': [
      makeOds({ tables: '', more: [{ name: 'x', data: '0'.repeat(90_000_000) }] }),
      /too_large|unreadable_file/,
    ],
    'tables in tables': [makeOds({ tables: '<table:table>'.repeat(5000) }), /too_complex/],
  }
  for (const [name, [bytes, expected]] of Object.entries(bombs)) {
    const startedAt = processorMs()
    const outcome = outcomeOf(bytes, 'hostile.ods')
    const ms = processorMs() - startedAt
    t.match(outcome, expected, name)
    t.ok(ms < 3000, `${name}: ${Math.round(ms)} ms`)
  }
})

t.test('damaged documents end as a plan or a listed refusal, in bounded time', async (t) => {
  const tables = table('P', header, task, `<table:table-row-group>${task}</table:table-row-group>`)
  const victim = { name: 'plan.ods', bytes: makeOds({ tables }) }
  const survival = await surviveMutations([victim], { cases: caseCount(1000), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 1000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
  const broken: string[] = []
  for (let seed = 0; seed < caseCount(1000); seed += 1) {
    const whole = Buffer.from(content(tables))
    const damaged = Buffer.from(mutate(whole, whole, seededRandom(seed))).toString('latin1')
    const outcome = outcomeOf(makeOds({ tables: damaged.replace(/^.*<office:spreadsheet>/s, '') }), 'a.ods')
    if (outcome.startsWith('bug')) broken.push(`seed ${seed}: ${outcome}`)
  }
  t.same(broken, [])
})
