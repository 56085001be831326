import type { CaseResult } from '../bench-case.ts'
import type { BenchRun } from '../bench-run.ts'
import { medianOf } from '../judge-aims.ts'
import { wasBusy } from '../machine-card.ts'
import { formatFigure } from '../print-size.ts'
import { geometricMean } from '../statistics.ts'
import { aimRows, aimsSection } from './aims-section.ts'
import { caseSection } from './case-section.ts'
import { escapeText, table } from './markup.ts'
import { peersSection } from './peers-section.ts'
import { REPORT_STYLE } from './report-style.ts'

/** The report as one page that needs nothing else: no script, no font, no picture from anywhere. */
export function reportPage(run: BenchRun): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bench ${escapeText(run.machine.commit)}</title><style>${REPORT_STYLE}</style></head><body>
<h1>Bench, ${run.mode === 'full' ? 'all sizes' : 'small sizes'}</h1>
<p class="muted">commit ${escapeText(run.machine.commit)}${run.machine.isDirty ? ' with changes' : ''}, ${escapeText(run.takenAt.slice(0, 16).replace('T', ' '))} UTC, ${formatFigure(run.seconds)} s</p>
${warnings(run)}${tiles(run)}${navigation(run)}${aimsSection(run)}${peersSection(run)}<p class="legend muted">In the plots of the cases each dot is a sample, the upright mark the median, the bar its 95 % interval; blue is this project, orange the others, × how many times as long as ours. All axes of time are logarithmic.</p>${groups(run)}${missing(run)}${machineSection(run)}
</body></html>
`
}

/** What makes these figures weaker than they look. */
function warnings(run: BenchRun): string {
  const { machine, loadBefore, loadAfter, mode } = run
  const reasons = [
    ...(machine.isDirty ? ['The working copy had changes: the commit does not say what was measured.'] : []),
    ...(wasBusy(run)
      ? [
          `The machine was busy (load ${loadBefore} before, ${loadAfter} after, ${machine.cores} cores): times are too long.`,
        ]
      : []),
    ...(mode === 'quick' ? ['A quick run takes few samples: intervals are wide.'] : []),
  ]
  return reasons.map((reason) => `<p class="warning">${escapeText(reason)}</p>`).join('\n')
}

function tiles(run: BenchRun): string {
  const sizes = run.cases.flatMap((one) => one.sizes)
  const failed = sizes.filter(({ failure }) => failure !== null).length
  const judged = aimRows(run).filter(({ share }) => share !== null)
  const met = judged.filter(({ share }) => (share ?? 0) <= 1).length
  const ratios = peerRatios(run.cases)
  const all = [
    [`${sizes.length - failed}`, `sizes of ${run.cases.length} cases measured`],
    [`${failed}`, failed === 1 ? 'size failed' : 'sizes failed'],
    [`${met} of ${judged.length}`, 'aims met'],
    ...(ratios.length === 0
      ? []
      : [[`× ${formatFigure(geometricMean(ratios))}`, `geometric mean of ${ratios.length} peers' times over ours`]]),
  ]
  return `<div class="tiles">${all.map(([figure, what]) => `<div class="tile"><b>${escapeText(figure ?? '')}</b>${escapeText(what ?? '')}</div>`).join('')}</div>`
}

const OWN_VARIANTS = new Set(['the same with 1 thread', 'full pass', 'JSON.stringify of ready objects'])

/** Libraries and other ways, largest size each; our own variants and the bare server are no peers of that kind. */
function peerRatios(cases: readonly CaseResult[]): number[] {
  return cases
    .filter(({ name }) => !name.startsWith('cpm-with-'))
    .filter(({ group }) => group !== 'service')
    .flatMap(({ sizes }) => sizes.findLast(({ samples }) => samples.length > 0) ?? [])
    .flatMap((size) =>
      size.peers
        .filter(({ name, samples }) => samples.length > 0 && !OWN_VARIANTS.has(name))
        .map(({ samples }) => medianOf(samples) / medianOf(size.samples)),
    )
}

function navigation(run: BenchRun): string {
  return `<nav>${run.cases.map(({ name }) => `<a href="#${escapeText(name)}">${escapeText(name)}</a>`).join('')}</nav>`
}

function groups(run: BenchRun): string {
  const names = [...new Set(run.cases.map(({ group }) => group))]
  return names
    .map((group) => {
      const cases = run.cases.filter((one) => one.group === group).map((one) => caseSection(one, wasBusy(run)))
      return `<section><h2>${escapeText(`${group.charAt(0).toUpperCase()}${group.slice(1)}`)}</h2>${cases.join('\n')}</section>`
    })
    .join('\n')
}

function missing({ notMeasured }: BenchRun): string {
  if (notMeasured.length === 0) return ''
  const rows = notMeasured.map(({ what, why }) => [escapeText(what), escapeText(why)])
  return `<section id="not-measured"><h2>Not measured</h2>${table(['What', 'Why'], rows, 'missing')}</section>`
}

function machineSection({ machine, loadBefore, loadAfter, format }: BenchRun): string {
  const rows: [string, string | number | null][] = [
    ['Processor', machine.processor],
    ['Cores', machine.cores],
    ['Caches', machine.caches],
    ['Memory', `${machine.memoryGib} GiB`],
    ['Platform', `${machine.platform}, kernel ${machine.kernel}`],
    ['Node', `${machine.node}, V8 ${machine.v8}`],
    ['Limits of the group', `processor ${machine.cgroupCpuMax ?? 'none'}, memory ${machine.cgroupMemoryMax ?? 'none'}`],
    ['Governor', machine.governor],
    ['Load before and after', `${loadBefore}, ${loadAfter}`],
    ['Commit', `${machine.commit}${machine.isDirty ? ', with changes' : ''}`],
    [
      'Method',
      'Samples of all contenders in turns after warm-up, short work repeated until a sample takes 3 ms, medians with 95 % bootstrap intervals, the hash of every answer checked.',
    ],
    ['Format of the raw data', format],
  ]
  const cells = rows.map(([name, value]) => [escapeText(name), escapeText(value ?? 'unknown')])
  return `<section id="machine"><h2>Machine</h2>${table(['', ''], cells, 'card')}</section>`
}
