import type { CaseResult, SizeResult } from '../bench-case.ts'
import { judgeAims, judgeGrowth, medianOf, workCost } from '../judge-aims.ts'
import { formatFigure } from '../print-size.ts'
import { summarise } from '../statistics.ts'
import { verdict } from './aims-section.ts'
import { growthPlots } from './growth-plot.ts'
import { escapeText, formatAmount, formatCount, table } from './markup.ts'
import { samplesPlot } from './samples-plot.ts'

/** One case: what it is, its figures, its samples and how it grows. */
export function caseSection(result: CaseResult, isBusy: boolean): string {
  const growth = judgeGrowth(result)
  const grown =
    growth === null || growth.measured === null
      ? ''
      : `<p>A ${escapeText(result.workName ?? 'unit')} costs × ${formatFigure(growth.measured)} from ${formatCount(result.growthAim?.from ?? 0)} to ${formatCount(result.growthAim?.to ?? 0)} ${escapeText(result.sizeName)}; the aim is at most × ${growth.atMost}: ${verdict(growth.isMet === true, isBusy)}</p>`
  return `<article id="${escapeText(result.name)}"><h3>${escapeText(result.name)}</h3><p>${escapeText(result.summary)}</p>
${figures(result, isBusy)}${failures(result)}${samplesPlot(result)}${growthPlots(result)}${grown}</article>`
}

function failures({ sizes, sizeName }: CaseResult): string {
  return sizes
    .filter(({ failure }) => failure !== null)
    .map(
      ({ size, failure }) =>
        `<p class="failure"><strong>Failed</strong> at ${formatCount(size)} ${escapeText(sizeName)}: ${escapeText(failure ?? '')}</p>`,
    )
    .join('')
}

function figures(result: CaseResult, isBusy: boolean): string {
  const measured = result.sizes.filter(({ samples }) => samples.length > 0)
  if (measured.length === 0) return ''
  const hasWork = result.workName !== null
  const head = [
    result.sizeName,
    'median',
    '95 % interval',
    'min',
    'p95',
    'max',
    'n',
    ...(hasWork ? [`per ${result.workName}`] : []),
    'aim',
    'seen beside',
  ]
  const rows = measured.map((size) => {
    const { median, medianLow, medianHigh, min, p95, max, count } = summarise(size.samples)
    const time = (value: number) => escapeText(formatAmount(value, result.unit))
    return [
      formatCount(size.size),
      `<strong>${time(median)}</strong>`,
      `${time(medianLow)} – ${time(medianHigh)}`,
      time(min),
      time(p95),
      time(max),
      String(count),
      ...(hasWork ? [escapeText(formatAmount(workCost(result, size), 'ns'))] : []),
      aimsOf(result, size, isBusy),
      `<span class="muted">${escapeText(beside(result, size))}</span>`,
    ]
  })
  return table(head.map(escapeText), rows, 'figures')
}

function aimsOf(result: CaseResult, size: SizeResult, isBusy: boolean): string {
  return judgeAims(size)
    .filter(({ of, measured }) => of === 'median' && measured !== null)
    .map(({ atMost, isMet }) => `${escapeText(formatAmount(atMost, result.unit))} ${verdict(isMet === true, isBusy)}`)
    .join('<br>')
}

/** Parts, amounts and what they make a second. */
function beside(result: CaseResult, size: SizeResult): string {
  const seconds = medianOf(size.samples) * (result.unit === 'µs' ? 1e-6 : 1e-3) || Number.NaN
  const { bytes, work, ...facts } = size.facts
  const rates = [
    ...(bytes === undefined ? [] : [`${formatFigure(bytes / 1e6)} MB`, `${formatFigure(bytes / 1e6 / seconds)} MB/s`]),
    ...(result.workName === null ? [] : [`${rate((work ?? size.size) / seconds)} ${result.workName}s/s`]),
  ]
  const named = (entry: [string, number]) => `${entry[0].replaceAll('_', ' ')} ${formatFigure(entry[1])}`
  return [...rates, ...Object.entries(size.parts).map(named), ...Object.entries(facts).map(named)].join(', ')
}

function rate(perSecond: number): string {
  if (perSecond >= 1e9) return `${formatFigure(perSecond / 1e9)} G`
  return perSecond >= 1e6 ? `${formatFigure(perSecond / 1e6)} M` : formatCount(perSecond)
}
