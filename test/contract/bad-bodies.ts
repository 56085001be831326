import { z } from 'zod'
import type { Route } from '../../api/platform/http/route.ts'

/** One request body that no honest client sends, with a name to find it again. */
export interface BadBody {
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
  { name: 'infinite number', bytes: '{"name":1e999}' },
  { name: 'NUL in a key', bytes: '{"na\\u0000me":1}' },
  { name: 'NUL in a value', bytes: '{"name":"a\\u0000b"}' },
  { name: 'half a surrogate', bytes: '{"name":"\\ud800"}' },
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
  { name: 'plain text', bytes: 'name=x', headers: { 'Content-Type': 'text/plain' } },
  { name: 'form', bytes: 'name=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  { name: 'multipart without parts', bytes: '--x--', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
  { name: 'odd content type', bytes: '{}', headers: { 'Content-Type': ';;;' } },
  { name: 'compressed', bytes: 'x', headers: { 'Content-Encoding': 'gzip' } },
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

/** Every body that is wrong as a whole, and at least `count` with one wrong field, each field taking its turn. */
export function badBodies(
  route: Route,
  valid: Readonly<Record<string, unknown>> | undefined,
  count: number,
): BadBody[] {
  const paths = [...pathsOf(valid ?? {}), ...fieldsOf(route).map((name) => [name])]
  const fields = [...new Map(paths.map((path) => [path.join('.'), path])).values()]
  const wrong = (turn: number): BadBody => {
    // Both lists are walked at once; a step between rounds makes other pairs meet.
    const path = fields[turn % fields.length] as Path
    const value = VALUES[(turn + Math.floor(turn / fields.length) * 7) % VALUES.length]
    return {
      name: `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`,
      bytes: JSON.stringify(withValue(valid ?? {}, path, value)),
    }
  }
  const turns = fields.length === 0 ? 0 : Math.max(count, fields.length)
  return [...WHOLE, ...Array.from({ length: turns }, (_, turn) => wrong(turn))]
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
