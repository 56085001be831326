// The slow engine's simulation of given durations: one run at a time, one task at a time, dates looked up one by one.

import type { Plan } from '../../../compute/plan/plan-document.ts'
import { readLinks, readTasks, referenceSchedule, sortTopologically, type Task } from './reference-schedule.ts'
import { dayNumber, type SlowCalendar } from './slow-calendar.ts'

/** Working days of a calendar numbered from the project start. */
class Axis {
  readonly calendar: { works(day: number): boolean }
  readonly start: number
  readonly days: number[] = []
  #next: number

  constructor(calendar: { works(day: number): boolean }, start: number) {
    this.calendar = calendar
    this.start = start
    this.#next = start
  }

  day(offset: number): number {
    while (this.days.length <= offset) {
      if (this.calendar.works(this.#next)) this.days.push(this.#next)
      this.#next++
    }
    return this.days[Math.max(0, offset)] as number
  }

  off(day: number): number {
    let offset = 0
    for (let at = this.start; at < day; at++) if (this.calendar.works(at)) offset++
    return offset
  }
}

function round(value: number): number {
  const below = Math.floor(value)
  if (value - below === 0.5) return below % 2 === 0 ? below : below + 1
  return Math.round(value)
}

export interface ReferenceReplay {
  completions: number[]
  p50: number
  p80: number
  p95: number
}

/** Replays a matrix of sampled durations; `days` maps task ids to one duration a run. */
export function referenceReplay(plan: Plan, days: Map<string, number[]>, runs: number): ReferenceReplay {
  const start = dayNumber(plan.start_date)
  const tasks = readTasks(plan)
  const links = readLinks(plan, tasks)
  const order = sortTopologically([...tasks.values()], links)
  const document = referenceSchedule(plan)
  const dates = new Map(
    document.tasks.map((row) => [row.id, { es: dayNumber(row.early_start), ef: dayNumber(row.early_finish) }]),
  )
  const axes = new Map<SlowCalendar, Axis>()
  const axisOf = (task: Task): Axis => {
    const key = [...axes.keys()].find((known) => same(known, task.calendar)) ?? task.calendar
    const axis = axes.get(key) ?? new Axis(key, start)
    axes.set(key, axis)
    return axis
  }
  for (const task of order) axisOf(task)
  const union = new Axis({ works: (day) => [...axes.keys()].some((calendar) => calendar.works(day)) }, start)
  const completions: number[] = []
  for (let run = 0; run < runs; run++) completions.push(oneRun(run))
  const sorted = [...completions].sort((a, b) => a - b)
  const lastDone = Math.max(...order.filter((task) => task.complete).map((task) => dates.get(task.input.id)?.ef ?? 0))
  const isAllDone = order.every((task) => task.complete)
  const toDay = (offset: number): number =>
    isAllDone ? lastDone : Math.max(union.day(Math.max(0, round(offset) - 1)), lastDone)
  return {
    completions,
    p50: toDay(typeSeven(sorted, 0.5)),
    p80: toDay(typeSeven(sorted, 0.8)),
    p95: toDay(typeSeven(sorted, 0.95)),
  }

  function oneRun(run: number): number {
    const es = new Map<Task, number>()
    const ef = new Map<Task, number>()
    let completion = 0
    for (const task of order) {
      const axis = axisOf(task)
      const own = dates.get(task.input.id) as { es: number; ef: number }
      if (task.complete) {
        const finish = axis.off(task.calendar.prev(own.ef)) + 1
        ef.set(task, finish)
        es.set(task, Math.min(axis.off(task.calendar.next(own.es)), finish))
      } else place(task, run, es, ef)
      completion = Math.max(completion, toUnion(axis, ef.get(task) as number))
    }
    return completion
  }

  function place(task: Task, run: number, es: Map<Task, number>, ef: Map<Task, number>): void {
    const axis = axisOf(task)
    const starts = [0]
    for (const text of [task.input.planned_start, plan.status_date, task.input.actual_start]) {
      if (text != null && dayNumber(text) > start) starts.push(axis.off(dayNumber(text)))
    }
    for (const day of task.held.startFrom) starts.push(axis.off(day))
    const finishes = task.held.finishFrom.map((day) => axis.off(day) + 1)
    const { pin } = task.held
    if (pin !== null) {
      // Nothing but the pin, and a start recorded after it.
      const recorded = task.input.actual_start == null ? 0 : axis.off(dayNumber(task.input.actual_start))
      starts.splice(0, starts.length, pin.end === 'start' ? axis.off(pin.day) : recorded)
      if (pin.end === 'finish') finishes.push(axis.off(pin.day) + 1)
    }
    for (const link of links) {
      if (link.to !== task || pin !== null) continue
      const bounds = speakersOf(link.from, es).map((source) => bound(link, source, task, es, ef))
      const value = Math.min(...bounds)
      if (link.type === 'FS' || link.type === 'SS') starts.push(value)
      else finishes.push(value)
    }
    const elapsed = task.percent <= 0 ? 0 : Math.trunc((task.duration * Math.min(task.percent, 100)) / 100)
    const sampled = days.get(task.input.id)?.[run] ?? task.duration
    const length = Math.max(1, sampled - elapsed)
    let startAt = Math.max(...starts)
    const finishAt = Math.max(startAt + length, ...finishes)
    if (finishes.length > 0) startAt = Math.max(startAt, finishAt - length)
    es.set(task, startAt)
    ef.set(task, startAt + length)
  }

  /**
   * Who speaks for the start of a summary: of the leaves that are not done the one that starts first, where they can be compared. It need
   * not make the earliest bound: on another calendar a later start can bind earlier by the fraction of a day that is carried along.
   */
  function speakersOf(leaves: readonly Task[], es: Map<Task, number>): Task[] {
    const done = leaves.filter((leaf) => leaf.complete)
    const open = leaves.filter((leaf) => !leaf.complete)
    if (new Set(open.map(axisOf)).size > 1) return [...done, ...open]
    return [...done, ...open.sort((a, b) => (es.get(a) as number) - (es.get(b) as number)).slice(0, 1)]
  }

  function bound(
    link: ReturnType<typeof readLinks>[number],
    source: Task,
    task: Task,
    es: Map<Task, number>,
    ef: Map<Task, number>,
  ): number {
    const toFinish = link.type === 'FF' || link.type === 'SF' ? 1 : 0
    const fromFinish = link.type === 'FS' || link.type === 'FF'
    const axis = axisOf(task)
    if (source.complete) {
      const own = dates.get(source.input.id) as { es: number; ef: number }
      const raw = (fromFinish ? own.ef : own.es) + (link.type === 'FS' ? 1 : 0)
      const c = task.calendar
      const day = link.elapsed ? c.next(raw + link.lag) : c.shift(c.next(raw), link.lag)
      return axis.off(day) + toFinish
    }
    const a = (fromFinish ? ef : es).get(source) as number
    const isOne = axisOf(source) === axis
    if (isOne && link.lag === 0 && link.type !== 'SF') return a
    const r = round(a)
    const f = a - r
    if (fromFinish && r === 0) return a
    const day = axisOf(source).day(fromFinish ? r - 1 : r) + (link.type === 'FS' ? 1 : 0)
    if (link.elapsed) return axis.off(day + link.lag) + toFinish + f
    return axis.off(day) + toFinish + link.lag + f
  }

  function toUnion(axis: Axis, finish: number): number {
    const r = round(finish)
    return axes.size === 1 || r <= 0 ? finish : union.off(axis.day(r - 1)) + 1 + (finish - r)
  }
}

function same(left: SlowCalendar, right: SlowCalendar): boolean {
  return JSON.stringify([left.weekdays, left.exceptions]) === JSON.stringify([right.weekdays, right.exceptions])
}

function typeSeven(sorted: number[], share: number): number {
  const rank = (sorted.length - 1) * share
  const low = sorted[Math.floor(rank)] as number
  const high = sorted[Math.ceil(rank)] as number
  // The last bit decides on ties, so the interpolation is that of NumPy, which is the yardstick here.
  const part = rank - Math.floor(rank)
  return part >= 0.5 ? high - (high - low) * (1 - part) : low + (high - low) * part
}
