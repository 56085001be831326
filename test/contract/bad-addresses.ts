import { z } from 'zod'
import type { Route } from '../../api/platform/http/route.ts'

/** Path segments that no id has. */
const SEGMENTS: readonly ((id: string) => string)[] = [
  () => 'x',
  () => '0',
  () => '-1',
  () => 'null',
  () => 'NaN',
  () => '%00',
  () => '%ff',
  () => '%c0%ae',
  () => '%ed%a0%80',
  () => '%',
  () => '%2f%2e%2e%2f',
  () => '%F0%9F%98%80',
  () => "'%20or%201=1--",
  () => '[object%20Object]',
  () => '__proto__',
  () => 'a'.repeat(3000),
  (id) => `%7B${id}%7D`,
  (id) => `${id}0`,
  (id) => id.slice(1),
  (id) => id.replaceAll('-', ''),
  (id) => `${id}%00`,
  (id) => `${id}%0a`,
  (id) => id.replace(/^./, 'g'),
]

/** The path with one parameter at a time put wrong, in `count` ways; `turn` makes operations next to each other differ. */
export function badPaths(template: string, path: string, count: number, turn: number): string[] {
  const given = path.split('/')
  const ways = Array.from({ length: Math.min(count, SEGMENTS.length) }, (_, index) => turn + index)
  return template.split('/').flatMap((name, index) => {
    if (!name.startsWith('{')) return []
    const right = given[index] as string
    return ways.map((way) => given.with(index, SEGMENTS[way % SEGMENTS.length]?.(right) as string).join('/'))
  })
}

const VALUES: readonly string[] = [
  '',
  '%20',
  'x',
  '0',
  '-1',
  '1.5',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%F0%9F%98%80%E2%80%AE',
  '[]',
  '{}',
  '%',
  '2026-02-30',
  '2026-01-05',
  '9999-12-31',
  '0000-00-00',
  '-000001-01-01',
  '7b0c1d2e-0000-4000-8000-00000000dead',
  '7b0c1d2e-0000-4000-8000-00000000dead,x',
  '%27;drop%20table%20tasks;--',
  'a'.repeat(9000),
  'eyJpZCI6bnVsbH0=',
  '%25%5F%5C',
  '__proto__',
]

/** Each known parameter with `count` values of the list, and addresses that are odd as a whole. */
export function badQueries(route: Route, good: string, count: number): string[] {
  const names = queryNamesOf(route)
  const odd = ['?', '?&&==&', '?%00=1', '?__proto__=x&constructor=y', '?a[b]=1&a[]=2', '?page=1&page=2', '?%=%']
  const values = names.flatMap((name, turn) =>
    Array.from(
      { length: Math.min(count, VALUES.length) },
      (_, index) => `${name}=${VALUES[(turn * 5 + index) % VALUES.length]}`,
    ),
  )
  const twice = names.map((name) => `${name}=x&${name}=1`)
  // What the operation needs stays, so that the wrong value is looked at.
  const rest = good.replace(/^\?/, '').split('&').filter(Boolean)
  const withRest = (text: string) =>
    `?${[...rest.filter((pair) => !text.startsWith(`${pair.split('=')[0]}=`)), text].join('&')}`
  return [...odd, ...[...values, ...twice].map(withRest)]
}

function queryNamesOf(route: Route): string[] {
  if (!route.query) return []
  const schema = z.toJSONSchema(route.query, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {})
}
