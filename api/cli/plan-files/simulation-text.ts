import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { rankSensitivities, type SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { Layout } from '../output/layout.ts'
import { type Column, tableText, withoutControls } from '../output/table-text.ts'
import { wrapText } from '../output/wrap-text.ts'
import type { SimulatedInput } from './simulated-input.ts'
import { targetChance, whyUnknown } from './target-chance.ts'

/** Bars shrink with the terminal, down to some that still compare; beside them stand date, count and share. */
const BAR_WIDTH = { longest: 40, shortest: 8, beside: 42 }
const MAX_ROWS = 10
const MAX_DAY_BARS = 30
const HOW_TO_VARY =
  'No open task has estimates. --uncertainty -10%/+30% lets their durations vary; `svc help simulate` tells more.'

/** The result for a reader: dates with their errors, a histogram, and what moves the finish. */
export function simulationText(
  input: SimulatedInput,
  result: SimulationResult,
  targetDay: number | null,
  layout: Layout,
): string {
  const parents = new Set(input.columns.parentIndex)
  const leaves = input.plan.tasks.filter((_, task) => !parents.has(task)).length
  const runs = result.runs.toLocaleString('en')
  const percentile = (name: string, day: number, error: number): string =>
    `  ${name}         ${formatCivilDay(day)}${result.isOneDay ? '' : `  ± ${errorText(error)}`}`
  const why = whyUnknown(input, result)
  const unit = result.isOneDay ? '' : '  working days, standard error'
  const lines = [
    `${withoutControls(input.name)}: ${runs} runs, seed ${result.seed}, ${result.tasksWithVariance} of ${leaves} tasks vary`,
    '',
    `  CPM finish  ${formatCivilDay(result.cpmFinishDay)}`,
    percentile('P50', result.p50Day, result.p50Error),
    percentile('P80', result.p80Day, result.p80Error),
    `${percentile('P95', result.p95Day, result.p95Error)}${unit}`,
    ...(targetDay === null
      ? []
      : [`  by          ${formatCivilDay(targetDay)}  ${chanceText(input, result, targetDay)}`]),
    '',
    ...(why === null ? [] : [wrapText(why, layout.width, '  ')]),
    ...(result.tasksWithVariance > 0 ? [] : [wrapText(HOW_TO_VARY, layout.width, '  ')]),
    ...(result.isOneDay ? [] : histogramLines(result, targetDay, barWidth(layout))),
  ]
  const tables = [projectTable(input, result), riskTable(result), driverTable(result), taskTable(input, result)].map(
    ({ columns, rows }) => (rows.length === 0 ? '' : tableText(columns, rows, layout)),
  )
  const text = lines.join('\n')
  return [
    layout.kind === 'markdown' ? `${lines[0]}\n\n\`\`\`\n${lines.slice(2).join('\n')}\n\`\`\`\n` : `${text}\n`,
    ...tables.filter((table) => table !== ''),
  ].join('\n')
}

/** Runs that all agree are told as such: a share of them with no error would look like a certainty. */
function chanceText(input: SimulatedInput, result: SimulationResult, day: number): string {
  const { chance } = targetChance(input, result, day)
  const runs = result.runs.toLocaleString('en')
  if (chance === null) {
    const place = (result.finishDays[0] ?? 0) <= day ? 'by then' : 'later'
    return result.isOneDay ? `no chance to tell: all runs end ${place}` : 'no chance to tell'
  }
  const { share, error } = chance
  if (share === 0) return `in none of ${runs} runs`
  if (share === 1) return `in all of ${runs} runs`
  return `${percent(share, 1)} ± ${errorText(error * 100)}`
}

/** Errors are rounded, but never to none. */
function errorText(error: number): string {
  return error < 0.05 ? 'under 0.1' : error.toFixed(1)
}

/** Bars of the finish dates, with the percentiles and the target at the bars they fall in. */
function histogramLines(result: SimulationResult, targetDay: number | null, barWidth: number): string[] {
  const { runs } = result
  const bars = barsOf(result)
  const highest = Math.max(...bars.map(({ count }) => count))
  const marks = [
    ['P50', result.p50Day],
    ['P80', result.p80Day],
    ['P95', result.p95Day],
    ...(targetDay === null ? [] : [['target', targetDay] as const]),
  ] as const
  const lastDay = result.finishDays.at(-1) ?? 0
  const barOf = (day: number): number => (day > lastDay ? -1 : bars.findLastIndex((bar) => bar.day <= day))
  let before = 0
  return bars.map(({ day, count }, at) => {
    before += count
    const bar = '█'.repeat(Math.round((count / highest) * barWidth)) || (count > 0 ? '▏' : '')
    const names = marks.filter(([, marked]) => barOf(marked) === at).map(([name]) => name)
    const mark = names.length === 0 ? '' : `  ◂ ${names.join(', ')}`
    const amount = String(count).padStart(String(runs).length)
    return `  ${formatCivilDay(day)}  ${bar.padEnd(barWidth)}  ${amount}  ${percent(before / runs, 1).padStart(7)}${mark}`
  })
}

/** A bar a day where the runs end on few days, else the buckets of the result. */
function barsOf({ finishDays, histogram }: SimulationResult): { day: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const day of finishDays) {
    counts.set(day, (counts.get(day) ?? 0) + 1)
    if (counts.size > MAX_DAY_BARS) return histogram.map(({ day: first, count }) => ({ day: first, count }))
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

function barWidth({ width }: Layout): number {
  return Math.max(BAR_WIDTH.shortest, Math.min(BAR_WIDTH.longest, width - BAR_WIDTH.beside))
}

interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

function projectTable({ projectKeys }: SimulatedInput, { projects }: SimulationResult): Table {
  const rows = projectKeys.map((key, at) => {
    const project = projects[at]
    if (project == null) return [key, '', '', '', '', '']
    const dates = [project.cpmFinishDay, project.p50Day, project.p80Day, project.p95Day].map(formatCivilDay)
    return [key, ...dates, percent(project.endsLast, 0)]
  })
  return {
    columns: [{ title: 'Project', maxWidth: 24 }, ...['CPM finish', 'P50', 'P80', 'P95', 'Ends last'].map(right)],
    rows,
  }
}

function riskTable({ risks }: SimulationResult): Table {
  const days = (value: number | null): string => (value === null ? '' : value.toFixed(1))
  const rows = risks
    .toSorted((left, right) => (right.meanDays ?? 0) - (left.meanDays ?? 0))
    .slice(0, MAX_ROWS)
    .map((risk) => [
      risk.id,
      percent(risk.occurrence, 1),
      risk.meanError === null || risk.meanError === 0
        ? days(risk.meanDays)
        : `${days(risk.meanDays)} ± ${errorText(risk.meanError)}`,
      days(risk.meanDaysWhenHit),
      risk.sensitivity.toFixed(2),
    ])
  const titles = ['Happened', 'Working days, mean', 'When it did', 'Sensitivity']
  return { columns: [{ title: 'Risk', maxWidth: 40 }, ...titles.map(right)], rows }
}

function driverTable({ drivers }: SimulationResult): Table {
  const rows = drivers
    .toSorted((left, right) => Math.abs(right.sensitivity) - Math.abs(left.sensitivity))
    .slice(0, MAX_ROWS)
    .map(({ id, sensitivity }) => [id, sensitivity.toFixed(2)])
  return { columns: [{ title: 'Driver', maxWidth: 40 }, right('Sensitivity')], rows }
}

/** The tasks whose durations move the finish most, with how often each was critical. */
function taskTable({ plan, names, columns }: SimulatedInput, result: SimulationResult): Table {
  const rows = rankSensitivities(result, columns.idRank)
    .slice(0, MAX_ROWS)
    .map(({ taskIndex, index }) => [
      plan.tasks[taskIndex]?.id ?? '',
      names[taskIndex] ?? '',
      index.toFixed(2),
      percent(result.criticality[taskIndex] ?? 0, 0),
    ])
  const texts = [
    { title: 'ID', maxWidth: 20 },
    { title: 'Task', maxWidth: 48 },
  ]
  return { columns: [...texts, right('Sensitivity'), right('Critical')], rows }
}

function right(title: string): Column {
  return { title, align: 'right' }
}

function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)} %`
}
