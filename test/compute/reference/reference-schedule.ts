// A second engine, written from the rules alone and for reading only: it walks dates one by one, keeps tasks and links
// as objects, spreads links of summaries by plain cross products and orders tasks by repeated search. It shares no code
// with compute/ and knows no table, index or kernel. Only valid plans are given to it.

import type { ScheduleDocument, ScheduledTask } from '../../../compute/model/documents/schedule-document.ts'
import type { Plan, PlanTask } from '../../../compute/plan/plan-document.ts'
import { dateText, dayNumber, SlowCalendar } from './slow-calendar.ts'

interface Link {
  from: Task[]
  /** True when the link waits for the earliest start of several leaves. */
  takesEarliest: boolean
  to: Task
  type: string
  lag: number
  elapsed: boolean
  /** Position in the plan when both ends are leaves. */
  plain: number | null
}

export interface Task {
  input: PlanTask
  calendar: SlowCalendar
  duration: number
  percent: number
  complete: boolean
  es: number
  ef: number
  ls: number
  lf: number
  scheduledStart: number
  total: number
  free: number
  /** Start bounds, finish bounds and caps of the task and the summaries around it, as days. */
  held: Held
}

interface Held {
  startFrom: number[]
  finishFrom: number[]
  startBy: number[]
  finishBy: number[]
  pin: { end: 'start' | 'finish'; day: number; byHand?: true } | null
  late: boolean
}

/** Schedules a valid plan the slow way. */
export function referenceSchedule(plan: Plan): ScheduleDocument {
  const tasks = readTasks(plan)
  const links = readLinks(plan, tasks)
  const order = sortTopologically([...tasks.values()], links)
  const start = dayNumber(plan.start_date)
  const status = plan.status_date == null ? null : dayNumber(plan.status_date)
  for (const task of order) placeEarly(task, links, start, status)
  const finish = Math.max(...order.map((task) => task.ef))
  for (const task of [...order].reverse()) placeLate(task, links, finish)
  for (const task of [...order].reverse()) if (task.held.late) standLate(task, links)
  for (const task of order) task.total = totalFloat(task)
  const driving = new Set<number>()
  for (const task of order) task.free = freeFloat(task, links, driving)
  for (const task of order) task.scheduledStart = spanStart(task)
  return {
    format: 'svc-schedule/1',
    project_start: dateText(Math.min(...order.map((task) => task.es))),
    project_finish: dateText(finish),
    critical_path: criticalPath(order, links),
    tasks: plan.tasks.map((task) => present(task.id, leavesOf(plan, tasks, task.id), tasks.has(task.id))),
    driving: presentDriving(plan, driving),
  }
}

export function readTasks(plan: Plan): Map<string, Task> {
  const parents = new Set(plan.tasks.map((task) => task.parent).filter((parent) => parent != null))
  const project = new SlowCalendar(plan.calendar ?? {})
  const tasks = new Map<string, Task>()
  for (const input of plan.tasks) {
    if (parents.has(input.id)) continue
    const own = input.calendar == null ? undefined : plan.calendars?.[input.calendar]
    const percent = input.percent_complete ?? 0
    tasks.set(input.id, {
      input,
      calendar: own === undefined ? project : new SlowCalendar(own),
      duration: input.is_milestone ? 0 : input.duration,
      percent,
      complete: input.actual_finish != null || percent >= 100,
      es: 0,
      ef: 0,
      ls: 0,
      lf: 0,
      scheduledStart: 0,
      total: 0,
      free: 0,
      held: { startFrom: [], finishFrom: [], startBy: [], finishBy: [], pin: null, late: false },
    })
  }
  for (const task of tasks.values()) task.held = readHeld(plan, task)
  return tasks
}

/** Reads what holds a task; a summary speaks for everything inside it. */
function readHeld(plan: Plan, task: Task): Held {
  const c = task.calendar
  const held: Held = { startFrom: [], finishFrom: [], startBy: [], finishBy: [], pin: null, late: false }
  const isPlaced = !task.complete || (task.input.actual_start == null && task.input.actual_finish == null)
  const hasBegun = task.percent > 0 || task.input.actual_start != null
  let at: PlanTask | undefined = task.input
  while (at !== undefined) {
    const { constraint_type: kind, constraint_date, deadline } = at
    const day = constraint_date == null ? 0 : dayNumber(constraint_date)
    if (kind === 'SNET' && isPlaced) held.startFrom.push(c.next(day))
    if (kind === 'FNLT' && !task.complete) held.finishBy.push(c.prev(day))
    if (deadline != null && !task.complete) held.finishBy.push(c.prev(dayNumber(deadline)))
    if (at === task.input && !task.complete) {
      if (kind === 'FNET') held.finishFrom.push(c.next(day))
      if (kind === 'MFO') held.pin = { end: 'finish', day: c.prev(day) }
      if (kind === 'MSO' && !hasBegun) held.pin = { end: 'start', day: c.next(day) }
      if (kind === 'MANUAL' && !hasBegun) held.pin = { end: 'start', day: c.next(day), byHand: true }
      if (kind === 'SNLT' && !hasBegun) held.startBy.push(c.prev(day))
      if (kind === 'ALAP' && !hasBegun) held.late = true
    }
    const parent: string | null | undefined = at.parent
    at = plan.tasks.find((other) => other.id === parent)
  }
  return held
}

function leavesOf(plan: Plan, tasks: Map<string, Task>, id: string): Task[] {
  const own = tasks.get(id)
  if (own !== undefined) return [own]
  return plan.tasks.filter((task) => task.parent === id).flatMap((child) => leavesOf(plan, tasks, child.id))
}

export function readLinks(plan: Plan, tasks: Map<string, Task>): Link[] {
  return (plan.dependencies ?? []).flatMap((dependency, index): Link[] => {
    const sources = leavesOf(plan, tasks, dependency.predecessor)
    const targets = leavesOf(plan, tasks, dependency.successor)
    const type = dependency.dep_type ?? 'FS'
    const isPlain = tasks.has(dependency.predecessor) && tasks.has(dependency.successor)
    const common = {
      type,
      lag: dependency.lag ?? 0,
      elapsed: dependency.lag_unit === 'elapsed',
      plain: isPlain ? index : null,
    }
    const takesEarliest = !tasks.has(dependency.predecessor) && (type === 'SS' || type === 'SF')
    if (takesEarliest) return targets.map((to) => atMoments({ ...common, from: sources, takesEarliest, to }))
    return targets.flatMap((to) =>
      sources.filter((from) => from !== to).map((from) => atMoments({ ...common, from: [from], takesEarliest, to })),
    )
  })
}

/**
 * A milestone at the start of a day has no later end, one at the end of a day no earlier one. A link from a start to a
 * finish then leaves a day between them: the end of a day is where the next one starts.
 */
function atMoments(link: Link): Link {
  let [end, other] = [link.type[0], link.type[1]]
  const [only] = link.from
  const before = link.takesEarliest ? null : momentOf(only)
  if (before !== null) end = before === 'start_of_day' ? 'S' : 'F'
  const after = momentOf(link.to)
  if (after !== null) other = after === 'start_of_day' ? 'S' : 'F'
  const type = `${end}${other}`
  if (type !== 'SF' || link.type === 'SF') return { ...link, type }
  return { ...link, type, lag: link.lag - 1, elapsed: link.elapsed && link.lag !== 0 }
}

function momentOf(task: Task | undefined): string | null {
  return task === undefined || task.duration > 0 ? null : (task.input.milestone_at ?? null)
}

export function sortTopologically(tasks: Task[], links: Link[]): Task[] {
  const order: Task[] = []
  const left = new Set(tasks)
  while (left.size > 0) {
    const ready = [...left].find(
      (task) => !links.some((link) => link.to === task && link.from.some((from) => left.has(from))),
    )
    if (ready === undefined) throw new Error('cycle')
    order.push(ready)
    left.delete(ready)
  }
  return order
}

/** The leaf a link starts from: of a summary's the earliest to start, of those that start together the least id. */
function sourceOf(link: Link): Task {
  return link.from.reduce((best, task) =>
    task.es < best.es || (task.es === best.es && task.input.id < best.input.id) ? task : best,
  )
}

function placeEarly(task: Task, links: Link[], start: number, status: number | null): void {
  const c = task.calendar
  const { actual_start, actual_finish, planned_start } = task.input
  const actualStart = actual_start == null ? null : dayNumber(actual_start)
  const actualFinish = actual_finish == null ? null : dayNumber(actual_finish)
  if (task.complete && actualFinish !== null) {
    task.es = actualStart ?? c.start(actualFinish, task.duration)
    task.ef = actualFinish
    return
  }
  if (task.complete && actualStart !== null) {
    task.es = actualStart
    task.ef = c.finish(actualStart, task.duration)
    return
  }
  if (task.held.pin !== null) {
    const { end, day } = task.held.pin
    task.es = end === 'start' ? day : c.start(day, layoutDays(task))
    task.ef = end === 'start' ? c.finish(day, layoutDays(task)) : day
    if (actualStart !== null && actualStart > task.es) {
      task.es = actualStart
      task.ef = c.finish(actualStart, layoutDays(task))
    }
    return
  }
  const starts = [c.next(start), ...task.held.startFrom]
  if (!task.complete && status !== null) starts.push(c.next(status))
  if (planned_start != null) starts.push(c.next(dayNumber(planned_start)))
  if (!task.complete && actualStart !== null) starts.push(actualStart)
  const finishes = [...task.held.finishFrom]
  for (const link of links) {
    if (link.to !== task) continue
    const source = sourceOf(link)
    const raw = link.type === 'FS' ? source.ef + 1 : link.type === 'FF' ? source.ef : source.es
    const bound = link.elapsed ? c.next(raw + link.lag) : c.shift(c.next(raw), link.lag)
    if (link.type === 'FS' || link.type === 'SS') starts.push(bound)
    else finishes.push(bound)
  }
  const days = layoutDays(task)
  const earliest = Math.max(...starts)
  task.es = earliest
  task.ef = c.finish(task.es, days)
  const pull = Math.max(...finishes)
  if (pull > task.ef) {
    task.es = Math.max(c.start(pull, days), earliest)
    task.ef = Math.max(c.finish(task.es, days), pull)
  }
}

function layoutDays(task: Task): number {
  if (task.complete || task.percent <= 0) return task.duration
  return Math.max(0, task.duration - Math.trunc((task.duration * Math.min(task.percent, 100)) / 100))
}

/** The latest day the source of a link may finish or start for the successor to keep `day`. */
function inverse(link: Link, source: Task, day: number): number {
  const back = link.type === 'FS' ? 1 : 0
  if (link.elapsed) return source.calendar.prev(day - back - link.lag)
  const s = link.to.calendar
  const shifted = link.lag === 0 ? day : s.shift(s.prev(day), -link.lag)
  return source.calendar.prev(shifted - back)
}

function placeLate(task: Task, links: Link[], finish: number): void {
  if (task.complete) {
    task.ls = task.es
    task.lf = task.ef
    return
  }
  const c = task.calendar
  if (task.held.pin !== null && !task.held.pin.byHand) {
    const { end, day } = task.held.pin
    task.ls = end === 'start' ? day : c.start(day, layoutDays(task))
    task.lf = end === 'start' ? c.finish(day, layoutDays(task)) : day
    return
  }
  const finishes = [c.prev(finish), ...task.held.finishBy]
  const starts = [...task.held.startBy]
  for (const link of links) {
    if (link.to.complete || !link.from.includes(task) || sourceOf(link) !== task) continue
    const bound = inverse(link, task, link.type === 'FS' || link.type === 'SS' ? link.to.ls : link.to.lf)
    if (link.type === 'FS' || link.type === 'FF') finishes.push(bound)
    else starts.push(bound)
  }
  const days = layoutDays(task)
  const latest = Math.min(...finishes)
  task.lf = latest
  task.ls = c.start(latest, days)
  const pull = Math.min(...starts)
  if (pull < task.ls) {
    task.ls = pull
    task.lf = Math.min(c.finish(pull, days), latest)
  }
}

/** Moves a task up to the early dates of what follows it, and no later than its own late dates. */
function standLate(task: Task, links: Link[]): void {
  // A leaf that speaks for the start of its summary stays.
  if (links.some((link) => link.takesEarliest && sourceOf(link) === task)) return
  const c = task.calendar
  const finishes = [task.lf]
  const starts = [task.ls]
  for (const link of links) {
    const { actual_start, actual_finish } = link.to.input
    const isRecorded = link.to.complete && (actual_start != null || actual_finish != null)
    if (isRecorded || !link.from.includes(task) || sourceOf(link) !== task) continue
    const bound = inverse(link, task, link.type === 'FS' || link.type === 'SS' ? link.to.es : link.to.ef)
    if (link.type === 'FS' || link.type === 'FF') finishes.push(bound)
    else starts.push(bound)
  }
  const days = layoutDays(task)
  let finish = Math.min(...finishes)
  let start = c.start(finish, days)
  if (Math.min(...starts) < start) {
    start = Math.min(...starts)
    finish = Math.min(c.finish(start, days), finish)
  }
  if (start <= task.es) return
  task.es = start
  task.ef = finish
}

/** Below zero when the late start comes first; a start on a day off is then that of the working day before. */
function totalFloat(task: Task): number {
  const c = task.calendar
  if (task.complete || task.ls >= task.es) return c.count(task.es, task.ls)
  return 0 - c.count(task.ls, c.prev(task.es))
}

function freeFloat(task: Task, links: Link[], driving: Set<number>): number {
  let least = Math.max(0, task.total)
  for (const link of links) {
    if (link.to.complete || !link.from.includes(task) || sourceOf(link) !== task) continue
    const latest = inverse(link, task, link.type === 'FS' || link.type === 'SS' ? link.to.es : link.to.ef)
    const from = link.type === 'FS' || link.type === 'FF' ? task.ef : task.es
    const float = task.calendar.count(from, latest)
    if (float === 0 && link.plain !== null && link.to.held.pin === null) driving.add(link.plain)
    least = Math.min(least, float)
  }
  return least
}

function spanStart(task: Task): number {
  if (task.complete || task.percent <= 0) return task.es
  const { actual_start } = task.input
  return actual_start != null ? dayNumber(actual_start) : task.calendar.start(task.ef, task.duration)
}

function criticalPath(order: Task[], links: Link[]): string[] {
  const left = new Set(order)
  const path: string[] = []
  while (left.size > 0) {
    const ready = [...left].filter(
      (task) => !links.some((link) => link.to === task && link.from.some((from) => left.has(from))),
    )
    ready.sort((a, b) => a.es - b.es || (a.input.id < b.input.id ? -1 : 1))
    const task = ready[0] as Task
    left.delete(task)
    if (task.total <= 0 && !task.complete) path.push(task.input.id)
  }
  return path
}

function present(id: string, leaves: Task[], isLeaf: boolean): ScheduledTask {
  return {
    id,
    early_start: dateText(Math.min(...leaves.map((task) => task.es))),
    early_finish: dateText(Math.max(...leaves.map((task) => task.ef))),
    late_start: dateText(Math.min(...leaves.map((task) => task.ls))),
    late_finish: dateText(Math.max(...leaves.map((task) => task.lf))),
    scheduled_start: dateText(Math.min(...leaves.map((task) => task.scheduledStart))),
    total_float: Math.min(...leaves.map((task) => task.total)),
    free_float: isLeaf ? Math.min(...leaves.map((task) => task.free)) : 0,
    is_critical: leaves.some((task) => task.total <= 0 && !task.complete),
  }
}

function presentDriving(plan: Plan, driving: Set<number>): ScheduleDocument['driving'] {
  const rows = new Map<string, ScheduleDocument['driving'][number]>()
  for (const index of driving) {
    const link = plan.dependencies?.[index]
    if (link === undefined) continue
    const row = { predecessor: link.predecessor, successor: link.successor, dep_type: link.dep_type ?? ('FS' as const) }
    rows.set(JSON.stringify([row.predecessor, row.successor, row.dep_type]), row)
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
