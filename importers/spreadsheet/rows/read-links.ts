import { type Diagnostics, quoted } from '../../plan/diagnostics.ts'
import { parseLinkType } from '../cells/parse-link-type.ts'
import { linkedAs, type PredecessorCell, parseLag, parsePredecessors } from '../cells/parse-predecessors.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { ArrangedRow } from './arranged-row.ts'

const NO_CELLS: PredecessorCell[] = []

type LinkContext = {
  columns: ColumnSet
  linksOf: (cells: readonly string[]) => readonly string[]
  diagnostics: Diagnostics
}
type Letters = Readonly<Record<string, string>>

/**
 * Letters of links that mean something else in other languages, by the header that tells the language: `ZZ` is start to start
 * in Czech and Slovak and finish to finish in Polish, `AA` finish to finish in Swedish and start to start in German.
 */
const LINKS_BY_LANGUAGE: readonly (readonly [RegExp, Letters])[] = [
  [/^(?:předch|predchod)/i, { ZZ: 'SS', DD: 'FF', DZ: 'FS', ZD: 'SF' }],
  [/^(?:före|forgæng)/i, { AS: 'FS', SS: 'SS', AA: 'FF', SA: 'SF' }],
  [/^(?:előzm|előd|megelőz)/i, { BK: 'FS', KK: 'SS', BB: 'FF', KB: 'SF' }],
  [/^(?:προαπ|προηγ)/i, { ΛΕ: 'FS', ΕΕ: 'SS', ΛΛ: 'FF', ΕΛ: 'SF' }],
]
/** In Turkish the ends of work begin with the same letter in two ways of naming them: what names two of them is the usual kind. */
const TURKISH = /^(?:öncül|önceki|bağ[ıl])/i
const TURKISH_LETTERS: Letters = { BB: 'SS', SS: 'FF', BS: 'FS', SB: 'FS' }
const LETTERS = /(?<=\d)\p{Lu}{2}(?!\p{L})/gu

/** How cells of links are meant in the language of their header, and what is to be said of it. */
export function knownLinks(
  header: string,
  cells: readonly string[],
): { translate: (cells: readonly string[]) => readonly string[]; notes: string[] } {
  const used = TURKISH.test(header) ? new Set(cells.flatMap((cell) => cell.match(LETTERS) ?? [])) : null
  const isTurkish = used !== null && ['BB', 'BS', 'SB'].some((letters) => used.has(letters))
  const known = isTurkish ? TURKISH_LETTERS : LINKS_BY_LANGUAGE.find(([language]) => language.test(header))?.[1]
  if (known === undefined) return { translate: (texts) => texts, notes: [] }
  const translated = (cell: string) => cell.replace(LETTERS, (letters) => known[letters] ?? letters)
  const isGuessed = isTurkish && (used.has('BS') || used.has('SB'))
  return {
    translate: (texts) => texts.map(translated),
    notes: isGuessed ? [`Links BS and SB in column ${quoted(header)} are guessed to be from finish to start.`] : [],
  }
}

/** Predecessors, with the kinds and the lags that stand in columns of their own, one for all of them or one for each. */
export function readLinks(row: ArrangedRow, { columns, linksOf, diagnostics }: LinkContext): PredecessorCell[] {
  if (!columns.has('predecessors')) return NO_CELLS
  const texts = linksOf(columns.cells(row, 'predecessors'))
  const cells = readPredecessors(texts)
  if (cells.length === 0 || !(columns.has('link_type') || columns.has('lag'))) return cells
  const [kinds, lags] = [columns.cells(row, 'link_type'), columns.cells(row, 'lag')]
  const isEach = texts.length > 1 && Math.max(kinds.length, lags.length) === texts.length
  if (!isEach) return settleLinks(cells, [kinds[0] ?? '', lags[0] ?? ''], { row, columns, diagnostics })
  return texts.flatMap((text, index) =>
    settleLinks(parsePredecessors(text), [kinds[index] ?? '', lags[index] ?? ''], { row, columns, diagnostics }),
  )
}

function settleLinks(
  cells: PredecessorCell[],
  [kindCell, lagCell]: [string, string],
  { row, columns, diagnostics }: Pick<LinkContext, 'columns' | 'diagnostics'> & { row: ArrangedRow },
): PredecessorCell[] {
  const kinds = kindCell.split(/[,;\n]/)
  const lags = lagCell.split(/[;\n]/)
  return cells.map((cell, index) => {
    const kindText = (kinds.length === cells.length ? kinds[index] : kinds[0])?.trim() ?? ''
    const lagText = (lags.length === cells.length ? lags[index] : lags[0])?.trim() ?? ''
    const type = parseLinkType(kindText)
    const lag = lagText === '' ? null : parseLag(/^[+-]/.test(lagText) ? lagText : `+${lagText}`)
    const unread = [type === null ? kindText : '', lag === null ? lagText : ''].filter((text) => text !== '')
    if (unread.length > 0) {
      const where = { row: row.line, field: columns.header(type === null && kindText !== '' ? 'link_type' : 'lag') }
      diagnostics.warn('bad_link', where, `${unread.map(quoted).join(' and ')} cannot be read as kind or lag of a link`)
    }
    return linkedAs(cell, type, lag)
  })
}

export function readPredecessors(cells: readonly string[]): PredecessorCell[] {
  return cells.length === 1 && cells[0] === ''
    ? NO_CELLS
    : cells.length === 1
      ? parsePredecessors(cells[0] ?? '')
      : cells.flatMap(parsePredecessors)
}
