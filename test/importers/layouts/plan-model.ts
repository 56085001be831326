// A small neutral plan: what a person has in mind before they draw up a sheet.

import fc from 'fast-check'
import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { LANGUAGES, type LanguageName, PEOPLE } from './layout-words.ts'

export type ModelLink = { from: number; type: 'FS' | 'SS'; lagDays: number }
export type ModelTask = {
  name: string
  /** Place of the task that it lies in, among all tasks. */
  parent: number | null
  depth: number
  isSummary: boolean
  isMilestone: boolean
  /** Days since 1970, both weekdays; of a summary those of what it holds. */
  start: number
  finish: number
  /** Working days, 0 for a milestone. */
  days: number
  percent: number
  people: string[]
  links: ModelLink[]
}
export type PlanModel = { title: string; tasks: ModelTask[] }

export const isWorkday = (day: number) => isoWeekday(day) <= 5
const nextWorkday = (day: number) => day + (isWorkday(day) ? 0 : 8 - isoWeekday(day))

export function addWorkdays(start: number, days: number): number {
  let day = start
  for (let left = days; left > 0; left -= 1) day = nextWorkday(day + 1)
  return day
}

export function countWorkdays(from: number, to: number): number {
  let count = 0
  for (let day = from; day <= to; day += 1) if (isWorkday(day)) count += 1
  return count
}

const row = fc.record({
  depth: fc.nat(2),
  days: fc.integer({ min: 1, max: 15 }),
  gap: fc.nat(6),
  isMilestone: fc.integer({ min: 0, max: 7 }).map((draw) => draw === 7),
  percent: fc.constantFrom(0, 0, 25, 50, 100),
  people: fc.subarray(PEOPLE, { maxLength: 2 }),
  links: fc.array(fc.record({ back: fc.integer({ min: 1, max: 4 }), kind: fc.nat(5) }), { maxLength: 2 }),
})

export type PlanDraw = {
  rows: (typeof row extends fc.Arbitrary<infer Row> ? Row : never)[]
  firstDay: number
  names: number
}

/** Weekdays from January 2025 to December 2026. */
export const planDraw: fc.Arbitrary<PlanDraw> = fc.record({
  rows: fc.array(row, { minLength: 5, maxLength: 20 }),
  firstDay: fc.integer({ min: 20_090, max: 20_760 }),
  names: fc.nat(48),
})

/** The plan of a draw, with at most so many levels of summaries. */
export function buildModel(draw: PlanDraw, depthMost: number, language: LanguageName, hasRoot = false): PlanModel {
  const { verbs, things, phases, project } = LANGUAGES[language]
  const tasks: ModelTask[] = []
  const open: number[] = []
  let phaseCount = 0
  let day = nextWorkday(draw.firstDay)
  const push = (task: Partial<ModelTask> & { name: string; depth: number }) => {
    tasks.push({
      parent: open.at(-1) ?? null,
      isSummary: false,
      isMilestone: false,
      start: day,
      finish: day,
      days: 1,
      percent: 0,
      people: [],
      links: [],
      ...task,
    })
    return tasks.length - 1
  }
  let sinceHead = 0
  let last = { start: day, finish: day }
  for (const [index, drawn] of draw.rows.entries()) {
    // Every fifth row or so begins a phase; what it holds has at least two tasks.
    const isFirst = index === 0
    if (
      depthMost > 0 &&
      (isFirst || (sinceHead >= 2 && drawn.depth === 0 && index < draw.rows.length - 1)) &&
      phaseCount < 6
    ) {
      open.length = 0
      open.push(push({ name: phases[phaseCount] ?? '', depth: 0, isSummary: true }))
      phaseCount += 1
      sinceHead = 0
    } else if (depthMost > 1 && sinceHead >= 2 && drawn.depth === 2 && index < draw.rows.length - 1) {
      open.length = 1
      const place = (draw.names + index) % 49
      open.push(
        push({ name: `${things[place % 7]} ${String.fromCharCode(64 + tasks.length)}`, depth: 1, isSummary: true }),
      )
      sinceHead = 0
    }
    const place = (draw.names + index * 8) % 49
    // Most tasks follow the one before, some begin with it, some later.
    if (!isFirst) day = nextWorkday(drawn.gap === 4 ? last.start : last.finish + (drawn.gap > 4 ? drawn.gap : 1))
    const days = drawn.isMilestone ? 0 : drawn.days
    const at = push({
      name: `${verbs[Math.floor(place / 7)]} ${things[place % 7]}`,
      depth: open.length,
      isMilestone: drawn.isMilestone,
      start: day,
      finish: addWorkdays(day, Math.max(0, days - 1)),
      days,
      percent: drawn.isMilestone ? 0 : drawn.percent,
      people: drawn.people,
    })
    sinceHead += 1
    last = tasks[at] as ModelTask
    for (const { back, kind } of drawn.links) {
      const leaves = tasks.map((task, own) => ({ task, own })).filter(({ task, own }) => !task.isSummary && own < at)
      const from = leaves.at(-back)?.own
      const own = tasks[at]
      if (from === undefined || own === undefined || own.links.some((link) => link.from === from)) continue
      const link: ModelLink = { from, type: kind === 4 ? 'SS' : 'FS', lagDays: kind === 5 ? 2 : 0 }
      if (keepsDates(tasks[from] as ModelTask, own, link)) own.links.push(link)
    }
  }
  for (const [index, task] of tasks.entries()) {
    if (!task.isSummary) continue
    const inside = tasks.filter((other, own) => own > index && !other.isSummary && liesIn(tasks, own, index))
    task.start = Math.min(...inside.map(({ start }) => start))
    task.finish = Math.max(...inside.map(({ finish }) => finish))
    task.days = countWorkdays(task.start, task.finish)
  }
  const title = `${project} Northgate`
  if (!hasRoot) return { title, tasks }
  const start = Math.min(...tasks.map((task) => task.start))
  const finish = Math.max(...tasks.map((task) => task.finish))
  const root = {
    ...(tasks[0] as ModelTask),
    name: 'Northgate extension',
    parent: null,
    depth: 0,
    isSummary: true,
    isMilestone: false,
  }
  const below = tasks.map((task) => ({
    ...task,
    depth: task.depth + 1,
    parent: task.parent === null ? 0 : task.parent + 1,
    links: task.links.map((link) => ({ ...link, from: link.from + 1 })),
  }))
  return {
    title,
    tasks: [
      { ...root, start, finish, days: countWorkdays(start, finish), percent: 0, people: [], links: [] },
      ...below,
    ],
  }
}

/** Whether the dates of a plan are those that a link asks for. */
function keepsDates(from: ModelTask, to: ModelTask, { type, lagDays }: ModelLink): boolean {
  return type === 'SS' ? from.start <= to.start : addWorkdays(from.finish, lagDays) < to.start
}

export function liesIn(tasks: readonly ModelTask[], own: number, holder: number): boolean {
  for (let at = tasks[own]?.parent ?? null; at !== null; at = tasks[at]?.parent ?? null) if (at === holder) return true
  return false
}
