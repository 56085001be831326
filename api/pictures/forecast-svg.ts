import { dateEdges, drawDateTicks } from './date-ticks.ts'
import { picture, pictureSize } from './picture.ts'
import type { Scheme } from './picture-style.ts'
import { coordinate, element, label, textWidth } from './svg.ts'
import { dayNumber, dayText, type TimeAxis, timeAxis, xOf } from './time-axis.ts'

export interface ForecastInput {
  /** Prefix of the ids inside the picture: unique on its page. */
  readonly id: string
  readonly title: string
  /** Finish dates and how many runs ended on each, in order of date. */
  readonly histogram: readonly (readonly [date: string, runs: number])[]
  readonly runs: number
  readonly seed: number | null
  readonly p50: string
  readonly p80: string
  readonly p95: string
  /** The finish of the critical path, from the single durations. */
  readonly deterministicFinish: string | null
  /** Whether tasks that are not in the runs can decide the finish, so that no share of the runs is its chance. */
  readonly leavesOutOthers?: boolean
  /** Whether the runs are of the whole program, with the tasks of other projects that this one waits for. */
  readonly isOfProgram?: boolean
  readonly layout?: 'wide' | 'narrow'
  /** A day to be met. */
  readonly targetDate?: string | null | undefined
  readonly isStandalone?: boolean
  readonly scheme?: Scheme | undefined
  /** Of the wide layout, in pixels. */
  readonly width?: number | undefined
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly axis: TimeAxis
  readonly top: number
  readonly bottom: number
}

const SMALL = 10.5
const LABEL_STEP = 16
const LABEL_ROWS = 5

/** Simulated finish dates as a histogram with the cumulative curve over it, on one date axis. */
export function forecastSvg(input: ForecastInput): string {
  const frame = forecastFrame(input)
  const bins = binsOf(input, frame.axis)
  const { width, height, axis } = frame
  return picture({ ...input, description: forecastInWords(input), width, height }, [
    drawAxes(frame),
    drawCounts(frame, bins),
    drawBins(frame, bins),
    drawCurve(frame, input),
    drawMarks(frame, input),
    label(runsInWords(input), { x: axis.left, y: height - 8, class: 'small faint' }),
  ])
}

/** What the picture shows, for readers without it. */
export function forecastInWords(input: ForecastInput): string {
  const at = (date: string) => dayText(dayNumber(date))
  const words = [
    input.deterministicFinish === null ? '' : plannedInWords(input, input.deterministicFinish),
    targetInWords(input),
  ].filter((text) => text !== '')
  const planned = words.length === 0 ? '' : ` ${words.join(' ')}`
  if (isOneDay(input)) {
    const every = begun(input, 'every')
    return `${every} run ends on ${at(input.p50)}: nothing that varies moves the finish to another day, so the runs tell no chance.${planned}`
  }
  const half = begun(input, 'half')
  return `${half} of the runs finish by ${at(input.p50)}, 80 % by ${at(input.p80)} and 95 % by ${at(input.p95)}.${planned}`
}

function begun({ leavesOutOthers, isOfProgram }: ForecastInput, word: string): string {
  if (leavesOutOthers) return `${ALONE}, ${word}`
  if (isOfProgram) return `${TOGETHER}: ${word}`
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function targetInWords(input: ForecastInput): string {
  if (input.targetDate == null) return ''
  const share = shareText(input, input.targetDate)
  const date = dayText(dayNumber(input.targetDate))
  return share === null
    ? `The runs tell no chance of meeting the target ${date}.`
    : `The target ${date} is met in ${share} of the runs.`
}

const ALONE = 'Without the tasks of other projects that this one waits for'
const TOGETHER = 'The program’s forecast, with the tasks of other projects that this one waits for'

function plannedInWords(input: ForecastInput, finish: string): string {
  const planned = `The planned finish ${dayText(dayNumber(finish))}`
  if (input.leavesOutOthers) {
    return `${planned} waits for those tasks too: the runs tell no chance of meeting it.`
  }
  const share = shareText(input, finish)
  return share === null ? '' : `${planned} is met in ${share} of the runs.`
}

/**
 * The share of the runs that meet a date, rounded, but never to a certainty that they do not show; null where they tell none,
 * because something else decides or because all of them end on one day.
 */
function shareText(input: ForecastInput, date: string): string | null {
  if (input.leavesOutOthers || isOneDay(input)) return null
  const share = shareBy(input, date)
  if (share === 0) return 'none'
  if (share === 1) return 'all'
  if (share < 0.01) return 'under 1 %'
  if (share > 0.99) return 'over 99 %'
  return `${Math.round(share * 100)} %`
}

function isOneDay({ histogram, p50, p95 }: ForecastInput): boolean {
  return histogram.filter(([, runs]) => runs > 0).length <= 1 && p50 === p95
}

/** Share of the runs that end on or before a date. */
export function shareBy(input: Pick<ForecastInput, 'histogram'>, date: string): number {
  let total = 0
  let within = 0
  for (const [finish, runs] of input.histogram) {
    total += runs
    if (finish <= date) within += runs
  }
  return total === 0 ? 0 : within / total
}

function runsInWords(input: ForecastInput): string {
  const seed = input.seed === null ? '' : `, seed ${input.seed}`
  const whose = input.leavesOutOthers ? ', of this project alone' : input.isOfProgram ? ', of the whole program' : ''
  return `${input.runs.toLocaleString('en-US')} runs${seed}${whose}`
}

function forecastFrame(input: ForecastInput): Frame {
  const { isWide, width } = pictureSize(input)
  const height = isWide ? 360 : 340
  const dates = [...input.histogram.map(([date]) => date), input.p50, input.p80, input.p95]
  if (input.deterministicFinish !== null) dates.push(input.deterministicFinish)
  if (input.targetDate != null) dates.push(input.targetDate)
  const days = dates.map(dayNumber)
  const first = days.reduce((least, day) => Math.min(least, day))
  const last = days.reduce((most, day) => Math.max(most, day))
  const air = Math.max(3, Math.round((last - first) * 0.04))
  const sides = isWide ? { left: 56, right: width - 60 } : { left: 34, right: width - 38 }
  const axis = timeAxis({ firstDay: first - air, endDay: last + air + 1, ...sides })
  return { width, height, axis, top: 18 + LABEL_STEP * LABEL_ROWS, bottom: height - 62 }
}

interface Bin {
  readonly fromDay: number
  readonly toDay: number
  readonly runs: number
}

/** One column a day while a day is wide enough to see, else one a week. */
function binsOf(input: ForecastInput, axis: TimeAxis): Bin[] {
  const size = axis.pixelsPerDay >= 2.5 ? 1 : 7
  const bins = new Map<number, number>()
  for (const [date, runs] of input.histogram) {
    const bin = Math.floor((dayNumber(date) - axis.firstDay) / size)
    bins.set(bin, (bins.get(bin) ?? 0) + runs)
  }
  return [...bins].map(([bin, runs]) => {
    const fromDay = axis.firstDay + bin * size
    return { fromDay, toDay: Math.min(fromDay + size, axis.endDay), runs }
  })
}

/** How many runs a column stands for, at the left: the shares at the right are of the curve. */
function drawCounts(frame: Frame, bins: readonly Bin[]): string {
  const most = bins.reduce((largest, bin) => Math.max(largest, bin.runs), 1)
  const step = countStep(most)
  const counts = Array.from({ length: Math.floor(most / step) }, (_, index) => (index + 1) * step)
  const at = (count: number) => frame.bottom - (count / most) * (frame.bottom - frame.top)
  const strokes = counts.map((count) => `M${frame.axis.left - 4} ${coordinate(at(count))}h4`).join('')
  return (
    element('path', { class: 'rule', d: strokes }) +
    counts
      .map((count) =>
        label(shortCount(count), { x: frame.axis.left - 6, y: at(count) + 4, class: 'small faint', anchor: 'end' }),
      )
      .join('')
  )
}

/** 1, 2 or 5 times a power of ten, so that about four numbers stand beside the plot. */
function countStep(most: number): number {
  const least = most / 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) as number) * power
}

function shortCount(count: number): string {
  return count >= 10_000 ? `${count / 1000}k` : String(count)
}

function drawBins(frame: Frame, bins: readonly Bin[]): string {
  const most = bins.reduce((largest, bin) => Math.max(largest, bin.runs), 1)
  const scale = (frame.bottom - frame.top) / most
  const columns = bins.map((bin) => {
    const height = bin.runs * scale
    const left = xOf(frame.axis, bin.fromDay)
    const width = Math.max(0.8, xOf(frame.axis, bin.toDay) - left - 0.6)
    const days = bin.toDay - bin.fromDay
    const when = days === 1 ? dayText(bin.fromDay) : `week from ${dayText(bin.fromDay)}`
    const title = `<title>${when}: ${bin.runs} runs</title>`
    return element('rect', { class: 'histogram', x: left, y: frame.bottom - height, width, height }, title)
  })
  return columns.join('')
}

/** Steps at the end of each day: a run that ends on a date has ended when the day is over. */
function drawCurve(frame: Frame, input: ForecastInput): string {
  const total = input.histogram.reduce((sum, [, runs]) => sum + runs, 0)
  if (total === 0) return ''
  let within = 0
  let path = `M${coordinate(frame.axis.left)} ${coordinate(frame.bottom)}`
  for (const [date, runs] of input.histogram) {
    within += runs
    path += `H${coordinate(xOf(frame.axis, dayNumber(date) + 1))}V${coordinate(yOfShare(frame, within / total))}`
  }
  return element('path', { class: 'curve', d: `${path}H${coordinate(frame.axis.right)}` })
}

function yOfShare(frame: Frame, share: number): number {
  return frame.bottom - share * (frame.bottom - frame.top)
}

function drawAxes(frame: Frame): string {
  const { axis, top, bottom } = frame
  const shares = [0, 0.25, 0.5, 0.75, 1]
  const grid = shares.map((share) => `M${axis.left} ${coordinate(yOfShare(frame, share))}H${axis.right}`).join('')
  const percents = shares.map((share) =>
    label(`${share * 100} %`, { x: axis.right + 6, y: yOfShare(frame, share) + 4, class: 'small faint' }),
  )
  const frameLine = `M${axis.left} ${top}V${bottom}H${axis.right}${dateEdges(axis, bottom)}`
  return (
    element('path', { class: 'grid', d: grid }) +
    element('path', { class: 'rule', d: frameLine }) +
    percents.join('') +
    drawDateTicks(axis, bottom) +
    label('runs', { x: axis.left - 6, y: top - 8, class: 'small faint', anchor: 'end' })
  )
}

/** Dated lines with their names stacked above the plot, so that near dates do not overprint. */
function drawMarks(frame: Frame, input: ForecastInput): string {
  const marks = [
    { name: 'P50', date: input.p50, kind: 'p50' },
    { name: 'P80', date: input.p80, kind: 'p80' },
    { name: 'P95', date: input.p95, kind: 'p95' },
  ].map((mark) => ({
    ...mark,
    line: `percentile ${mark.kind}`,
    text: `${mark.name}  ${dayText(dayNumber(mark.date))}`,
  }))
  const finish = input.deterministicFinish
  if (finish !== null) {
    const share = shareText(input, finish)
    marks.unshift({
      name: 'Planned',
      date: finish,
      kind: 'strong',
      line: 'planned-line',
      text: `Planned  ${dayText(dayNumber(finish))}${share === null ? '' : ` (${share} of runs)`}`,
    })
  }
  const target = input.targetDate
  if (target != null) {
    const share = shareText(input, target)
    marks.push({
      name: 'Target',
      date: target,
      kind: 'data',
      line: 'data-line',
      text: `Target  ${dayText(dayNumber(target))}${share === null ? '' : ` (${share} of runs)`}`,
    })
  }
  return marks.map((mark, index) => drawMark(frame, mark, 14 + index * LABEL_STEP)).join('')
}

function drawMark(frame: Frame, mark: { date: string; kind: string; line: string; text: string }, y: number): string {
  const x = xOf(frame.axis, dayNumber(mark.date) + 1)
  const width = textWidth(mark.text, SMALL)
  const isLeft = x + 6 + width > frame.axis.right
  const line = element('path', { class: mark.line, d: `M${coordinate(x)} ${y - 8}V${coordinate(frame.bottom)}` })
  const at = isLeft ? { x: x - 5, anchor: 'end' as const } : { x: x + 5 }
  return line + label(mark.text, { ...at, y, class: `over small ${mark.kind}` })
}
