// Calendars in lanes: weeks alike by arithmetic, breaks between the runs of a row, and look-ups where neither serves.

import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { PlanCalendar, PlanException } from '../../compute/plan/plan-document.ts'
import { checkOptions, type SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import { lanesFor } from '../../compute/simulation/run/wasm/choose-lanes.ts'
import { NARROW_LANES } from '../../compute/simulation/run/wasm/lanes.ts'
import { breaksEntered, MOST_RANK, turnOf, Week } from '../../compute/simulation/run/wasm/week-rules.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { MOST_BREAKS, SPAN_SHIFT } from '../../compute/wasm/layout.ts'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { wasmKernels } from './all-kernels.ts'
import { buildPlan, link, task } from './build-plan.ts'

const TASKS = 240
const RISKS = Array.from({ length: 20 }, (_, at) => ({
  id: `r${at}`,
  probability: 0.3,
  delayDays: { distribution: 'triangular', low: 1, likely: 3, high: 6 } as const,
  tasks: [11 * at],
}))
const LINK_TYPES = ['FS', 'FS', 'FS', 'SS', 'FF', 'SF'] as const

t.test('a rounding product divides every rank by its week', async (t) => {
  for (let workingDays = 1; workingDays <= 7; workingDays++) {
    const { centre, factor } = turnOf(workingDays)
    let wrong = 0
    for (let rank = 0; rank <= MOST_RANK; rank++) {
      if (((rank - centre) * factor + 0x4000) >> 15 !== Math.floor(rank / workingDays)) wrong++
    }
    t.equal(wrong, 0, `${workingDays} days`)
  }
})

t.test('breaks are counted in 16 bits also where every day that is worked is an odd one', async (t) => {
  // Every second day, of which a week alike says nothing, over as many places as there can be.
  const { spans } = breaksEntered(
    32_767,
    (place) => place >> 1,
    () => 0,
  )
  let isRising = true
  for (let at = 2; at < spans.length; at++) if ((spans[at] as number) < (spans[at - 2] as number)) isRising = false
  t.ok(isRising)
})

t.test('breaks give the offset of every day, or are too many to be taken in lanes', async (t) => {
  const week = new Week([false, true, true, true, true, true, false])
  const cells = 120
  let inLanes = 0
  for (let seed = 1; seed <= 400; seed++) {
    const next = mulberry32(seed)
    // Days that are as their week has them, but for some in a row.
    const isWorking = Array.from({ length: cells }, (_, place) => week.isWorking(place))
    for (let change = 0; change < 6; change++) {
      const from = Math.floor(next() * cells)
      isWorking.fill(next() < 0.5, from, from + 1 + Math.floor(next() * 9))
    }
    const offsets = isWorking.map((_, place) => isWorking.slice(0, place).filter(Boolean).length)
    const { words, spans } = breaksEntered(
      cells,
      (place) => offsets[place] as number,
      (place) => week.rankOf(place),
    )
    const signed = new Int16Array(words.buffer)
    for (let least = 0; least < cells; least++) {
      const most = Math.min(cells - 1, least + Math.floor(next() * 20))
      const first = spans[2 * (least >> SPAN_SHIFT)] as number
      const last = spans[2 * (most >> SPAN_SHIFT) + 3] as number
      if (last - first > MOST_BREAKS) continue
      for (let place = least; place <= most; place++) {
        const alike = week.rankOf(place)
        let offset = alike + (signed[4 * first + 2] as number)
        for (let at = 4 * first; at < 4 * last; at += 4) {
          offset = Math.max(Math.min(offset, signed[at] as number), alike + (signed[at + 1] as number))
        }
        if (offset !== offsets[place])
          t.fail(`seed ${seed}, ${place} of ${least} to ${most}: ${offset}, not ${offsets[place]}`)
        inLanes++
      }
    }
  }
  t.ok(inLanes > 100_000, `${inLanes} places in lanes`)
})

const weeks = [[3], [1, 4], [1, 2, 6], [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]]

const CALENDARS: readonly [name: string, exceptions: PlanException[]][] = [
  ['weeks without exceptions', []],
  ['a day off every second week', every(14, 1, false)],
  ['a week off every month, over its end too', every(30, 7, false)],
  ['days off close together', every(5, 2, false)],
  ['a season off every year', every(365, 100, false)],
  ['Saturdays and Sundays at work now and then', every(90, 2, true, 5)],
  ['weeks off and weekends at work', [...every(35, 9, false), ...every(49, 2, true, 5)]],
]

for (const [name, exceptions] of CALENDARS) {
  t.test(`calendars in lanes give the bits of the readable kernel: ${name}`, async (t) => {
    const calendars = weeks.map((working_days): PlanCalendar => ({ working_days, exceptions }))
    const graph = buildGraph(columnsFromPlan(randomPlan(calendars)))
    // Runs without a risk begin in the middle of a pass, and read dates of before.
    for (const causes of [undefined, { risks: RISKS, drivers: [] }]) {
      const options: SimulationOptions = { runs: 160, seed: 3, taskFinishes: 'all', ...(causes && { causes }) }
      t.equal(lanesFor(prepareSimulation(graph, checkOptions(options, TASKS), tsKernel)), NARROW_LANES)
      const expected = textOf(simulate(graph, options, tsKernel))
      for (const kernel of wasmKernels) {
        const found = textOf(simulate(graph, options, kernel))
        t.equal(found, expected, `${kernel.name} with ${causes?.risks.length ?? 0} risks`)
      }
    }
  })
}

/** Exceptions of so many days in a row, again and again for twenty years. */
function every(days: number, length: number, working: boolean, first = 9): PlanException[] {
  const count = Math.floor(7_300 / days)
  return Array.from({ length: count }, (_, at) => {
    const from = first + at * days
    return { from: dateAt(from), to: dateAt(from + length - 1), working }
  })
}

function dateAt(day: number): string {
  return new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10)
}

/** Tasks of wide estimates, so that the runs of a block lie far apart, each on any calendar behind some of those before it. */
function randomPlan(calendars: PlanCalendar[]) {
  const next = mulberry32(11)
  const below = (count: number): number => Math.floor(next() * count)
  const tasks = Array.from({ length: TASKS }, (_, at) =>
    task(`t${at}`, 3, {
      calendar: `c${below(calendars.length)}`,
      optimistic_duration: 1,
      most_likely_duration: 2 + below(3),
      pessimistic_duration: 6 + below(12),
    }),
  )
  const links = tasks.flatMap((_, at) => {
    const sources = at < 8 ? [] : [at - 1 - below(8), at - 1 - below(8)]
    return [...new Set(sources)].map((source) => {
      const lag = below(3) === 0 ? `${['+', '-'][below(2)]}${below(6)}${['', 'e'][below(2)]}` : ''
      return link(`t${source} ${LINK_TYPES[below(LINK_TYPES.length)]}${lag} t${at}`)
    })
  })
  return buildPlan(tasks, links, {
    calendars: Object.fromEntries(calendars.map((calendar, at) => [`c${at}`, calendar])),
  })
}

function textOf(result: object): string {
  return JSON.stringify(result, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
}
