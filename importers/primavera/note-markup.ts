import { stripMarkup } from '../tracker/strip-markup.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\t': '&#9;',
  '\r': '&#13;',
}
const PREFORMATTED = /^<pre>([^<]*)<\/pre>$/

/** A note as a page of markup. White space that a page would not show is written as text that keeps it. */
export function noteMarkup(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
  if (noteText(escaped) === text) return escaped
  return `<pre>${text.replace(/[&<>\t\r]/g, (character) => ESCAPES[character] ?? '')}</pre>`
}

/** The plain text of a note: what is preformatted as it is, the rest as a page shows it. */
export function noteText(markup: string): string {
  const kept = PREFORMATTED.exec(markup)?.[1]
  if (kept === undefined) return stripMarkup(markup).trim()
  return kept.replace(/&(?:amp|lt|gt|#9|#13);/g, (entity) => {
    return Object.keys(ESCAPES).find((character) => ESCAPES[character] === entity) ?? entity
  })
}
