import { saysState } from '../cells/parse-percent.ts'
import type { SheetRow } from '../sheet-table.ts'
import { filledCells } from './arranged-row.ts'

/** What heads the remarks below a table, with or without a colon. */
const HEADS =
  /^(?:notes?|remarks?|legend|key|assumptions?|comments?|disclaimer|prepared|hinweise?|anmerkung(?:en)?|legende|bemerkung(?:en)?|annahmen|remarques?|l[ée]gende|notas?|leyenda|legenda|observa[cç][oõ]es|observaciones|opmerkingen|примечани[ея]|легенда|備考|注記?|凡例|备注|说明|注释|圖例|图例|비고|범례)\b/iu
const UNPARTED_HEADS = /^(?:примечани|легенда|備考|注|凡例|备注|说明|圖例|图例|비고|범례)/u
const WORDS_OF_A_SENTENCE = 3
const STARTS_OF_NOTES = /^[*†‡•※©]|^\(?\d\)\s|^https?:/

/**
 * Whether lines below a gap read like remarks and not like further tasks: what fills one cell each, the states that may be chosen
 * from, and all that stands below a word with a colon.
 */
export function readLikeNotes(rows: readonly SheetRow[]): boolean {
  const filled = rows.map((row) => filledCells(row))
  const texts = filled.map(([text = '']) => text)
  const first = texts[0] ?? ''
  if (filled[0]?.length === 1 && HEADS_WITH_COLON.test(first)) return true
  if (STATES.test(first) && rows.length >= FEWEST_STATES && texts.slice(1, FEWEST_STATES).every(saysState)) return true
  if (filled.some((cells) => cells.length !== 1)) return false
  if (HEADS.test(first) || UNPARTED_HEADS.test(first) || texts.every(isRemark)) return true
  return texts.length >= FEWEST_STATES && texts.filter(saysState).length >= STATES_MOSTLY * texts.length
}
/** `Notes: all dates subject to permit`: remarks that follow the table without a gap, and nothing else below them. */
export function saysNotes(row: SheetRow, rows: readonly SheetRow[]): boolean {
  const [text = ''] = filledCells(row)
  const isHead = /^[^:：]{2,20}[:：]\s?\S/u.test(text) && (HEADS.test(text) || UNPARTED_HEADS.test(text))
  return isHead && rows.every((other) => filledCells(other).length === 1)
}

/** `https://…` or `Repository: https://…` alone in a line: where more of it is to be found. */
export function pointsElsewhere(row: SheetRow): boolean {
  const filled = filledCells(row, 2)
  return filled.length === 1 && ADDRESS.test(filled[0] ?? '')
}
const ADDRESS = /^(?:[^:：]{1,30}[:：]\s?)?(?:https?:\/\/|www\.)\S+$/iu

/** `Open | Doing | Done` in a line of its own: the states that rows may have. */
export function listsStates(row: SheetRow): boolean {
  const cells = filledCells(row)
  return cells.length >= FEWEST_STATES && new Set(cells).size === cells.length && cells.every(saysState)
}

/** `Total planned | 120`, `Summe Aufwand`: the first of the sums below the last row that has work. */
export function sumsUp(row: SheetRow, name: string): boolean {
  return SUMS.test(name) && filledCells(row).some((cell) => /^[\d.,:\s%h€$£-]*\d[\d.,:\s%h€$£-]*$/u.test(cell))
}
const SUMS =
  /^(?:total(?:s|er|es)?|summe|gesamt\p{L}*|somme|suma|soma|somma|totale|totaal|razem|celkem|итого|всего)(?:\s\p{L}.{0,60})?[:：]?$/iu

/** Rows to copy from, which have dates like the others. */
export const TEMPLATE_ROWS = /^(?:template|sample|example) (?:rows?|lines?|tasks?)\s*:?$/i
const HEADS_WITH_COLON = /^[^\p{L}\d]{0,3}\p{L}[^:：]{2,60}[:：]$/u
/** `Statuses`: the head of what may be chosen. */
const STATES = /^(?:status(?:es)?|states?|progress|priorit(?:y|ies))\s*:?$/i
const FEWEST_STATES = 3
const STATES_MOSTLY = 0.6

/** `Stand: 15.02.2024`, `Last updated 3 May`, `Rev. B`. */
const SAYS_STATE_OF_SHEET =
  /^(?:stand|datum|erstellt|ge[äa]ndert|version|rev(?:ision)?|date|created|prepared|approved|(?:last )?updated?|mise? à jour|màj|actualizado|atualizado|aggiornat[oa]|elaboró|revisó|aprobó|bijgewerkt|обновлено|更新日?|作成日?)(?:\.|:|：|\s(?:by|on|am|von|le|el|em|il|par|por)\b|\s?(?=\d))/iu

function isRemark(text: string): boolean {
  return (
    STARTS_OF_NOTES.test(text) ||
    SAYS_STATE_OF_SHEET.test(text) ||
    /[:：.;。]$/.test(text) ||
    /^\P{L}*$/u.test(text) ||
    text.split(/\s+/).length >= WORDS_OF_A_SENTENCE
  )
}
