import type { SheetRow } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, type SheetField } from './header-fields.ts'
import { type ColumnMatch, claimByContent } from './match-columns.ts'

/** A column of `FS` and `SS` tells the kinds of links, whatever it is called; addresses are no predecessors. */
export function kindsOfLinks(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const cellsOf = (index: number) => filledTexts(rows, index)
  for (const match of matches) {
    const isLink = match.field === 'predecessors' && /^(?:links?|logic)$/i.test(match.header.trim())
    if (!isLink || match.confidence === 'override') continue
    if (!cellsOf(match.index).some((cell) => cell.includes('://'))) continue
    match.field = null
    match.confidence = 'none'
  }
  const has = (field: SheetField) => matches.some((match) => match.field === field)
  linksWithKinds(matches, rows, has)
  if (has('link_type') || !has('predecessors')) return
  const kinds = matches.find(({ index, field, confidence }) => {
    if (field !== null || confidence !== 'none') return false
    const cells = cellsOf(index)
    return cells.length > 0 && cells.every((cell) => /^(?:fs|ss|ff|sf)$/i.test(cell) || WORDS_OF_KIND.test(cell))
  })
  if (kinds !== undefined) claimByContent(kinds, 'link_type')
}

/** `Predecessor (Type)` above `1.1 (SS)`: the links themselves, with their kinds, where no other column has them. */
function linksWithKinds(
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  has: (field: SheetField) => boolean,
): void {
  const kinds = matches.find(({ field, confidence }) => field === 'link_type' && confidence !== 'override')
  if (kinds === undefined || has('predecessors') || has('successors')) return
  if (filledTexts(rows, kinds.index).some((cell) => /\d/.test(cell))) claimByContent(kinds, 'predecessors')
}
const WORDS_OF_KIND = /^(?:finish|start)[ -]to[ -](?:finish|start)(?:\s*\((?:fs|ss|ff|sf)\))?$/i

/** Predecessors and successors beside remarks, and nothing that names the rows themselves. */
export function listsLinks(matches: readonly ColumnMatch[]): boolean {
  const has = (field: SheetField) => matches.some((match) => match.field === field)
  const name = matches.find(({ field }) => field === 'name')
  const isRemark = name?.confidence === 'fuzzy' && exactHeader(name.header)?.field === 'notes'
  return isRemark && has('predecessors') && has('successors') && !has('id') && !has('wbs')
}
