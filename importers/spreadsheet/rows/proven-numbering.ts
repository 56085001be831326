import { comparable, isDigits, numbersProject } from '../cells/comparable-id.ts'
import type { ParsedRow } from './read-row.ts'

export type Numbering = { places: ReadonlyMap<string, number>; note: string }

const FEWEST_REFERENCES = 4
/** Share of the references that must lead astray before another numbering is asked, and how many times fewer it may lead so. */
const ASTRAY = 0.25
const TIMES_FEWER = 4
/** A number with more names no row. */
const MOST_DIGITS = 9

/**
 * The numbering that references mean where they cannot mean the usual one: positions of rows beside codes such as 1.2 in the
 * column of ids, positions that count the row of the whole project as 0, or lines of the sheet. Null where the usual one does.
 */
export function provenNumbering(rows: readonly ParsedRow[], usual: ReadonlyMap<string, number>): Numbering | null {
  const references = numbersReferred(rows)
  const isProjectFirst = numbersProject(rows[0]?.wbs || (rows[0]?.id ?? ''))
  if (references.length < (isProjectFirst ? 1 : FEWEST_REFERENCES)) return null
  if (refersToCodes(rows) >= ASTRAY * references.length) return null
  const astray = countAstray(rows, references, usual)
  if (astray < (isProjectFirst ? 1 : ASTRAY * references.length)) return null
  const numberedBy = (numberOf: (row: ParsedRow) => number) =>
    new Map(rows.flatMap((row, index) => (row.position > 0 ? [[String(numberOf(row)), index] as const] : [])))
  const others: Numbering[] = [
    { places: numberedBy(({ position }) => position), note: 'Predecessors are positions of rows, counted from 1' },
    { places: numberedBy(({ position }) => position - 1), note: 'Predecessors are positions of rows, counted from 0' },
    { places: numberedBy(({ line }) => line), note: 'Predecessors are lines of the sheet' },
  ]
  let best: Numbering | null = null
  let fewest = isProjectFirst ? astray / 2 : astray / TIMES_FEWER
  for (const other of others) {
    const count = countAstray(rows, references, other.places)
    if (count > fewest || (best !== null && count === fewest)) continue
    best = other
    fewest = count
  }
  if (best === null) return null
  return { ...best, note: `${best.note}, as ${astray} of ${references.length} show that would lead astray otherwise.` }
}

/** How many references are dotted codes of rows: bare numbers beside them are codes as well. */
function refersToCodes(rows: readonly ParsedRow[]): number {
  const dotted = (text: string) => (text.includes('.') ? comparable(text) : null)
  const codes = new Set(rows.flatMap(({ wbs, id }) => [dotted(wbs), dotted(id)]))
  codes.delete(null)
  if (codes.size === 0) return 0
  let count = 0
  for (const { predecessors } of rows)
    for (const { readings } of predecessors)
      if (readings.some(({ reference }) => codes.has(dotted(reference) ?? ''))) count += 1
  return count
}

type Reference = { from: string; to: number }

/** How many references lead to a row that ends just before, a weekend at most, and how many to none. */
export function followsClosely(
  rows: readonly ParsedRow[],
  places: ReadonlyMap<string, number>,
): { close: number; unknown: number } {
  let [close, unknown] = [0, 0]
  for (const { from, to } of numbersReferred(rows)) {
    const predecessor = rows[places.get(from) ?? -1]
    const gap = (rows[to]?.startDay ?? Number.NaN) - (predecessor?.finishDay ?? Number.NaN)
    if (predecessor === undefined) unknown += 1
    else if (gap >= 0 && gap <= WEEKEND) close += 1
  }
  return { close, unknown }
}
const WEEKEND = 3

/** References that are bare numbers, of which it may be asked what they count. */
function numbersReferred(rows: readonly ParsedRow[]): Reference[] {
  const references: Reference[] = []
  for (const [to, { predecessors }] of rows.entries()) {
    for (const { readings } of predecessors) {
      const from = firstNumber(readings)
      if (from !== null) references.push({ from, to })
    }
  }
  return references
}

/** The first reading that is a bare number; null where none is. */
function firstNumber(readings: readonly { readonly reference: string }[]): string | null {
  for (const { reference } of readings) {
    const text = comparable(reference)
    if (text.length <= MOST_DIGITS && isDigits(text)) return text
  }
  return null
}

/** References to no row, to the row itself or what it lies in, or to one that begins later. */
function countAstray(
  rows: readonly ParsedRow[],
  references: readonly Reference[],
  places: ReadonlyMap<string, number>,
): number {
  let count = 0
  for (const { from, to } of references) {
    if (leadsAstray(rows[places.get(from) ?? -1], rows[to] as ParsedRow)) count += 1
  }
  return count
}

function leadsAstray(predecessor: ParsedRow | undefined, successor: ParsedRow): boolean {
  if (predecessor === undefined || predecessor === successor) return true
  if (isCodeAbove(predecessor, successor) || isCodeAbove(successor, predecessor)) return true
  return predecessor.startDay !== null && successor.startDay !== null && predecessor.startDay > successor.startDay
}

function isCodeAbove(above: ParsedRow, below: ParsedRow): boolean {
  if (!below.wbs.includes('.') && !below.id.includes('.')) return false
  const [head, inner] = [above, below].map(({ wbs, id }) => comparable(wbs === '' ? id : wbs)) as [string, string]
  return head !== '' && inner.startsWith(`${head}.`)
}
