import { formatFigure } from '../print-size.ts'

/** Text as it may stand in HTML and SVG, attributes included. */
export function escapeText(text: string | number): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return String(text).replace(/[&<>"']/g, (character) => entities[character] as string)
}

const NS_A_UNIT: Record<string, number> = { µs: 1e3, ms: 1e6 }
const TIME_UNITS: readonly (readonly [ns: number, name: string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
]

/** A time in the unit that suits it; any other amount in its own. */
export function formatAmount(value: number, unit: string): string {
  if (unit === 'times') return `× ${formatFigure(value)}`
  if (unit !== '' && unit !== 'ns' && !(unit in NS_A_UNIT)) return `${formatFigure(value)} ${unit}`
  const ns = value * (NS_A_UNIT[unit] ?? 1)
  if (ns === 0) return `0 ${unit}`
  const [scale, name] = TIME_UNITS.find(([least]) => Math.abs(ns) >= least) ?? [1, 'ns']
  return `${formatFigure(ns / scale)} ${name}`
}

export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

export function table(head: readonly string[], rows: readonly (readonly string[])[], name = ''): string {
  const cells = (tag: string, row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
  return `<div class="scroll"><table class="${name}"><thead><tr>${cells('th', head)}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}
