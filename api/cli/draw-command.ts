import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NoRasterizer, picturePng, TooManyPixels } from '../pictures/picture-png.ts'
import type { Scheme } from '../pictures/picture-style.ts'
import { fileTrouble } from './output/file-trouble.ts'
import { drawPlan, type PlanPicture } from './plan-files/draw-plan.ts'
import type { DayRange } from './plan-files/load-of-plan.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { optionDay, parsePlan, readInput } from './plan-files/read-input.ts'
import { joinUncertainty, readUncertainty } from './plan-files/uncertainty-option.ts'
import { UsageError } from './usage-error.ts'
import { onlyFile, parseOptions, wholeNumber } from './words/parse-options.ts'
import { drawWords } from './words/plan-words.ts'

const DEFAULT_ROWS = 1_000
const DEFAULT_RUNS = 1_000
const LEAST_WIDTH = 320
const MOST_WIDTH = 8_000
const MOST_DAYS = 300 * 366

/** `svc draw <file>`: a picture of a plan, without a server. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(joinUncertainty(args), drawWords)
  const file = onlyFile(positionals, 'draw')
  const rows = wholeNumber('rows', values.rows, DEFAULT_ROWS, 1)
  const picture = (values.picture ?? 'gantt') as PlanPicture
  const scheme = (values.scheme ?? 'auto') as Scheme
  const asked = {
    rows,
    isCriticalOnly: values['critical-only'] ?? false,
    runs: wholeNumber('runs', values.runs, DEFAULT_RUNS, 1),
    seed: wholeNumber('seed', values.seed, 1, 0),
    uncertainty: readUncertainty(values.uncertainty, values.correlation),
    scheme,
    width: widthOf(picture, values.width),
    range: rangeOf(picture, values.from, values.to),
  }
  const kind = kindOf(values.out)
  if (values.out === undefined && process.stdout.isTTY)
    throw new UsageError('draw writes SVG, which is nothing to read on a terminal: name a file with --out, or pipe it')
  const bytes = await readInput(file)
  let svg: string
  try {
    svg = await drawPlan(await parsePlan(bytes, file), picture, asked)
  } catch (error) {
    if (error instanceof UsageError) throw error
    return printRefusal(error, file, 'table')
  }
  return await writePicture(kind === 'png' ? await pixelsOf(svg, scheme) : `${svg}\n`, values.out)
}

/** Days to draw, of the pictures that have days to choose from. */
function rangeOf(picture: PlanPicture, from: string | undefined, to: string | undefined): DayRange | null {
  if (from === undefined && to === undefined) return null
  if (picture !== 'gantt' && picture !== 'load')
    throw new UsageError(`--from and --to choose days of gantt and load; a ${picture} is drawn whole`)
  if (from === undefined || to === undefined) throw new UsageError('--from and --to are given together')
  const range = { firstDay: optionDay('from', from), lastDay: optionDay('to', to) }
  if (range.firstDay > range.lastDay) throw new UsageError(`--from is "${from}", which is after --to, "${to}"`)
  if (range.lastDay - range.firstDay > MOST_DAYS) throw new UsageError('--from and --to lie more than 300 years apart')
  return range
}

function widthOf(picture: PlanPicture, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (picture === 'network') throw new UsageError('--width is not for a network, which is as wide as its boxes ask for')
  const width = Number(text)
  if (!/^\d+$/.test(text) || width < LEAST_WIDTH || width > MOST_WIDTH)
    throw new UsageError(`--width is "${text}", not a whole number of pixels from ${LEAST_WIDTH} to ${MOST_WIDTH}`)
  return width
}

/** By the ending of the file; standard output gets SVG. */
function kindOf(out: string | undefined): 'svg' | 'png' {
  const ending = out === undefined ? '.svg' : path.extname(out).toLowerCase()
  if (ending === '.png') return 'png'
  if (ending === '.svg' || ending === '') return 'svg'
  throw new UsageError(`--out is "${out}": draw writes .svg and .png; a browser prints an .svg as PDF`)
}

async function pixelsOf(svg: string, scheme: Scheme): Promise<Buffer> {
  try {
    return await picturePng(svg, scheme)
  } catch (error) {
    if (error instanceof NoRasterizer || error instanceof TooManyPixels) throw new UsageError(error.message)
    throw error
  }
}

async function writePicture(svg: string | Buffer, out: string | undefined): Promise<number> {
  if (out === undefined) {
    process.stdout.write(svg)
    return 0
  }
  try {
    await writeFile(out, svg)
    return 0
  } catch (error) {
    throw fileTrouble('write', out, error)
  }
}
