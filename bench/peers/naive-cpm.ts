/**
 * The critical path as it is usually written: objects, maps, a queue for the order, two passes over lists of links. One
 * calendar, finish-to-start links with lags; the same dates as ours, and nothing of free float, drivers or roll-ups.
 */

export interface NaiveTask {
  readonly id: string
  readonly duration: number
}

export interface NaiveLink {
  readonly predecessor: string
  readonly successor: string
  readonly lag: number
}

export interface NaiveDates {
  earlyStart: number
  earlyFinish: number
  lateStart: number
  lateFinish: number
  totalFloat: number
  isCritical: boolean
}

export function naiveCpm(tasks: readonly NaiveTask[], links: readonly NaiveLink[]): Map<string, NaiveDates> {
  const durations = new Map(tasks.map((task) => [task.id, task.duration]))
  const before = new Map<string, NaiveLink[]>(tasks.map((task) => [task.id, []]))
  const after = new Map<string, NaiveLink[]>(tasks.map((task) => [task.id, []]))
  for (const link of links) {
    before.get(link.successor)?.push(link)
    after.get(link.predecessor)?.push(link)
  }
  const order = orderTasks(tasks, before, after)
  const dates = new Map<string, NaiveDates>()
  let finish = 0
  for (const id of order) {
    const bounds = (before.get(id) ?? []).map((link) => (dates.get(link.predecessor)?.earlyFinish ?? 0) + link.lag)
    const earlyStart = bounds.reduce((most, bound) => Math.max(most, bound), 0)
    const earlyFinish = earlyStart + (durations.get(id) ?? 0)
    finish = Math.max(finish, earlyFinish)
    dates.set(id, { earlyStart, earlyFinish, lateStart: 0, lateFinish: 0, totalFloat: 0, isCritical: false })
  }
  for (const id of order.toReversed()) {
    const own = dates.get(id) as NaiveDates
    const bounds = (after.get(id) ?? []).map((link) => (dates.get(link.successor)?.lateStart ?? finish) - link.lag)
    own.lateFinish = bounds.reduce((least, bound) => Math.min(least, bound), finish)
    own.lateStart = own.lateFinish - (durations.get(id) ?? 0)
    own.totalFloat = own.lateStart - own.earlyStart
    own.isCritical = own.totalFloat <= 0
  }
  return dates
}

function orderTasks(
  tasks: readonly NaiveTask[],
  before: ReadonlyMap<string, readonly NaiveLink[]>,
  after: ReadonlyMap<string, readonly NaiveLink[]>,
): string[] {
  const waiting = new Map(tasks.map((task) => [task.id, before.get(task.id)?.length ?? 0]))
  const queue = tasks.filter((task) => waiting.get(task.id) === 0).map((task) => task.id)
  for (let at = 0; at < queue.length; at++) {
    for (const link of after.get(queue[at] as string) ?? []) {
      const left = (waiting.get(link.successor) ?? 0) - 1
      waiting.set(link.successor, left)
      if (left === 0) queue.push(link.successor)
    }
  }
  return queue
}
