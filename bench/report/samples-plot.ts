import type { CaseResult, SizeResult } from '../bench-case.ts'
import { formatFigure } from '../print-size.ts'
import { summarise } from '../statistics.ts'
import { logScale } from './log-scale.ts'
import { escapeText, formatAmount, formatCount } from './markup.ts'

const WIDTH = 760
const LABEL_WIDTH = 250
const NOTE_WIDTH = 150
const ROW_HEIGHT = 26
const GAP = 10
const AXIS_HEIGHT = 30
/** Steps of the golden angle spread dots evenly without chance. */
const GOLDEN = 0.618_034

interface Row {
  readonly label: string
  readonly samples: readonly number[]
  readonly isOurs: boolean
  /** How many times as long as ours; null for ours. */
  readonly ratio: number | null
  readonly isFirst: boolean
}

/** Every sample as a dot, ours and the peers', a row each; median and its interval as a mark over them. */
export function samplesPlot(result: CaseResult): string {
  const rows = result.sizes.filter(({ samples }) => samples.length > 0).flatMap((size) => rowsOf(result, size))
  if (rows.length === 0) return ''
  const scale = logScale(
    rows.flatMap(({ samples }) => [...samples]),
    LABEL_WIDTH,
    WIDTH - NOTE_WIDTH,
  )
  let top = 4
  const marks: string[] = []
  for (const row of rows) {
    if (row.isFirst && marks.length > 0) top += GAP
    marks.push(rowMarks(row, top + ROW_HEIGHT / 2, scale.at, result.unit))
    top += ROW_HEIGHT
  }
  const lines = scale.ticks.map((tick) => {
    const x = scale.at(tick).toFixed(1)
    const label = `<text class="tick" x="${x}" y="${top + 18}" text-anchor="middle">${escapeText(formatAmount(tick, result.unit))}</text>`
    return `<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${top + 4}"/>${label}`
  })
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${top + AXIS_HEIGHT}" role="img" aria-label="${escapeText(
    `samples of ${result.name}, logarithmic`,
  )}">${lines.join('')}${marks.join('')}</svg>`
}

function rowsOf(result: CaseResult, size: SizeResult): Row[] {
  const own = summarise(size.samples).median
  const ours = {
    label: `${formatCount(size.size)} ${result.sizeName}`,
    samples: size.samples,
    isOurs: true,
    ratio: null,
    isFirst: true,
  }
  const peers = size.peers
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, samples }) => ({
      label: name,
      samples,
      isOurs: false,
      ratio: summarise(samples).median / own,
      isFirst: false,
    }))
  return [ours, ...peers]
}

function rowMarks(row: Row, y: number, at: (value: number) => number, unit: string): string {
  const { median, medianLow, medianHigh } = summarise(row.samples)
  const kind = row.isOurs ? 'ours' : 'peer'
  const dots = row.samples.map((value, index) => {
    const offset = (((index * GOLDEN) % 1) - 0.5) * (ROW_HEIGHT - 12)
    return `<circle cx="${at(Math.max(value, Number.MIN_VALUE)).toFixed(1)}" cy="${(y + offset).toFixed(1)}" r="2.6"/>`
  })
  const [low, middle, high] = [medianLow, median, medianHigh].map((value) => at(value).toFixed(1))
  const note =
    row.ratio === null ? formatAmount(median, unit) : `${formatAmount(median, unit)} · × ${formatFigure(row.ratio)}`
  return `<g class="${kind}"><text class="label" x="${LABEL_WIDTH - 12}" y="${y + 4}" text-anchor="end">${escapeText(
    shorten(row.label),
  )}</text><g class="dots">${dots.join('')}</g><line class="interval" x1="${low}" x2="${high}" y1="${y}" y2="${y}"/><line class="median" x1="${middle}" x2="${middle}" y1="${y - 10}" y2="${y + 10}"/><text class="note" x="${WIDTH - NOTE_WIDTH + 14}" y="${y + 4}">${escapeText(note)}</text></g>`
}

const LABEL_LENGTH = 36

function shorten(label: string): string {
  return label.length <= LABEL_LENGTH ? label : `${label.slice(0, LABEL_LENGTH - 1)}…`
}
