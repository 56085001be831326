import { bareName, codeInFront } from '../cells/code-in-front.ts'
import { comparable } from '../cells/comparable-id.ts'
import { followsClosely, type Numbering, provenNumbering } from './proven-numbering.ts'
import type { ParsedRow } from './read-row.ts'
import { whenAsked } from './when-asked.ts'

/** Finds rows by what other rows call them. */
export type Resolver = (reference: string) => number | undefined

export type RowReferences = {
  resolve: Resolver
  /** What to say about references that are neither ids nor positions; null when there are none. */
  warning: () => string | null
}

/**
 * References mean values of the ID column when the sheet has one, else the position of the row; where that names
 * nothing, outline codes, then names that only one row has. Without an ID column codes come first if a dotted reference
 * shows that they are meant. Where most references would lead astray so, and hardly one by another numbering, that is meant.
 */
export function rowReferences(rows: readonly ParsedRow[]): RowReferences {
  const byId = unlessEmpty(firstOf(rows, (row) => row.id))
  // Most sheets are asked for ids or positions only: the rest is looked through when something is neither.
  const byCode = whenAsked(() => firstOf(rows, ({ wbs }) => (wbs.endsWith('.') ? wbs.slice(0, -1) : wbs)))
  const byOtherId = whenAsked(() => firstOf(rows, ({ otherId }) => otherId))
  const byName = whenAsked(() => uniqueTexts(rows, ({ name }) => name))
  const byBareName = whenAsked(() => uniqueTexts(rows, ({ name }) => bareName(name)))
  const byNameCode = whenAsked(() => uniqueTexts(rows, ({ name }) => codeInFront(name)))
  const positions = () => new Map(rows.map((row, index) => [String(row.position), index]))
  const areCodes = byId === null && (meansCodes(rows, byCode()) || followsByCodes(rows, byCode(), positions))
  const usual = byId ?? (areCodes ? byCode() : positions())
  const proven: Numbering | null = provenNumbering(rows, usual)
  const numbers = proven?.places ?? usual
  let byCodeCount = 0
  let byNameCount = 0
  const resolve = (reference: string) => {
    const key = comparable(reference)
    const found = numbers.get(key) ?? (proven === null ? undefined : usual.get(key))
    if (found !== undefined) {
      if (areCodes) byCodeCount += 1
      return found
    }
    const other = byOtherId().get(key)
    if (other !== undefined) return other
    const isMarked = key.startsWith('#') || key.endsWith('.')
    const bare = isMarked ? key.replace(/^#\s*|\.$/g, '') : key
    const coded = (bare === key ? undefined : numbers.get(bare)) ?? byCode().get(bare)
    if (coded !== undefined) {
      byCodeCount += 1
      return coded
    }
    const named = byName().get(key) ?? byNameCode().get(key) ?? byBareName().get(key)
    if (named !== undefined && named >= 0) {
      byNameCount += 1
      return named
    }
    return undefined
  }
  const warning = () => {
    if (proven !== null) return proven.note
    if (byCodeCount + byNameCount === 0) return null
    const kinds = [...(byCodeCount > 0 ? ['outline codes'] : []), ...(byNameCount > 0 ? ['task names'] : [])]
    return `Predecessors or parents that are ${kinds.join(' or ')} are read as such.`
  }
  return { resolve, warning }
}

function firstOf(rows: readonly ParsedRow[], textOf: (row: ParsedRow) => string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const text = textOf(row)
    if (text === '') continue
    const key = comparable(text)
    if (key !== '' && !found.has(key)) found.set(key, index)
  }
  return found
}

function unlessEmpty(map: Map<string, number>): Map<string, number> | null {
  return map.size > 0 ? map : null
}

/** -1 for a text that several rows have: it says nothing. */
function uniqueTexts(rows: readonly ParsedRow[], textOf: (row: ParsedRow) => string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const key = comparable(textOf(row))
    if (key !== '') found.set(key, found.has(key) ? -1 : index)
  }
  return found
}

/** Whether rows begin where those whose codes they name end, all of which there are, and not where those at such positions do. */
function followsByCodes(
  rows: readonly ParsedRow[],
  byCode: ReadonlyMap<string, number>,
  positions: () => ReadonlyMap<string, number>,
): boolean {
  if (byCode.size === 0) return false
  const [coded, placed] = [followsClosely(rows, byCode), followsClosely(rows, positions())]
  return coded.unknown === 0 && coded.close >= FEWEST_CLOSE && coded.close > placed.close + 1
}
const FEWEST_CLOSE = 3

function meansCodes(rows: readonly ParsedRow[], byCode: ReadonlyMap<string, number>): boolean {
  if (byCode.size === 0) return false
  return rows.some(({ predecessors }) =>
    predecessors.some(({ readings }) =>
      readings.some(({ reference }) => reference.includes('.') && byCode.has(comparable(reference))),
    ),
  )
}
