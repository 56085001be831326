import { styleText } from 'node:util'
import type { Layout } from './layout.ts'
import { wrapText } from './wrap-text.ts'

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Longer cells are cut with an ellipsis. */
  readonly maxWidth?: number
  /** Columns that may go where lines are too long, the highest rank first; without a rank it stays. */
  readonly rank?: number
  readonly colour?: 'red'
}

/** Where lines are too long, columns of text are cut down to this. */
const LEAST_TEXT = 16
/** And down to this where no column is left that may go: a line that breaks is harder to read than a short name. */
const LAST_TEXT = 6
const GAP = 2

/**
 * A table with aligned columns, a line a row. Where the lines would be longer than the terminal is wide, texts are cut and
 * then columns left out, which the last line says. In Markdown nothing is cut.
 */
export function tableText(columns: readonly Column[], rows: readonly (readonly string[])[], layout: Layout): string {
  const clean = rows.map((row) => row.map(withoutControls))
  if (layout.kind === 'markdown') return markdownTable(columns, clean)
  const natural = columns.map((column, at) =>
    Math.max(
      textColumns(column.title),
      ...clean.map((row) => Math.min(textColumns(row[at] ?? ''), column.maxWidth ?? Number.POSITIVE_INFINITY)),
    ),
  )
  const { shown, widths } = fit(columns, natural, layout.width)
  const line = (cells: readonly string[], isHead: boolean) =>
    shown
      .map((at, place) => {
        const cell = pad(shorten(cells[at] ?? '', widths[place] ?? 0), widths[place] ?? 0, columns[at]?.align ?? 'left')
        const colour = columns[at]?.colour
        return colour === undefined || isHead || !layout.isColoured
          ? cell
          : styleText(colour, cell, { validateStream: false })
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  const titles = columns.map(({ title }) => title)
  const rule = widths.map((size) => '─'.repeat(size)).join(' '.repeat(GAP))
  const left = columns.filter((_, at) => !shown.includes(at)).map(({ title }) => title)
  const note = left.length === 0 ? [] : [wrapText(`Not shown, for want of width: ${left.join(', ')}.`, layout.width)]
  return [line(titles, true), rule, ...clean.map((row) => line(row, false)), ...note]
    .map((text) => `${text}\n`)
    .join('')
}

/** Which columns are shown, and how wide, on so many columns of a terminal. */
function fit(columns: readonly Column[], natural: readonly number[], width: number) {
  let shown = columns.map((_, at) => at)
  for (;;) {
    const widths = shown.map((at) => natural[at] ?? 0)
    const surplus = widths.reduce((sum, size) => sum + size, GAP * (shown.length - 1)) - width
    if (surplus <= 0 || cutTexts(columns, shown, widths, surplus, LEAST_TEXT)) return { shown, widths }
    const ranked = shown.filter((at) => columns[at]?.rank !== undefined)
    if (ranked.length === 0) {
      const still = widths.reduce((sum, size) => sum + size, GAP * (shown.length - 1)) - width
      cutTexts(columns, shown, widths, still, LAST_TEXT)
      return { shown, widths }
    }
    const last = ranked.reduce((worst, at) => ((columns[at]?.rank ?? 0) > (columns[worst]?.rank ?? 0) ? at : worst))
    shown = shown.filter((at) => at !== last)
  }
}

/** Takes the surplus off the widest columns of text; false where that is not enough, but it is taken all the same. */
function cutTexts(
  columns: readonly Column[],
  shown: readonly number[],
  widths: number[],
  surplus: number,
  least: number,
): boolean {
  let left = surplus
  while (left > 0) {
    let widest = -1
    for (const [place, at] of shown.entries()) {
      const floor = Math.max(least, textColumns(columns[at]?.title ?? ''))
      if (columns[at]?.maxWidth === undefined || (widths[place] ?? 0) <= floor) continue
      if (widest === -1 || (widths[place] ?? 0) > (widths[widest] ?? 0)) widest = place
    }
    if (widest === -1) return false
    widths[widest] = (widths[widest] ?? 0) - 1
    left -= 1
  }
  return true
}

function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  const rule = columns.map(({ align }) => (align === 'right' ? '--:' : ':--'))
  return `${line(columns.map(({ title }) => title))}${line(rule)}${rows.map(line).join('')}`
}

/** Control characters of a file's names must not reach a terminal. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}

function shorten(text: string, maxWidth: number): string {
  if (textColumns(text) <= maxWidth) return text
  let cut = ''
  let size = 0
  for (const character of text) {
    size += textColumns(character)
    if (size > maxWidth - 1) break
    cut += character
  }
  return `${cut}…`
}

/** Columns that a text takes on a terminal: two for each letter of East Asian scripts and for each emoji. */
export function textColumns(text: string): number {
  let columns = 0
  for (const character of text)
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(
        character,
      )
        ? 2
        : 1
  return columns
}

function pad(text: string, size: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, size - textColumns(text)))
  return align === 'left' ? text + space : space + text
}
