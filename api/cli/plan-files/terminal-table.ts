export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Longer cells are cut with an ellipsis. */
  readonly maxWidth?: number
}

/** A plain table with aligned columns, one line a row, no colour: it reads the same in a pipe and on paper. */
export function terminalTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cut = rows.map((row) => row.map((cell, index) => shorten(cell, columns[index]?.maxWidth ?? 60)))
  const widths = columns.map((column, index) =>
    Math.max(width(column.title), ...cut.map((row) => width(row[index] ?? ''))),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd()
  const rule = widths.map((size) => '─'.repeat(size)).join('  ')
  return [line(columns.map((column) => column.title)), rule, ...cut.map(line)].map((text) => `${text}\n`).join('')
}

/** Control characters of a file's names must not reach a terminal. */
function shorten(text: string, maxWidth: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
  return width(clean) <= maxWidth ? clean : `${[...clean].slice(0, maxWidth - 1).join('')}…`
}

function width(text: string): number {
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
  const space = ' '.repeat(Math.max(0, size - width(text)))
  return align === 'left' ? text + space : space + text
}
