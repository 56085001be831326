import type { BenchRun } from '../bench-run.ts'
import { type JudgedAim, judgeAims, judgeGrowth } from '../judge-aims.ts'
import { wasBusy } from '../machine-card.ts'
import { formatFigure } from '../print-size.ts'
import { escapeText, formatAmount, formatCount, table } from './markup.ts'

interface AimRow {
  readonly name: string
  readonly where: string
  readonly what: string
  readonly aim: string
  readonly measured: string
  /** Measured over aimed at: 1 just meets it. */
  readonly share: number | null
}

/** Every aim of the design with what was measured for it. */
export function aimsSection(run: BenchRun): string {
  const rows = aimRows(run)
  if (rows.length === 0) return ''
  return `<section id="aims"><h2>Aims</h2><p>Aims are those of the design for a quiet machine like this one. The bar ends at what was measured; the upright line is the aim, the scale is logarithmic, ten times on either side.</p>${table(
    ['Case', 'Size', 'What', 'Aim', 'Measured', '', ''],
    rows.map(({ name, where, what, aim, measured, share }) => [
      `<a href="#${escapeText(name)}">${escapeText(name)}</a>`,
      escapeText(where),
      escapeText(what),
      escapeText(aim),
      escapeText(measured),
      share === null ? '' : shareBar(share, wasBusy(run)),
      share === null ? '<span class="muted">not measured</span>' : verdict(share <= 1, wasBusy(run)),
    ]),
    'aims',
  )}</section>`
}

/** A time over its aim on a busy machine says little about the code, and is not judged. */
export function verdict(isMet: boolean, isBusy: boolean): string {
  if (isMet) return '<span class="met">✓ met</span>'
  return isBusy ? '<span class="muted">not judged, machine busy</span>' : '<span class="missed">✗ missed</span>'
}

export function aimRows(run: BenchRun): AimRow[] {
  return run.cases.flatMap((result) => {
    const ofSizes = result.sizes.flatMap((size) =>
      judgeAims(size).map((aim) =>
        aimRow(result.name, `${formatCount(size.size)} ${result.sizeName}`, aim, result.unit),
      ),
    )
    const growth = judgeGrowth(result)
    if (growth === null || result.growthAim === null) return ofSizes
    const { from, to } = result.growthAim
    const where = `${formatCount(from)} to ${formatCount(to)}`
    const what = `growth of the time a ${result.workName ?? 'unit'}`
    return [...ofSizes, { ...aimRow(result.name, where, growth, ''), what, ...factors(growth) }]
  })
}

function aimRow(name: string, where: string, aim: JudgedAim, unit: string): AimRow {
  const share = aim.measured === null ? null : aim.measured / aim.atMost
  const isRatio = aim.of.startsWith('peer:')
  const format = (value: number) => formatAmount(value, aim.of.startsWith('part:') ? partUnit(aim.of) : unit)
  const figures = isRatio
    ? factors(aim)
    : { aim: `≤ ${format(aim.atMost)}`, measured: aim.measured === null ? '–' : format(aim.measured) }
  return { name, where, what: describeAim(aim.of), share, ...figures }
}

/** Parts are milliseconds unless their name says otherwise. */
function partUnit(name: string): string {
  const named = UNIT_NAMES.find(([pattern]) => pattern.test(name))
  return named ? named[1] : 'ms'
}

const UNIT_NAMES: readonly (readonly [RegExp, string])[] = [
  [/_us$/, 'µs'],
  [/_mb$/, 'MB'],
  [/:kb_/, 'KB'],
  [/_to_/, 'times'],
]

function factors({ atMost, measured }: JudgedAim) {
  return { aim: `≤ × ${formatFigure(atMost)}`, measured: measured === null ? '–' : `× ${formatFigure(measured)}` }
}

function describeAim(of: string): string {
  if (of.startsWith('part:'))
    return `${of
      .slice('part:'.length)
      .replace(/_(ms|us|mb)$/, '')
      .replaceAll('_', ' ')}, median`
  return of.startsWith('peer:') ? `time over that of ${of.slice('peer:'.length)}` : of
}

const BAR_WIDTH = 120
const DECADES_EACH_WAY = 1

function shareBar(share: number, isBusy: boolean): string {
  const place = (Math.log10(share) / DECADES_EACH_WAY + 1) / 2
  const end = Math.max(0.02, Math.min(1, place)) * BAR_WIDTH
  const kind = share <= 1 ? 'bar-met' : isBusy ? 'bar-unjudged' : 'bar-missed'
  return `<svg class="share" viewBox="0 0 ${BAR_WIDTH} 14" width="${BAR_WIDTH}" height="14" aria-hidden="true"><rect class="track" width="${BAR_WIDTH}" height="8" y="3" rx="2"/><rect class="${kind}" width="${end.toFixed(1)}" height="8" y="3" rx="2"/><line class="aim" x1="${BAR_WIDTH / 2}" x2="${BAR_WIDTH / 2}" y1="0" y2="14"/></svg>`
}
