// Seen failing on a reader that trusts the sizes an archive declares, and without the bound on the ratio.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'
import { writeXlsx } from '../../importers/write/write-xlsx.ts'
import { makeWorkbook } from '../importers/make-zip.ts'
import { processorMs } from '../support/processor-time.ts'
import { mutate, seededRandom } from './mutate.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations, type Victim } from './survive.ts'

const corpus = new URL('../../../shared/corpus/spreadsheets/', import.meta.url)
const harbour = readPlan(readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url)), 'harbour.xml')
t.setTimeout(300_000)

const SEED = 99

const timed = (bytes: Uint8Array): { outcome: string; ms: number } => {
  const startedAt = processorMs()
  const outcome = outcomeOf(bytes, 'hostile.xlsx')
  return { outcome, ms: processorMs() - startedAt }
}

const cell = '<c t="inlineStr"><is><t>Name</t></is></c>'

t.test('bombs of every kind are refused in bounded time', async (t) => {
  const bombs: Record<string, [Uint8Array, RegExp]> = {
    'a sheet of 90 MB of zeros': [makeWorkbook({ sheet: '0'.repeat(90_000_000) }), /too_large/],
    'a sheet that declares little': [
      makeWorkbook({
        sheet: '<worksheet/>',
        more: [{ name: 'xl/styles.xml', data: ' '.repeat(40_000_000), declaredBytes: 100 }],
      }),
      /too_large/,
    ],
    'millions of empty rows': [
      makeWorkbook({
        sheet: `<worksheet><sheetData>${`<row>${cell}</row>${'<row/>'.repeat(3)}`.repeat(20_000)}</sheetData></worksheet>`,
      }),
      /read|too_large/,
    ],
    'a million shared strings': [
      makeWorkbook({ sheet: '<worksheet/>', sharedStrings: `<sst>${'<si/>'.repeat(1_000_001)}</sst>` }),
      /too_complex|too_large/,
    ],
    'deep nesting': [makeWorkbook({ sheet: '<a>'.repeat(5000) }), /too_complex/],
    'an entity bomb': [
      makeWorkbook({ sheet: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>' }),
      /unreadable_file/,
    ],
  }
  for (const [name, [bytes, expected]] of Object.entries(bombs)) {
    const { outcome, ms } = timed(bytes)
    t.match(outcome, expected, name)
    t.ok(ms < 3000, `${name}: ${Math.round(ms)} ms`)
  }
})

t.test('an archive cut off anywhere is refused', async (t) => {
  const bytes = await writeXlsx(harbour)
  for (let length = 0; length < bytes.length; length += 97) {
    const outcome = outcomeOf(bytes.subarray(0, length), 'cut.xlsx')
    if (!/^(empty_file|unreadable_file|unsupported_format)$/.test(outcome)) return t.fail(`${length} bytes: ${outcome}`)
  }
  t.pass('every length was refused')
})

t.test('damaged files end as a plan or a listed refusal, in bounded time', async (t) => {
  const victims: Victim[] = [{ name: 'harbour.xlsx', bytes: await writeXlsx(harbour) }]
  if (!existsSync(corpus)) t.comment('the corpus of real spreadsheets is not here; only an own workbook is damaged')
  else {
    for (const name of readdirSync(corpus))
      if (name.endsWith('.xlsx')) victims.push({ name, bytes: readFileSync(new URL(name, corpus)) })
  }
  const survival = await surviveMutations(victims, { cases: caseCount(1500), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 1000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
  t.ok(survival.read > 20 && Object.keys(survival.refused).length > 0, JSON.stringify(survival))
})

t.test('damage inside the parts of a workbook ends the same way', async (t) => {
  const sheet = `<worksheet><sheetData><row r="1">${cell}<c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>46083</v></c></row></sheetData></worksheet>`
  const parts = {
    sheet,
    sharedStrings: '<sst><si><t>Start</t></si><si><t>A</t></si></sst>',
    styles: '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
  }
  t.equal(outcomeOf(makeWorkbook(parts), 'a.xlsx'), 'read')
  const broken: string[] = []
  for (let seed = 0; seed < 900; seed += 1) {
    const random = seededRandom(seed)
    const key = (['sheet', 'sharedStrings', 'styles'] as const)[seed % 3] ?? 'sheet'
    const damaged = Buffer.from(mutate(Buffer.from(parts[key]), Buffer.from(sheet), random)).toString('latin1')
    const outcome = outcomeOf(makeWorkbook({ ...parts, [key]: damaged }), 'a.xlsx')
    if (outcome.startsWith('bug')) broken.push(`seed ${seed}: ${outcome}`)
  }
  t.same(broken, [])
})
