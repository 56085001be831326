import fc from 'fast-check'
import t from 'tap'
import type { Contribution } from '../../../compute/explain/contribution.ts'
import { predecessorBounds, successorBounds } from '../../../compute/explain/link-bounds.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { caseCount, FULL_SHAPE } from '../reference/random-plan.ts'
import { readLinks, readTasks, referenceSchedule, type Task } from '../reference/reference-schedule.ts'
import { dayNumber } from '../reference/slow-calendar.ts'
import { datedPlan } from './dated-plan.ts'
import { factsOf } from './explain-plan.ts'

type Link = ReturnType<typeof readLinks>[number]

/** The leaves of a plan with the dates the slow engine gives them. */
function slowTasks(plan: Plan): Map<string, Task> {
  const tasks = readTasks(plan)
  for (const row of referenceSchedule(plan).tasks) {
    const task = tasks.get(row.id)
    if (task === undefined) continue
    task.es = dayNumber(row.early_start)
    task.ef = dayNumber(row.early_finish)
    task.ls = dayNumber(row.late_start)
    task.lf = dayNumber(row.late_finish)
  }
  return tasks
}

/** Per link of the plan the pairs of leaves it stands for. */
function pairsOf(plan: Plan, tasks: Map<string, Task>): Link[][] {
  return (plan.dependencies ?? []).map((link) => readLinks({ ...plan, dependencies: [link] }, tasks))
}

function firstOf(link: Link): Task {
  return link.from.reduce((best, task) =>
    task.es < best.es || (task.es === best.es && task.input.id < best.input.id) ? task : best,
  )
}

function slowForward(link: Link): number {
  const source = firstOf(link)
  const c = link.to.calendar
  const day = link.type === 'FS' ? source.ef + 1 : link.type === 'FF' ? source.ef : source.es
  return link.elapsed ? c.next(day + link.lag) : c.shift(c.next(day), link.lag)
}

function slowBackward(link: Link, source: Task, day: number): number {
  const back = link.type === 'FS' ? 1 : 0
  if (link.elapsed) return source.calendar.prev(day - back - link.lag)
  const s = link.to.calendar
  return source.calendar.prev((link.lag === 0 ? day : s.shift(s.prev(day), -link.lag)) - back)
}

/** Link and imposed day of every bound, as text, in the order of the links. */
function shown(bounds: readonly (readonly [link: number, day: number])[]): string {
  return JSON.stringify([...bounds].sort((left, right) => left[0] - right[0]))
}

function found(bounds: readonly Contribution[]): string {
  return shown(bounds.map((bound) => [bound.link, bound.imposedDay] as const))
}

function check(what: string, plan: Plan, actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} for ${expected} in ${JSON.stringify(plan)}`)
}

t.test('what links ask of early dates is the latest bound of the pairs they stand for', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), (plan) => {
      const facts = factsOf(plan)
      const tasks = slowTasks(plan)
      const pairs = pairsOf(plan, tasks)
      plan.tasks.forEach(({ id }, index) => {
        const task = tasks.get(id)
        if (task === undefined) return
        const expected = pairs.flatMap((links, link) => {
          const days = links.filter((each) => each.to === task).map(slowForward)
          return days.length === 0 ? [] : [[link, Math.max(...days)] as const]
        })
        const bounds = [...predecessorBounds(facts, index, 'start'), ...predecessorBounds(facts, index, 'finish')]
        check(id, plan, found(bounds), shown(expected))
      })
    }),
    { numRuns: caseCount(500), seed: 21 },
  )
  t.pass()
})

t.test('what links ask of late dates, or leave free, is the earliest bound of the pairs they stand for', async (t) => {
  fc.assert(
    fc.property(datedPlan(FULL_SHAPE), fc.constantFrom('late' as const, 'early' as const), (plan, side) => {
      const facts = factsOf(plan)
      const tasks = slowTasks(plan)
      const pairs = pairsOf(plan, tasks)
      plan.tasks.forEach(({ id }, index) => {
        const task = tasks.get(id)
        if (task === undefined || task.complete) return
        const expected = pairs.flatMap((links, link) => {
          const days = links
            .filter((each) => !each.to.complete && each.from.includes(task) && firstOf(each) === task)
            .map((each) => {
              const isToStart = each.type === 'FS' || each.type === 'SS'
              const start = side === 'late' ? each.to.ls : each.to.es
              const finish = side === 'late' ? each.to.lf : each.to.ef
              return slowBackward(each, task, isToStart ? start : finish)
            })
          return days.length === 0 ? [] : [[link, Math.min(...days)] as const]
        })
        check(`${id} ${side}`, plan, found(successorBounds(facts, index, side)), shown(expected))
      })
    }),
    { numRuns: caseCount(500), seed: 22 },
  )
  t.pass()
})
