import t from 'tap'
import { jsonBytes } from '../../../api/platform/http/json-bytes.ts'

const WORDS = [
  '',
  'plain',
  'Größe',
  'a "quoted" \\ word',
  'line\nbreak\u0000',
  '\ud800 alone',
  '😀',
  'x'.repeat(200),
  '\u007f',
]
const NUMBERS = [0, -0, 1, -1, 1.5, 1e21, 5e-324, Number.NaN, Number.POSITIVE_INFINITY]
const SHARED = { list: [1, 'ü'], empty: [] }
const OTHERS = [
  null,
  true,
  false,
  undefined,
  [],
  {},
  SHARED,
  [SHARED],
  new Date(0),
  () => 1,
  Symbol('none'),
  { a: undefined },
]
const VALUES: readonly unknown[] = [...WORDS, ...NUMBERS, ...OTHERS]

/** As one would write them, without a seed: the same at each run. */
function rowsOf(count: number, of: (row: number, field: number) => unknown): object[] {
  return Array.from({ length: count }, (_, row) => ({
    id: `row ${row}`,
    ...Object.fromEntries(Array.from({ length: 12 }, (_, field) => [`field "${field}" ü`, of(row, field)])),
  }))
}

const same = (body: unknown, what: string) => t.equal(jsonBytes(body).toString('hex'), hexOf(body), what)
const hexOf = (body: unknown) => Buffer.from(JSON.stringify(body)).toString('hex')

const pick = (row: number, field: number) => VALUES[(row * 7 + field * 13 + row * row) % VALUES.length]
const mixed = rowsOf(200, pick)
const equal = rowsOf(60, (_, field) => VALUES[field])
const steps = rowsOf(300, (row, field) => VALUES[Math.floor(row / (field + 1)) % VALUES.length])

for (const [name, rows] of Object.entries({ mixed, equal, steps })) {
  same(rows, `rows that are ${name}`)
  same({ results: rows }, `${name}, as results alone`)
  same({ count: 3, none: undefined, next: null, results: rows, after: 'é', gone: undefined }, `${name}, in a page`)
}

const others: Record<string, unknown> = {
  'few rows': mixed.slice(0, 3),
  'no rows': { results: [] },
  'rows of several shapes': [...mixed, { id: 'other' }],
  'rows in another order': [...rowsOf(20, pick), { 'field "0" ü': 1, id: 'turned' }],
  'a row that is no object': [...mixed, null],
  'a row that is a list': [...mixed, ['a']],
  'a row that writes itself': [...mixed, { ...mixed[0], toJSON: () => 'itself' }],
  'a body that writes itself': { results: mixed, toJSON: () => 'itself' },
  'rows whose first field is not written': rowsOf(40, pick).map((row, place) => ({
    ...row,
    id: place % 2 ? 1 : undefined,
  })),
  'rows without fields': Array.from({ length: 30 }, () => ({})),
  numbers: Array.from({ length: 30 }, (_, place) => place),
  'one text': 'text',
  nothing: null,
}
for (const [name, body] of Object.entries(others)) same(body, name)

t.throws(() => jsonBytes(rowsOf(20, () => 1n)), TypeError, 'what JSON has no word for is refused as before')
