import type { SizeResult } from './bench-case.ts'
import { judgeAims, medianOf } from './judge-aims.ts'
import { summarise } from './statistics.ts'

/**
 * One size as lines of text: figures, aims and whether they are met, parts, peers as multiples of ours. A time over its aim on a
 * busy machine may be that of others, and is not judged.
 */
export function sizeRow({ sizeName }: { sizeName: string }, result: SizeResult, isBusy = false): string {
  const head = `  ${String(result.size).padStart(9)} ${sizeName}`
  if (result.failure !== null) return `${head}  FAILED: ${result.failure}\n`
  const { median, min, max, medianLow, medianHigh, count } = summarise(result.samples)
  const missed = isBusy ? ' not judged, machine busy' : ' MISSED'
  const aims = judgeAims(result).map(
    ({ of, atMost, isMet }) =>
      `${of === 'median' ? 'aim' : `aim ${of}`} ${formatFigure(atMost)}${isMet === null ? '' : isMet ? ' met' : missed}`,
  )
  const more = [
    ...aims,
    ...Object.entries(result.parts).map(([name, value]) => `${name} ${formatFigure(value)}`),
    ...Object.entries(result.facts).map(([name, value]) => `${name} ${formatFigure(value)}`),
  ]
  const figures = `median ${formatFigure(median).padStart(8)}  [${formatFigure(medianLow)}, ${formatFigure(medianHigh)}]`
  const lines = [`${head}  ${figures}  min ${formatFigure(min)}  max ${formatFigure(max)}  n ${count}`]
  if (more.length > 0) lines.push(`${' '.repeat(12)}${more.join(', ')}`)
  for (const peer of result.peers) {
    const figure = peer.samples.length > 0 ? medianOf(peer.samples) : null
    const text =
      figure === null ? `not measured: ${peer.reason}` : `${formatFigure(figure)}, × ${formatFigure(figure / median)}`
    lines.push(`${' '.repeat(12)}${peer.name}: ${text}`)
  }
  return `${lines.join('\n')}\n`
}

export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0 || (Number.isInteger(value) && Math.abs(value) < 1e7)) return String(value)
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toPrecision(3)
}
