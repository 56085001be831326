import type { BenchRun } from '../bench-run.ts'
import { formatFigure } from '../print-size.ts'
import { medianRatio, type RatioInterval, summarise } from '../statistics.ts'
import { logScale } from './log-scale.ts'
import { escapeText, formatAmount, formatCount, table } from './markup.ts'

interface PeerRow extends RatioInterval {
  readonly name: string
  readonly where: string
  readonly peer: string
  readonly ours: string
  readonly theirs: string
}

const WIDTH = 220
const HEIGHT = 16

/** Everyone measured beside us, at the largest size each, as multiples of our time with their intervals. */
export function peersSection(run: BenchRun): string {
  const rows = peerRows(run)
  if (rows.length === 0) return ''
  const scale = logScale([...rows.flatMap(({ low, high }) => [low, high]), 0.5, 2], 4, WIDTH - 4)
  const cells = rows.map(({ name, where, peer, ours, theirs, ...ratio }) => [
    `<a href="#${escapeText(name)}">${escapeText(name)}</a>`,
    escapeText(where),
    escapeText(peer),
    escapeText(ours),
    escapeText(theirs),
    `<strong>× ${formatFigure(ratio.ratio)}</strong>`,
    ratioMark(ratio, scale.at),
  ])
  return `<section id="beside-others"><h2>Beside others</h2><p>In turns in the same run. The multiple is their time over ours, with its 95 % interval; right of the upright line we are faster. What others leave out is said with the case.</p>${table(
    ['Case', 'Size', 'Other', 'Ours', 'Theirs', '', ''],
    cells,
  )}</section>`
}

function peerRows({ cases }: BenchRun): PeerRow[] {
  return cases.flatMap(({ name, unit, sizeName, sizes }) => {
    const seen = new Set<string>()
    return sizes.toReversed().flatMap((size) =>
      size.peers.flatMap(({ name: peer, samples }) => {
        if (samples.length === 0 || size.samples.length === 0 || seen.has(peer)) return []
        seen.add(peer)
        const time = (values: readonly number[]) => formatAmount(summarise(values).median, unit)
        const where = `${formatCount(size.size)} ${sizeName}`
        return [
          { name, where, peer, ours: time(size.samples), theirs: time(samples), ...medianRatio(size.samples, samples) },
        ]
      }),
    )
  })
}

function ratioMark({ ratio, low, high }: RatioInterval, at: (value: number) => number): string {
  const [from, middle, to, one] = [low, ratio, high, 1].map((value) => at(value).toFixed(1))
  const kind = low > 1 ? 'faster' : high < 1 ? 'slower' : 'level'
  return `<svg class="ratio ${kind}" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><line class="aim" x1="${one}" x2="${one}" y1="0" y2="${HEIGHT}"/><line class="interval" x1="${from}" x2="${to}" y1="8" y2="8"/><circle cx="${middle}" cy="8" r="4"/></svg>`
}
