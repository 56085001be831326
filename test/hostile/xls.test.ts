// Seen failing on a reader that copies a long text for every cell that is indented, and on one that believes in counts and offsets.
import t from 'tap'
import {
  blanks,
  bytes,
  chartInside,
  compound,
  cyrillic,
  makeXls,
  merged,
  record,
  rkNumbers,
  rowRecord,
  serial,
  styleColour,
  u16,
  u32,
  type XlsParts,
  xlsStream,
} from '../importers/make-xls.ts'
import { processorMs } from '../support/processor-time.ts'
import { mutate, seededRandom } from './mutate.ts'
import { caseCount, outcomeOf, seedOf, surviveMutations } from './survive.ts'

t.setTimeout(300_000)
const SEED = 57

const day = (text: string) => ({ value: serial(text), style: 1 })
const styles = [{}, { format: 14 }, { indent: 15 }, { pattern: 1, colour: 40 }]
const header = ['Task', 'Start', 'Finish']
const task = ['Dig', day('2026-03-02'), day('2026-03-06')]
const rows = [header, task]
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
const wide = (row: number, style: number) =>
  blanks(
    row,
    0,
    numbered(256).map(() => style),
  )
const withRecords = (more: Buffer[]) =>
  makeXls({ styles, sheets: [{ name: 'Plan', rows, more: [Buffer.concat(more)] }] })
const sharedText = (row: number, style: number) => record(0x00fd, u16(row, 0, style), u32(0))

t.test('bombs of every kind are refused or passed over in bounded time', async (t) => {
  const bombs: Record<string, [Uint8Array, RegExp]> = {
    'blank cells by the million': [withRecords(numbered(9000).map((row) => wide(row + 2, 0))), /too_complex/],
    'colours over a million cells': [withRecords(numbered(7000).map((row) => wide(row + 2, 3))), /^read$/],
    'a last column in every row': [
      withRecords(numbered(65_534).map((row) => record(0x0201, u16(row + 2, 255, 0)))),
      /^read$/,
    ],
    'a long text in many indented cells': [
      makeXls({
        styles,
        sheets: [
          {
            name: 'Plan',
            rows: [['x'.repeat(30_000)], ...rows],
            more: [Buffer.concat(numbered(60_000).map((row) => sharedText(row, 2)))],
          },
        ],
      }),
      /too_complex/,
    ],
    'merges over the whole sheet': [
      makeXls({
        styles,
        sheets: [
          {
            name: 'Plan',
            rows: [
              [...header, day('2026-03-02'), day('2026-03-03')],
              [...task, { value: null, style: 3 }],
            ],
            more: numbered(500).map(() => merged(...numbered(1000).map(() => [1, 65_535, 3, 255] as const))),
          },
        ],
      }),
      /^read$/,
    ],
    'empty records': [withRecords([Buffer.alloc(9_000_000)]), /^read$/],
    'charts in charts': [
      withRecords(numbered(100_000).map(() => record(0x0809, u16(0x0600, 0x20)))),
      /unreadable_file/,
    ],
    'texts that are said to be many': [
      makeXls({ styles, globals: [record(0x00fc, u32(0xffffffff, 0xffffffff))], sheets: [{ name: 'Plan', rows }] }),
      /^read$/,
    ],
    'a text that goes on for ever': [
      makeXls({
        styles,
        sheets: [
          {
            name: 'Plan',
            rows,
            more: [record(0x0204, u16(9, 0, 0, 0xffff), 1), Buffer.concat(numbered(100_000).map(() => record(0x003c)))],
          },
        ],
      }),
      /unreadable_file/,
    ],
    'a thousand sheets at one place': [
      makeXls({ styles, globals: numbered(1000).map(() => record(0x0085, u32(12), 0, 0, 1, 0, 0x41)), sheets: [] }),
      /unreadable_file/,
    ],
  }
  for (const [name, [content, expected]] of Object.entries(bombs)) {
    const startedAt = processorMs()
    const outcome = outcomeOf(content, 'hostile.xls')
    const ms = processorMs() - startedAt
    t.match(outcome, expected, name)
    t.ok(ms < 3000, `${name}: ${Math.round(ms)} ms`)
  }
})

const parts: XlsParts = {
  styles,
  palette: ['102030', '405060'],
  formats: { 164: 'dd.mm.yyyy' },
  globals: [styleColour(3, { kind: 3, value: 4 })],
  pieceBytes: 40,
  sheets: [
    { name: 'Curve', kind: 2 },
    {
      name: 'Plan',
      before: [rowRecord(1, { level: 1 }), chartInside],
      rows: [
        ...rows,
        [
          { value: 'Beton – 完', runs: 2, phonetic: 20 },
          { value: 'late', as: 'formula' },
          { value: true, as: 'formula' },
        ],
        [{ value: 'own', as: 'rich' }, { value: 4, as: 'rk' }, { error: 42 }, { value: null, style: 3 }],
      ],
      more: [rkNumbers(5, 0, [[0, 1]]), blanks(6, 0, [3, 3]), merged([6, 7, 0, 1])],
    },
  ],
}
const old: XlsParts = {
  ...parts,
  version: 5,
  codePage: 1251,
  encode: cyrillic,
  globals: [],
  sheets: [{ name: 'План', rows: [header, ['Котлован', day('2026-03-02'), day('2026-03-06')]] }],
}

t.test('damaged workbooks end as a plan or a listed refusal, in bounded time', async (t) => {
  const victims = [
    { name: 'plan.xls', bytes: makeXls(parts) },
    { name: 'old.xls', bytes: makeXls(old) },
  ]
  const survival = await surviveMutations(victims, { cases: caseCount(2000), seed: seedOf(SEED) })
  t.same(survival.broken, [])
  t.ok(survival.slowestMs < 1000, `slowest ${Math.round(survival.slowestMs)} ms`)
  t.ok(survival.grownMb < 8, `${survival.grownMb.toFixed(1)} MB more in use`)
})

t.test('so do workbooks whose records are damaged in a sound container', async (t) => {
  const streams = [xlsStream(parts), xlsStream(old)]
  const broken: string[] = []
  const outcomes = new Set<string>()
  for (let index = 0; index < caseCount(4000); index += 1) {
    const seed = seedOf(SEED) + index
    const random = seededRandom(seed)
    const stream = streams[index % 2] as Buffer
    const damaged = mutate(stream, streams[random(2)] as Buffer, random)
    const content = compound(bytes(damaged), index % 2 === 0 ? 8 : 5)
    const outcome = outcomeOf(content, 'plan.xls')
    if (outcome.startsWith('bug')) broken.push(`seed ${seed}: ${outcome}`)
    else outcomes.add(outcome)
  }
  t.same(broken, [])
  t.ok(outcomes.has('read') && outcomes.has('unreadable_file'), [...outcomes].join(', '))
})
