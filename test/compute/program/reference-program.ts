// The slow engine for programs: every project has its own start and data date, asked for task by task, with no merging of
// one date into another. Early dates only; the rules of late dates know neither floor.

import type { Plan, PlanDependency } from '../../../compute/plan/plan-document.ts'
import { readLinks, readTasks, sortTopologically, type Task } from '../reference/reference-schedule.ts'
import { dayNumber } from '../reference/slow-calendar.ts'

export interface SlowProject {
  key: string
  plan: Plan
}

export type CrossLink = PlanDependency

/** One plan document of all projects, ids and calendars prefixed; its start and data date mean nothing. */
export function joinPlans(projects: SlowProject[], links: CrossLink[]): Plan {
  return {
    format: 'svc-plan/1',
    start_date: projects[0]?.plan.start_date ?? '',
    calendars: Object.fromEntries(
      projects.flatMap(({ key, plan }) => [
        [key, plan.calendar ?? {}],
        ...Object.entries(plan.calendars ?? {}).map(([name, calendar]) => [`${key}/${name}`, calendar]),
      ]),
    ),
    tasks: projects.flatMap(({ key, plan }) =>
      plan.tasks.map((task) => ({
        ...task,
        id: `${key}/${task.id}`,
        parent: task.parent == null ? null : `${key}/${task.parent}`,
        calendar: task.calendar != null && plan.calendars?.[task.calendar] ? `${key}/${task.calendar}` : key,
      })),
    ),
    dependencies: [
      ...projects.flatMap(({ key, plan }) =>
        (plan.dependencies ?? []).map((link) => ({
          ...link,
          predecessor: `${key}/${link.predecessor}`,
          successor: `${key}/${link.successor}`,
        })),
      ),
      ...links,
    ],
  }
}

/** Early start and finish of every leaf by its prefixed id. */
export function slowEarlyDates(projects: SlowProject[], links: CrossLink[]): Map<string, [number, number]> {
  const joined = joinPlans(projects, links)
  const tasks = readTasks(joined)
  const joinedLinks = readLinks(joined, tasks)
  const floors = new Map(projects.map(({ key, plan }) => [key, plan]))
  for (const task of sortTopologically([...tasks.values()], joinedLinks)) {
    const own = floors.get(task.input.id.split('/')[0] ?? '') as Plan
    const status = own.status_date == null ? null : dayNumber(own.status_date)
    place(task, joinedLinks, dayNumber(own.start_date), status)
  }
  return new Map([...tasks].map(([id, task]) => [id, [task.es, task.ef]]))
}

function place(task: Task, links: ReturnType<typeof readLinks>, start: number, status: number | null): void {
  const c = task.calendar
  const day = (text: string | null | undefined) => (text == null ? null : dayNumber(text))
  const [actualStart, actualFinish, planned] = [
    day(task.input.actual_start),
    day(task.input.actual_finish),
    day(task.input.planned_start),
  ]
  if (task.complete && (actualStart !== null || actualFinish !== null)) {
    task.es = actualStart ?? c.start(actualFinish as number, task.duration)
    task.ef = actualFinish ?? c.finish(task.es, task.duration)
    return
  }
  const starts = [c.next(start)]
  if (planned !== null) starts.push(c.next(planned))
  if (!task.complete && status !== null) starts.push(c.next(status))
  if (!task.complete && actualStart !== null) starts.push(actualStart)
  const finishes: number[] = []
  for (const link of links.filter((each) => each.to === task)) {
    const dates = link.from.map((from) => (link.type === 'FS' || link.type === 'FF' ? from.ef : from.es))
    const date = Math.min(...dates) + (link.type === 'FS' ? 1 : 0)
    const bound = link.elapsed ? c.next(date + link.lag) : c.shift(c.next(date), link.lag)
    if (link.type === 'FS' || link.type === 'SS') starts.push(bound)
    else finishes.push(bound)
  }
  const percent = Math.min(100, Math.max(0, task.percent))
  const days = task.complete ? task.duration : task.duration - Math.trunc((task.duration * percent) / 100)
  const earliest = Math.max(...starts)
  task.es = earliest
  task.ef = c.finish(earliest, days)
  const pull = Math.max(...finishes)
  if (pull <= task.ef) return
  task.es = Math.max(c.start(pull, days), earliest)
  task.ef = Math.max(c.finish(task.es, days), pull)
}
