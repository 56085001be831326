import { z } from 'zod'
import type { Route } from '../../api/platform/http/route.ts'

/** One request body that no honest client sends, with a name to find it again. */
export interface BadBody {
  /** The only status that will do. */
  readonly status?: number
  readonly name: string
  readonly bytes: string | Uint8Array
  readonly headers?: Record<string, string>
}

const GHOST = '7b0c1d2e-0000-4000-8000-00000000dead'
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Bodies that are wrong as a whole, whatever the operation. */
const WHOLE: readonly BadBody[] = [
  { name: 'nothing', bytes: '' },
  { name: 'null', bytes: 'null' },
  { name: 'array', bytes: '[]' },
  { name: 'array of objects', bytes: '[{}]' },
  { name: 'string', bytes: '"text"' },
  { name: 'number', bytes: '42' },
  { name: 'true', bytes: 'true' },
  { name: 'empty object', bytes: '{}' },
  { name: 'open brace', bytes: '{' },
  { name: 'no value', bytes: '{"name":}' },
  { name: 'two documents', bytes: '{}{}' },
  { name: 'single quotes', bytes: "{'name': 1}" },
  { name: 'byte order mark', bytes: '\ufeff{}' },
  { name: 'not UTF-8', bytes: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: 'UTF-16', bytes: new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]) },
  { name: 'Latin-1', bytes: new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d]) },
  { name: 'raw NUL', bytes: '{"name":"a\u0000b"}'.replace('\\u0000', '\0') },
  { name: 'comment', bytes: '{/* none */}' },
  { name: 'comma at the end', bytes: '{"name":"x",}' },
  { name: 'not a number', bytes: '{"name":NaN,"id":NaN}' },
  { name: 'infinity', bytes: '{"name":-Infinity}' },
  { name: 'infinite number', bytes: '{"name":1e999}' },
  { name: 'number of 400 digits', bytes: `{"name":${'9'.repeat(400)}}` },
  { name: 'integer beyond 2^53', bytes: '{"name":9007199254740993}' },
  { name: 'key twice', bytes: '{"name":"a","name":{"b":1},"name":null}' },
  { name: 'NUL in a key', bytes: '{"na\\u0000me":1}' },
  { name: 'NUL in a value', bytes: '{"name":"a\\u0000b"}' },
  { name: 'half a surrogate', bytes: '{"name":"\\ud800"}' },
  { name: 'the other half', bytes: '{"name":"\\udc00\\ud800"}' },
  { name: 'half a surrogate in a key', bytes: '{"\\udfff":1}' },
  { name: '40 levels', bytes: nested(40) },
  { name: '20000 levels', bytes: nested(20_000) },
  { name: 'array 20000 levels deep', bytes: '['.repeat(20_000) },
  { name: '__proto__', bytes: '{"__proto__":{"isSuperuser":true,"name":"x"}}' },
  { name: 'constructor', bytes: '{"constructor":{"prototype":{"polluted":1}}}' },
  { name: 'names of methods', bytes: '{"toString":1,"hasOwnProperty":2,"then":3,"toJSON":4}' },
  {
    name: '2000 unknown keys',
    bytes: JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i]))),
  },
  { name: '__proto__ twice', bytes: '{"__proto__":null,"__proto__":[]}' },
  { name: 'UTF-16 by its type', bytes: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } },
  { name: 'XML', bytes: '<a/>', headers: { 'Content-Type': 'application/xml' } },
  { name: 'no type', bytes: '{"name":1}', headers: { 'Content-Type': '' } },
  { name: 'plain text', bytes: 'name=x', headers: { 'Content-Type': 'text/plain' } },
  { name: 'form', bytes: 'name=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  { name: 'multipart without parts', bytes: '--x--', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
  { name: 'odd content type', bytes: '{}', headers: { 'Content-Type': ';;;' } },
  { name: 'compressed', bytes: 'x', headers: { 'Content-Encoding': 'gzip' } },
]

/** Valid JSON in each shape but an object; nested and with text that no field may hold. */
export const NOT_OBJECTS: readonly string[] = [
  'null',
  ' []',
  '[{"name":"x"}]',
  '"text"',
  '42',
  'true',
  `${'['.repeat(300)}${']'.repeat(300)}`,
  '["\\u0000", 1e999]',
]

/** Values that most fields cannot take, and some can: none may break anything. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  1e300,
  5e-324,
  '',
  ' ',
  'x',
  'x'.repeat(70_000),
  '\u202e\u0301 😀',
  '%00',
  "'; drop table tasks; --",
  'NaN',
  GHOST,
  GHOST.toUpperCase(),
  '7b0c1d2e0000400080000000000000dead',
  '9999-12-31',
  '2026-02-30',
  '0000-00-00',
  '-000001-01-01',
  '2026-01-05T25:00:00Z',
  [],
  [null],
  [[]],
  [GHOST, GHOST],
  ['__proto__'],
  [1, '1', true],
  {},
  { '': '' },
  { id: GHOST },
  { length: -1 },
  { constructor: null },
  Array.from({ length: 600 }, () => GHOST),
  Array.from({ length: 600 }, () => ({})),
]

type Path = readonly (string | number)[]

/** What bodies of operations that take none are tried with. */
const NO_FIELDS: readonly Path[] = ['id', 'project', 'user', 'name', 'force', 'data'].map((name) => [name])
const DEFAULT_MAX_BYTES = 1024 * 1024

/** At least `count` bodies: all that are wrong as a whole, then each field in turn with one wrong value. */
export function badBodies(
  route: Route,
  valid: Readonly<Record<string, unknown>> | undefined,
  count: number,
): BadBody[] {
  const paths = [...pathsOf(valid ?? {}), ...fieldsOf(route).map((name) => [name])]
  const known = [...new Map(paths.map((path) => [path.join('.'), path])).values()]
  const fields = known.length > 0 ? known : NO_FIELDS
  const wrong = (turn: number): BadBody => {
    // Both lists are walked at once; a step between rounds makes other pairs meet.
    const path = fields[turn % fields.length] as Path
    const value = VALUES[(turn + Math.floor(turn / fields.length) * 7) % VALUES.length]
    return {
      name: `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`,
      bytes: JSON.stringify(withValue(valid ?? {}, path, value)),
    }
  }
  const whole = [...WHOLE, ...cutShort(valid), ...atTheLimit(route, fields[0] as Path, valid)]
  const turns = Math.max(count - whole.length, fields.length)
  return [...whole, ...Array.from({ length: turns }, (_, turn) => wrong(turn))]
}

/** The good body without its end, and with more behind it. */
function cutShort(valid: object = { name: 'x' }): BadBody[] {
  const text = JSON.stringify(valid)
  const half = Math.floor(text.length / 2)
  return [
    { name: 'cut in half', bytes: text.slice(0, half) },
    { name: 'cut before its end', bytes: text.slice(0, -1) },
    { name: 'more behind it', bytes: `${text}]` },
  ]
}

/** One text that fills the body to its limit, and one more byte. */
function atTheLimit(route: Route, path: Path, valid: object = {}): BadBody[] {
  const limit = route.maxBodyBytes ?? DEFAULT_MAX_BYTES
  const empty = JSON.stringify(withValue(valid, path, ''))
  const filled = (bytes: number) => JSON.stringify(withValue(valid, path, 'x'.repeat(bytes - empty.length)))
  return [
    { name: 'text up to the limit', bytes: filled(limit) },
    { name: 'one byte too many', bytes: filled(limit + 1), status: 413 },
  ]
}

function pathsOf(value: unknown, prefix: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...prefix, Array.isArray(value) ? Number(key) : key]
    return [path, ...pathsOf(inner, path)]
  })
}

/** Names of the fields that the published schema knows. */
export function fieldsOf(route: Route): string[] {
  if (!route.body) return []
  const schema = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) as Schema
  const root = schema.$ref ? schema.$defs?.[schema.$ref.split('/').pop() as string] : schema
  return Object.keys(root?.properties ?? {})
}

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, unknown>
}

function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: Record<PropertyKey, unknown> = Array.isArray(body) ? ([...body] as never) : { ...(body as object) }
  copy[key] = withValue(copy[key], rest, value)
  return copy
}
