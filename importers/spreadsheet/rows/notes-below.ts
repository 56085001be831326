import type { SheetRow } from '../sheet-table.ts'

/** What heads the remarks below a table, with or without a colon. */
const HEADS =
  /^(?:notes?|remarks?|legend|key|assumptions?|comments?|disclaimer|prepared|hinweise?|anmerkung(?:en)?|legende|bemerkung(?:en)?|annahmen|remarques?|l[ée]gende|notas?|leyenda|legenda|observa[cç][oõ]es|observaciones|opmerkingen|примечани[ея]|легенда|備考|注記?|凡例|备注|说明|注释|圖例|图例|비고|범례)\b/iu
const UNPARTED_HEADS = /^(?:примечани|легенда|備考|注|凡例|备注|说明|圖例|图例|비고|범례)/u
const WORDS_OF_A_SENTENCE = 3
const STARTS_OF_NOTES = /^[*†‡•※©]|^\(?\d\)\s|^https?:/

/** Whether lines that fill one cell each, below a gap, read like remarks and not like further tasks. */
export function readLikeNotes(rows: readonly SheetRow[]): boolean {
  const texts = rows.map((row) => row.cells.map((cell) => cell.trim()).find((cell) => cell !== '') ?? '')
  const first = texts[0] ?? ''
  return HEADS.test(first) || UNPARTED_HEADS.test(first) || texts.every(isRemark)
}

function isRemark(text: string): boolean {
  return (
    STARTS_OF_NOTES.test(text) ||
    /[:：.;。]$/.test(text) ||
    /^\P{L}*$/u.test(text) ||
    text.split(/\s+/).length >= WORDS_OF_A_SENTENCE
  )
}
