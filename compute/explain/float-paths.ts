// The network taken apart into paths, tightest first. The first path is the driving path of the finish. Every further
// one starts at the task that is nearest to moving a path already listed, follows what drives it, and ends where a listed
// task is met, so that every task stands on exactly one path.

import type { Contribution } from './contribution.ts'
import { predecessorBounds } from './link-bounds.ts'
import { type ScheduleFacts, stateOf } from './schedule-facts.ts'

export interface FloatPath {
  /** Working days the path can slip before it moves the finish: link slacks added up, each on its successor's calendar. */
  floatDays: number
  /** In the order of the work. */
  tasks: number[]
  /** The link from the last task to the path it joins; -1 where it ends on its own. */
  joinLink: number
  /** The listed task it joins; -1 for none. */
  joinTask: number
}

export interface FloatPathOptions {
  /** Paths to this leaf instead of the finish of the plan. */
  to?: number
  /** Leaves out paths with more float. */
  maxFloatDays?: number
  maxPaths?: number
}

interface Candidate {
  task: number
  floatDays: number
  joinLink: number
  joinTask: number
}

/** Paths by float, then by id. A task counts only while it is unfinished: what is done cannot slip. */
export function floatPaths(facts: ScheduleFacts, options: FloatPathOptions = {}): FloatPath[] {
  const { maxFloatDays = Number.POSITIVE_INFINITY, maxPaths = Number.POSITIVE_INFINITY } = options
  const isListed = new Uint8Array(facts.columns.taskCount)
  const heap = new CandidateHeap(facts.columns.idRank)
  for (const end of ends(facts, options.to)) heap.push(end)
  const paths: FloatPath[] = []
  for (let next = heap.pop(); next !== null && paths.length < maxPaths; next = heap.pop()) {
    if (isListed[next.task] === 1) continue
    if (next.floatDays > maxFloatDays) break
    paths.push(follow(facts, next, isListed, heap))
  }
  return paths
}

/** Where paths may end: the task asked for, else every unfinished leaf, by what it lacks to the finish. */
function ends(facts: ScheduleFacts, to: number | undefined): Candidate[] {
  const { columns, result, hierarchy, table } = facts
  const end = (task: number, floatDays: number) => ({ task, floatDays, joinLink: -1, joinTask: -1 })
  if (to !== undefined) return stateOf(facts, to) === 'open' ? [end(to, 0)] : []
  return Array.from(hierarchy.leafOrder)
    .filter((task) => stateOf(facts, task) === 'open')
    .map((task) => {
      const calendar = columns.calendarIndex[task]
      const last = table.previousDay(calendar, result.projectFinishDay)
      return end(task, table.countDays(calendar, result.earlyFinishDay[task], last))
    })
}

/** Walks from a path's last task to its first, and offers what else leads into it as ends of later paths. */
function follow(facts: ScheduleFacts, from: Candidate, isListed: Uint8Array, heap: CandidateHeap): FloatPath {
  const tasks: number[] = []
  for (let task = from.task; task !== -1; ) {
    isListed[task] = 1
    tasks.push(task)
    let driver = -1
    for (const bound of boundsInto(facts, task)) {
      const { source, slackDays, link } = bound
      if (isListed[source] === 1 || stateOf(facts, source) !== 'open') continue
      const isAhead = slackDays === 0 && (driver === -1 || facts.columns.idRank[source] < facts.columns.idRank[driver])
      if (isAhead) driver = source
      heap.push({ task: source, floatDays: from.floatDays + slackDays, joinLink: link, joinTask: task })
    }
    task = driver
  }
  return { floatDays: from.floatDays, tasks: tasks.reverse(), joinLink: from.joinLink, joinTask: from.joinTask }
}

function boundsInto(facts: ScheduleFacts, task: number): Contribution[] {
  return [...predecessorBounds(facts, task, 'start'), ...predecessorBounds(facts, task, 'finish')]
}

/** A binary heap: least float first, then least id, then an end that joins a path before one that stands alone. */
class CandidateHeap {
  readonly #items: Candidate[] = []
  readonly #idRank: Int32Array

  constructor(idRank: Int32Array) {
    this.#idRank = idRank
  }

  push(item: Candidate): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(item, items[parent])) break
      items[at] = items[parent]
      at = parent
    }
    items[at] = item
  }

  pop(): Candidate | null {
    const items = this.#items
    const last = items.pop()
    if (last === undefined) return null
    if (items.length === 0) return last
    const top = items[0]
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#isBefore(items[child + 1], items[child])) child++
      if (!this.#isBefore(items[child], last)) break
      items[at] = items[child]
      at = child
    }
    items[at] = last
    return top
  }

  #isBefore(left: Candidate, right: Candidate): boolean {
    const order =
      left.floatDays - right.floatDays ||
      this.#idRank[left.task] - this.#idRank[right.task] ||
      right.joinLink - left.joinLink
    return order < 0
  }
}
