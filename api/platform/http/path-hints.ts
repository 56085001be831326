// What a path was meant to be that no route has.

import { nearPath } from './near-path.ts'

export const API_ROOT = '/api/v1'
const LONGEST_HINTED = 200

/** Another root than ours, and the path below it. */
const OTHER_ROOT = /^\/(?:api\/v\d{1,3}|api|v\d{1,3})(\/.*)$/

/** Which path was meant by one that leaves the root out or has another version in it; null for all others. */
export function hintBeside(path: string, patterns: ReadonlySet<string>): string | null {
  if (path.startsWith(`${API_ROOT}/`) || path.length > LONGEST_HINTED) return null
  const below = OTHER_ROOT.exec(path)?.[1]
  const near = below === undefined ? null : nearPath(patterns, below)
  return near === null ? null : `The API is under ${API_ROOT}/: did you mean ${API_ROOT}${near}?`
}

/** Which path was meant: most often one that ends with a slash. */
export function hintFor(path: string, patterns: ReadonlySet<string>): { hint?: string } {
  const asked = path.slice(API_ROOT.length)
  if (asked.length > LONGEST_HINTED) return {}
  const drawn = asked.replace(/\.pdf$/, '.svg')
  if (drawn !== asked && nearPath(patterns, drawn) === drawn)
    return { hint: `Pictures are SVG and PNG; a browser prints ${API_ROOT}${drawn} as PDF.` }
  const near = nearPath(patterns, asked)
  if (near === null) return {}
  const meant = `${API_ROOT}${near}`
  if (near === `${asked}/`) return { hint: `Paths end with a slash: ${meant}` }
  if (asked === `${near}/`) return { hint: `This path ends without a slash: ${meant}` }
  return { hint: `Did you mean ${meant}?` }
}
