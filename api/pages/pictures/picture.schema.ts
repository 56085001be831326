import { z } from 'zod'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { fractionalNumber, wholeNumber } from '../../platform/http/list-query.ts'
import { civilDate } from '../../platform/http/wire-kinds.ts'
import { forecastReason } from '../../schedule/monte-carlo/monte-carlo.schema.ts'

const WIDTH = { least: 320, most: 8000 }
const width = wholeNumber(
  WIDTH.least,
  WIDTH.most,
  `Send a whole number of pixels from ${WIDTH.least} to ${WIDTH.most}.`,
)
const yesOrNo = z.stringbool({ error: 'Send true or false.' })
const looks = {
  width: width.optional().describe('pixels; 1280 when left out'),
  layout: z.enum(['wide', 'narrow'], 'Send wide or narrow.').optional().describe('narrow suits a phone'),
  scheme: z
    .enum(['auto', 'light', 'dark'], 'Send auto, light or dark.')
    .optional()
    .describe('auto follows whoever looks at it'),
}

export const ganttQuery = z
  .object({
    ...looks,
    from: civilDate.optional().describe('the first day drawn; with `to`'),
    to: civilDate.optional().describe('the last day drawn; with `from`'),
    zoom: z
      .enum(['days', 'weeks', 'months'], 'Send days, weeks or months.')
      .optional()
      .describe('as the span asks for when left out'),
    critical: yesOrNo.optional().describe('only what is critical, and the phases around it'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), 'Send from and to together.')
  .refine(({ from, to }) => !isBehind(from, to), 'from is after to.')

function isBehind(from: string | undefined, to: string | undefined): boolean {
  const [first, last] = [from, to].map((date) => (date === undefined ? null : parseCivilDay(date)))
  return first != null && last != null && first > last
}

export type GanttQuery = z.output<typeof ganttQuery>

const percent = (least: number, most: number) =>
  fractionalNumber(least, most, `Send percent as a number from ${least} to ${most}.`).optional()
export const forecastQuery = z
  .object({
    ...looks,
    target_date: civilDate.optional().describe('a day to be met'),
    low_percent: percent(-100, 0).describe(
      'with high_percent: a spread for tasks without estimates, -10 a tenth shorter',
    ),
    high_percent: percent(0, 900).describe('with low_percent: 30 is three tenths longer'),
    open_risks: yesOrNo.optional().describe('adds the open risks of the register that have a delay'),
  })
  .refine((query) => (query.low_percent === undefined) === (query.high_percent === undefined), {
    message: 'Send low_percent and high_percent together.',
  })
export type ForecastQuery = z.output<typeof forecastQuery>

export const loadQuery = z.object({
  ...looks,
  start: civilDate.optional().describe('any day of the first week; the current week when left out'),
  weeks: z.enum(['4', '8', '12', '16'], 'Send 4, 8, 12 or 16.').optional().describe('16 when left out'),
})
export type LoadQuery = z.output<typeof loadQuery>

export const networkQuery = z.object({ scheme: looks.scheme })
export type NetworkQuery = z.output<typeof networkQuery>

const date = z.string().nullable()
const linkType = z.enum(['FS', 'SS', 'FF', 'SF'])

export const ganttReply = z
  .object({
    project: z.object({ id: z.guid(), name: z.string(), code: z.string() }),
    data_date: date.describe('null where the project has none of its own'),
    today: z.string(),
    calendar: z.looseObject({}),
    totals: z.object({
      row_count: z.int(),
      start: date,
      finish: date,
      task_count: z.int(),
      done_count: z.int(),
      critical_count: z.int().describe('on the critical path and still to do'),
    }),
    truncated: z.boolean().describe('there are more rows; the totals are of all'),
    rows: z.array(
      z.object({
        id: z.guid(),
        parent_id: z.guid().nullable(),
        short_id: z.string(),
        wbs: z.string(),
        name: z.string(),
        depth: z.int(),
        start: date,
        finish: date,
        duration: z.number(),
        percent_complete: z.number(),
        total_float: z.int().nullable(),
        is_milestone: z.boolean(),
        is_summary: z.boolean(),
        is_critical: z.boolean(),
        deadline: date,
        baseline: z.object({ start: z.string(), finish: z.string() }).nullable(),
      }),
    ),
    links: z.array(
      z.object({
        predecessor: z.guid(),
        successor: z.guid(),
        dep_type: linkType,
        lag: z.int(),
        is_driving: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'GanttDocument' })
export type GanttDocument = z.output<typeof ganttReply>

const share = z.number()
const endsByDay = z.array(z.object({ date: z.string(), count: z.int() })).describe('how many runs end on each day')
export const forecastDocument = z
  .object({
    project: z.object({ id: z.guid(), name: z.string(), code: z.string() }),
    runs: z.int(),
    seed: z.int(),
    p50: z.string(),
    p80: z.string(),
    p95: z.string(),
    cpm_finish: date,
    waits_for_others: z.boolean().describe('tasks of other projects can decide the finish, which the runs leave out'),
    histogram: endsByDay,
    program_forecast: z
      .object({
        runs: z.int(),
        seed: z.int(),
        p50: z.string(),
        p80: z.string(),
        p95: z.string(),
        histogram: endsByDay,
      })
      .nullable()
      .describe(
        'of a project that waits for others, its finish in the runs of the whole program, which the picture then shows; null ' +
          'where it waits for none, with open_risks, or where the program cannot be simulated',
      ),
    diagnostic: z.object({
      deterministic: z.boolean(),
      reason: forecastReason.nullable(),
      tasks_total: z.int(),
      tasks_with_variance: z.int(),
      tasks_pending_approval: z.int(),
      agile_tasks_without_velocity: z.int(),
    }),
    target: z
      .looseObject({ date: z.string(), chance: share.nullable(), why_unknown: z.string().optional() })
      .nullable()
      .describe('of the runs of the program where they are told'),
    drivers: z
      .array(z.object({ task_id: z.guid(), name: z.string(), criticality: share, sensitivity: share }))
      .describe('tasks that move the finish, most first; a hundred at most'),
    driver_count: z.int().describe('tasks that move the finish in all'),
    risks: z
      .array(z.looseObject({ id: z.string(), name: z.string(), occurrence: share, sensitivity: z.number() }))
      .describe('open risks with a delay, where they were asked for'),
  })
  .meta({ id: 'ForecastDocument' })
export type ForecastDocument = z.output<typeof forecastDocument>

export const loadDocument = z
  .object({
    project: z.object({ id: z.guid(), name: z.string(), code: z.string() }),
    weeks: z.array(z.string()).describe('ISO weeks, 2026-W07'),
    schedule: z
      .object({ first_week: z.string(), last_week: z.string() })
      .describe('when the tasks of the project are, whatever weeks are told'),
    people: z.array(z.object({ name: z.string(), weeks: z.array(z.int()) })).describe('percent of the time there is'),
  })
  .meta({ id: 'LoadDocument' })
export type LoadDocument = z.output<typeof loadDocument>
