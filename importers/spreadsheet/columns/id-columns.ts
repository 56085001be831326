import { filledTexts } from './column-texts.ts'
// What rows are called by: columns of ids and codes that are known by their cells.

import { comparable } from '../cells/comparable-id.ts'
import { arePackageCodes, packageNumber } from '../cells/package-codes.ts'
import { joinedPredecessors, parsePredecessors } from '../cells/parse-predecessors.ts'
import type { SheetRow } from '../sheet-table.ts'
import { exactHeader, type SheetField } from './header-fields.ts'
import { isCode } from './judge-columns.ts'
import { type ColumnJudge, type ColumnMatch, claimByContent } from './match-columns.ts'
import { DESCRIBES, NAMES_AT_LEAST, NAMES_MOSTLY } from './name-columns.ts'

const NUMBERED_MOSTLY = 0.5
/** Lines that were copied keep the code of the one above. */
const CODES_DIFFER = 0.9

/** `A`, `B`, `C` or `DM-NET-27` beside descriptions are what the descriptions are called by. */
export function describedLetters(matches: readonly ColumnMatch[], rows: readonly SheetRow[], judge: ColumnJudge): void {
  if (matches.some(({ field }) => field === 'id')) return
  const name = matches.find(({ field }) => field === 'name')
  const described = matches.find(({ header, field }) => field === 'notes' && DESCRIBES.test(header))
  if (name === undefined || described === undefined || name.confidence === 'override') return
  const texts = filledTexts(rows, name.index)
  const kinds = new Set(texts).size
  const areLetters = texts.every((text) => /^[A-Z]{1,2}\d{0,2}$/.test(text)) && kinds === texts.length
  const keys = texts.filter((text) => KEY.test(text)).length
  const areKeys = keys >= CODES_DIFFER * texts.length && kinds >= CODES_DIFFER * texts.length && !texts.some(hasBlank)
  if (texts.length < 2 || !(areLetters || areKeys) || judge(described.index, 'name') < NAMES_MOSTLY) return
  claimByContent(name, 'id')
  claimByContent(described, 'name')
}

/** Capitals, numbers and signs between them, as in the keys of trackers. */
const KEY = /^(?=\S*\d)\p{Lu}[\p{Lu}\d]{0,11}(?:[-_.][\p{L}\d]{1,12}){1,5}$/u

/**
 * Numbers that rise from row to row, before the names, are ids where they are what references mean: a numbering with gaps is
 * not that of the rows. It is called Item, №, or nothing at all.
 */
export function numbersAreIds(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'id')) return
  const meant = numbersMeant(matches, rows)
  if (meant.size === 0) return
  const names = matches.find(({ field }) => field === 'name')?.index ?? 0
  const found = matches.find(({ index, field, confidence }) => {
    if (index >= names || field !== null || confidence === 'override') return false
    const all = filledTexts(rows, index)
    // Letters number the sections between them: `A | 1 | 2 | B | 3`.
    const cells = all.filter((cell) => !/^[A-Z]{1,4}\.?$/.test(cell))
    const isRising = cells.every(
      (cell, at) => /^\d{1,9}$/.test(cell) && (at === 0 || Number(cell) > Number(cells[at - 1])),
    )
    const known = new Set(all)
    const found = [...meant].filter((number) => known.has(number)).length
    return (
      isRising &&
      known.size === all.length &&
      cells.length >= NUMBERED_MOSTLY * rows.length &&
      found >= NAMES_MOSTLY * meant.size
    )
  })
  if (found !== undefined) claimByContent(found, 'id')
}

/** A column of different codes, whatever it is called, is that of ids where nearly all references to other rows are among them. */
export function codesAreIds(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  if (matches.some(({ field }) => field === 'id')) return
  const meant = matches
    .filter(({ field }) => field !== null && OF_REFERENCES.includes(field))
    .flatMap(({ index }) => rows.flatMap((row) => parsePredecessors(row.cells[index] ?? '')))
    .flatMap((cell) => (joinedPredecessors(cell).length > 0 ? joinedPredecessors(cell) : [cell]))
  if (meant.length === 0) return
  const found = matches.find(({ index, field, confidence }) => {
    if (field !== null || confidence === 'override') return false
    const cells = rows.map((row) => comparable(row.cells[index] ?? '')).filter((cell) => cell !== '')
    const known = new Set(cells)
    const isKey = (cell: string) => /^\p{L}{1,2}$/u.test(cell) || (/\p{L}/u.test(cell) && /\d/.test(cell))
    const keys = cells.filter(isKey).length
    // One of them may be a word of its own, or be typed twice.
    const areCodes = keys === cells.length || (keys >= CODES_DIFFER * cells.length && !cells.some(hasBlank))
    if (!areCodes || known.size < CODES_DIFFER * cells.length) return false
    const count = meant.filter(({ readings }) =>
      readings.some(({ reference }) => known.has(comparable(reference))),
    ).length
    return count >= NAMES_MOSTLY * meant.length
  })
  if (found !== undefined) claimByContent(found, 'id')
}

/** `A.1`, `B.2` before the names, whatever the column is called: an outline, where one of them is below another. */
export function codesBesideNames(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ColumnMatch | null {
  if (matches.some(({ field }) => field === 'wbs' || field === 'id')) return null
  const names = matches.find(({ field }) => field === 'name')?.index ?? 0
  const found = matches.find(({ index, field, confidence }) => {
    const isFree = field === null || (field === 'labels' && confidence === 'fuzzy')
    if (index >= names || !isFree || confidence === 'override') return false
    const cells = filledTexts(rows, index)
    const known = new Set(cells)
    if (cells.length > 1 && known.size === cells.length && cells.every((cell) => packageNumber(cell) !== null))
      return true
    const isDotted = cells.some((cell) => known.has(cell.replace(/\.[^.]+$/, '')) && cell.includes('.'))
    const isOutline = isDotted || arePackageCodes(cells)
    return (
      isOutline &&
      known.size >= CODES_DIFFER * cells.length &&
      cells.filter(isCode).length >= NAMES_MOSTLY * cells.length
    )
  })
  return found ?? null
}

/** `1단계` above the days of a chart: numbers in a few rows are no outline, whatever the header speaks of. */
export function unlessSparse(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const codes = matches.find(({ field, confidence }) => field === 'wbs' && confidence === 'fuzzy')
  if (codes === undefined) return
  const cells = filledTexts(rows, codes.index)
  if (cells.length >= NUMBERED_MOSTLY * rows.length || !cells.every((cell) => /^\d+$/.test(cell))) return
  codes.field = null
  codes.confidence = 'none'
}

/** Codes and a column of levels: where the codes are no outline, the levels are, and the codes are what rows are called by. */
export function levelsBesideCodes(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const codes = matches.find(({ field, confidence }) => field === 'wbs' && confidence !== 'override')
  const levels = matches.find(
    ({ header, confidence }) => confidence === 'duplicate' && exactHeader(header)?.field === 'wbs',
  )
  if (codes === undefined || levels === undefined || matches.some(({ field }) => field === 'id')) return
  const depths = rows.map((row) => (row.cells[levels.index] ?? '').trim())
  const texts = rows.map((row) => (row.cells[codes.index] ?? '').trim())
  const step = (at: number) => Number(depths[at]) - Number(depths[at - 1] ?? 0)
  const areLevels = depths.every((depth, at) => /^[1-9]$/.test(depth) && step(at) <= 1)
  const agree = texts.every((text, at) => text.split('.').length === Number(depths[at]))
  if (!areLevels || agree || new Set(texts).size < texts.length) return
  claimByContent(codes, 'id')
  claimByContent(levels, 'wbs')
}

/** `Issue key` and `Issue id`: one for links, one for parents. */
export function otherIds(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): number | undefined {
  const cellsOf = (index: number) => filledTexts(rows, index)
  const indexOf = (field: SheetField) => matches.find((match) => match.field === field)?.index
  const [ids, meant] = [indexOf('id'), indexOf('parent') ?? indexOf('predecessors')]
  if (ids === undefined || meant === undefined) return undefined
  const named = cellsOf(meant)
    .flatMap((cell) => cell.split(/[,;\n]\s*/))
    .filter((id) => /[\p{L}\d]/u.test(id))
  const holds = (index: number) => {
    const known = new Set(cellsOf(index))
    return (
      known.size === cellsOf(index).length &&
      named.filter((id) => known.has(id)).length >= NAMES_AT_LEAST * named.length
    )
  }
  if (named.length === 0 || holds(ids)) return undefined
  return matches.find(({ index, field }) => field === null && holds(index))?.index
}

const hasBlank = (text: string) => /\s/.test(text)
const OF_REFERENCES: readonly SheetField[] = ['predecessors', 'successors', 'parent']

/** The numbers with which references to other rows begin. */
function numbersMeant(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ReadonlySet<string> {
  const columns = matches.filter(({ field }) => field !== null && OF_REFERENCES.includes(field))
  const numbers = new Set<string>()
  for (const { index } of columns) {
    for (const row of rows) {
      for (const part of (row.cells[index] ?? '').split(/[,;\n]/)) {
        const number = /^\s*(\d{1,9})(?![\d.])/.exec(part)?.[1]
        if (number !== undefined) numbers.add(number)
      }
    }
  }
  return numbers
}
