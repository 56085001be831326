import { editsBetween } from '../closest-name.ts'

/** A misspelt path may differ by so many letters in all. */
const MOST_EDITS = 3

/**
 * The path that was most likely meant by one that no route takes, with the caller's own ids in it; null where none is near.
 * `patterns` are paths with `{name}` for what differs from call to call. Reads the public table of routes and nothing else.
 */
export function nearPath(patterns: Iterable<string>, path: string): string | null {
  const asked = segmentsOf(path)
  let nearest: string | null = null
  let least = MOST_EDITS + 1
  for (const pattern of patterns) {
    const wanted = segmentsOf(pattern)
    if (wanted.length !== asked.length) continue
    let edits = 0
    for (const [at, segment] of wanted.entries()) {
      if (!segment.startsWith('{')) edits += editsOf(asked[at] ?? '', segment)
      if (edits >= least) break
    }
    if (edits >= least) continue
    least = edits
    const filled = wanted.map((segment, at) => (segment.startsWith('{') ? (asked[at] ?? '') : segment))
    // Some few paths end without a slash.
    nearest = `/${filled.join('/')}${pattern.endsWith('/') ? '/' : ''}`
  }
  return nearest
}

/** More than a quarter of a word makes it another word. */
function editsOf(asked: string, wanted: string): number {
  const edits = editsBetween(asked.toLowerCase(), wanted)
  return edits > Math.max(1, asked.length / 4) ? Number.POSITIVE_INFINITY : edits
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
