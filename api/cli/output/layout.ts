import { styleText } from 'node:util'

export type Format = 'table' | 'json' | 'csv' | 'markdown'

/** How text for people is laid out: for a terminal of so many columns, or as Markdown. */
export interface Layout {
  readonly kind: 'terminal' | 'markdown'
  /** Infinite where lines may be as long as they are. */
  readonly width: number
  readonly isColoured: boolean
}

/** `--format`, else `--json` or `--no-json`, else a table on a terminal and JSON elsewhere. */
export function formatOf(values: { format?: string | undefined; json?: boolean | undefined }): Format {
  if (values.format !== undefined) return values.format as Format
  return (values.json ?? !process.stdout.isTTY) ? 'json' : 'table'
}

/** What a pipe gets is neither cut nor coloured, unless `COLUMNS` asks for a width. */
export function layoutFor(format: Format): Layout {
  if (format === 'markdown') return { kind: 'markdown', width: Number.POSITIVE_INFINITY, isColoured: false }
  return { kind: 'terminal', width: terminalWidth(), isColoured: isColoured() }
}

/** `COLUMNS` where it is set, as people do who know better; then what the terminal says. */
export function terminalWidth(stream: NodeJS.WriteStream = process.stdout): number {
  const asked = Number(process.env.COLUMNS)
  if (Number.isSafeInteger(asked) && asked > 0) return asked
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY
}

/** `NO_COLOR`, `FORCE_COLOR` and what the terminal can are judged by the runtime. */
function isColoured(): boolean {
  return styleText('red', 'x', { stream: process.stdout }) !== 'x'
}

/** Paragraphs of help are never wider than people read with ease. */
export function proseWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return Math.min(100, terminalWidth(stream))
}
