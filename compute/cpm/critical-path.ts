// Critical tasks in the topological order of the whole network keyed by early start and id: of all nodes whose
// predecessors are listed, the one with the least key comes next. Nearly every link leads to a greater key, and where all
// do, sorting by key is the answer. A link that falls makes its successor wait; such nodes, and those that wait for them
// in turn, are listed when the greatest key they wait for is.
//
// What is gone through for every task is a function of rows and numbers. The engine throws compiled code away with the last
// object whose shape it relies on, and rows are of a shape that stays.

import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { SortMarked } from './kernels/cpm-kernel.ts'
import { type NodeKeys, orderDelayed } from './order-delayed.ts'
import { listSuccessors, type NodeLinks } from './successors.ts'

/** Edges that may lead to a lesser key, as pairs of source and target. */
export type SuspectEdges = Int32Array

/** What ordering needs beside the dates, kept from run to run of a graph that stays. */
const orders = new WeakMap<ScheduleGraph, PathOrder>()
const BEFORE_ALL = -(2 ** 52)
const NONE = new Int32Array(0)
/** So many critical tasks are sought one by one and sorted by comparing. */
const FEW_TASKS = 1024
/** So many are copied one by one. */
const FEW_COPIED = 16

/**
 * Lists the critical tasks, in shared memory where the dates are. `startDay` and `isCritical` are per task. No edge but the suspects
 * may fall; those that do not are no harm.
 */
export function orderCriticalPath(
  graph: ScheduleGraph,
  startDay: Int32Array,
  isCritical: Uint8Array,
  suspects: SuspectEdges,
  sortMarked: SortMarked,
): Int32Array {
  let order = orders.get(graph)
  if (order === undefined) {
    order = new PathOrder(graph)
    orders.set(graph, order)
  }
  return order.list(startDay, isCritical, suspects, sortMarked)
}

class PathOrder {
  readonly #graph: ScheduleGraph
  readonly #keys: Keys
  readonly #taskOfRank: Int32Array
  /** Null until many leaves are critical. */
  #leafOfRank: Int32Array | null = null
  /** 1 for summaries always, and for critical tasks that wait while the others are listed. */
  readonly #isPassedOver: Uint8Array
  /** Greatest key a node waits for; only of nodes that wait. */
  readonly #awaited: Float64Array
  /** A bit a node that has begun to wait and has not been asked for its successors. */
  readonly #queue: Int32Array
  readonly #slotOf: Int32Array
  #suspects: SuspectEdges = NONE
  /** The suspects as `laySuspects` has them, and room for those that fall. */
  #falls: Int32Array = NONE
  #falling: Int32Array = NONE
  readonly #listed = new Int32Array(FEW_TASKS)
  readonly #sorted = new Int32Array(FEW_TASKS)
  #wereMany = false
  /** Null until a node waits. */
  #successors: NodeLinks | null = null

  constructor(graph: ScheduleGraph) {
    const { nodeCount } = graph
    const { idRank, taskCount } = graph.columns
    this.#graph = graph
    this.#taskOfRank = new Int32Array(taskCount)
    for (let task = 0; task < taskCount; task++) this.#taskOfRank[idRank[task]] = task
    this.#keys = new Keys(graph, this.#taskOfRank)
    this.#isPassedOver = Uint8Array.from(graph.hierarchy.isSummary)
    this.#awaited = new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY)
    this.#queue = new Int32Array((nodeCount >> 5) + 1)
    this.#slotOf = new Int32Array(nodeCount).fill(-1)
  }

  list(startDay: Int32Array, isCritical: Uint8Array, suspects: SuspectEdges, sortMarked: SortMarked): Int32Array {
    const { nodeOfTask, taskOfNode, isSummaryStart } = this.#graph
    this.#keys.startDay = startDay
    this.#keys.sortMarked = sortMarked
    const delayed = this.#findDelayed(suspects)
    const waiting = delayed.filter((node) => isSummaryStart[node] === 0 && isCritical[taskOfNode[node]] === 1)
    const waitingTasks = waiting.map((node) => taskOfNode[node])
    for (const task of waitingTasks) this.#isPassedOver[task] = 1
    // First, because both may be sorted in the same memory.
    const late = waiting.length === 0 ? NONE : this.#listWaiting(delayed, waiting)
    const prompt = this.#listPrompt(startDay, isCritical, waitingTasks, sortMarked)
    const count = prompt.length + late.length
    const isShared = startDay.buffer instanceof SharedArrayBuffer
    const tasks = new Int32Array(isShared ? new SharedArrayBuffer(4 * count) : new ArrayBuffer(4 * count))
    let taken = 0
    for (let at = 0; at < late.length; at++) {
      const key = this.#awaited[nodeOfTask[late[at]]]
      const to = this.#keys.countUpTo(prompt, taken, key)
      for (; taken < to && to - taken < FEW_COPIED; taken++) tasks[taken + at] = prompt[taken]
      if (taken < to) tasks.set(prompt.subarray(taken, to), taken + at)
      taken = to
      tasks[taken + at] = late[at]
    }
    tasks.set(prompt.subarray(taken), taken + late.length)
    for (const task of waitingTasks) this.#isPassedOver[task] = 0
    for (const node of delayed) this.#awaited[node] = Number.NEGATIVE_INFINITY
    // Dates live no longer than their result.
    this.#keys.startDay = NONE
    this.#keys.sortMarked = null
    return tasks
  }

  /** Critical tasks that wait for nothing, by key, in memory that the next list overwrites. */
  #listPrompt(
    startDay: Int32Array,
    isCritical: Uint8Array,
    waitingTasks: Int32Array,
    sortMarked: SortMarked,
  ): Int32Array {
    const few = this.#wereMany ? -1 : listFew(isCritical, this.#isPassedOver, this.#listed)
    if (few >= 0) {
      const sorted = this.#sorted.subarray(0, few)
      sortByKey(this.#keys.toSort(this.#listed.subarray(0, few)), this.#keys.span, this.#taskOfRank, sorted)
      return sorted
    }
    const { isSummary } = this.#graph.hierarchy
    this.#leafOfRank ??= this.#taskOfRank.filter((task) => isSummary[task] === 0)
    const many = sortMarked(this.#leafOfRank, startDay, isCritical, waitingTasks)
    this.#wereMany = many.length > FEW_TASKS
    return many
  }

  /** Nodes that wait for a greater key than their own, in topological order, and in `#awaited` the key. */
  #findDelayed(suspects: SuspectEdges): Int32Array {
    if (suspects !== this.#suspects) {
      this.#suspects = suspects
      this.#falls = laySuspects(this.#graph, suspects)
      this.#falling = new Int32Array(suspects.length >> 1)
    }
    const falling = listFalling(this.#keys.startDay, this.#falls, this.#falling)
    if (falling === 0) return NONE
    for (let at = 0; at < falling; at++) {
      const pair = 2 * this.#falling[at]
      this.#wait(suspects[pair + 1], this.#keys.of(suspects[pair]))
    }
    this.#successors ??= listSuccessors(this.#graph)
    const { offset, node: successors } = this.#successors
    const queue = this.#queue
    const delayed: number[] = []
    for (let word = 0; word < queue.length; word++) {
      while (queue[word] !== 0) {
        const bit = 31 - Math.clz32(queue[word] & -queue[word])
        queue[word] &= ~(1 << bit)
        const node = (word << 5) + bit
        delayed.push(node)
        const key = this.#awaited[node]
        for (let at = offset[node]; at < offset[node + 1]; at++) {
          if (key > this.#keys.of(successors[at])) this.#wait(successors[at], key)
        }
      }
    }
    return Int32Array.from(delayed)
  }

  #wait(node: number, key: number): void {
    if (key <= this.#awaited[node]) return
    this.#awaited[node] = key
    this.#queue[node >> 5] |= 1 << (node & 31)
  }

  /** Tasks of the delayed nodes that are critical, in the order all of them would be listed. */
  #listWaiting(delayed: Int32Array, waiting: Int32Array): Int32Array {
    const { taskOfNode, isSummaryStart, columns } = this.#graph
    const keys = this.#keys
    const awaited = this.#awaited
    /** 1 for what a critical task waits for. */
    const isAwaited = new Uint8Array(columns.taskCount)
    for (const node of waiting) isAwaited[keys.taskOf(awaited[node])] = 1
    const involved = delayed.filter((node) => isAwaited[keys.taskOf(awaited[node])] === 1)
    this.#successors ??= listSuccessors(this.#graph)
    return orderDelayed(this.#graph, keys, involved, awaited, this.#successors, this.#slotOf)
      .filter((node) => isSummaryStart[node] === 0 && this.#isPassedOver[taskOfNode[node]] === 1)
      .map((node) => taskOfNode[node])
  }
}

/** Early start and rank of a node in one number, far below 2^53. */
class Keys implements NodeKeys {
  readonly span: number
  /** Early starts of tasks, as positions or days: only their order counts. */
  startDay: Int32Array = NONE
  sortMarked: SortMarked | null = null
  readonly #idRank: Int32Array
  readonly #taskOfNode: Int32Array
  readonly #isSummaryStart: Uint8Array
  readonly #taskOfRank: Int32Array
  readonly #room = new Float64Array(FEW_TASKS)

  constructor({ columns, taskOfNode, isSummaryStart }: ScheduleGraph, taskOfRank: Int32Array) {
    this.#taskOfRank = taskOfRank
    this.span = columns.taskCount
    this.#idRank = columns.idRank
    this.#taskOfNode = taskOfNode
    this.#isSummaryStart = isSummaryStart
  }

  /** Starts of summaries stand before all tasks, so that they are taken when they are free. */
  of(node: number): number {
    return this.ofTask(this.#taskOfNode[node]) + (this.#isSummaryStart[node] === 1 ? BEFORE_ALL : 0)
  }

  ofTask(task: number): number {
    return this.startDay[task] * this.span + this.#idRank[task]
  }

  /** Keys of a few tasks, in memory that may be sorted. */
  toSort(tasks: Int32Array): Float64Array {
    const keys = this.#room.subarray(0, tasks.length)
    for (let at = 0; at < tasks.length; at++) keys[at] = this.ofTask(tasks[at])
    return keys
  }

  isOfStart(key: number): boolean {
    return key < BEFORE_ALL / 2
  }

  sortTasks(isMarked: Uint8Array): Int32Array {
    return (this.sortMarked as SortMarked)(this.#taskOfRank, this.startDay, isMarked, NONE)
  }

  /** How many tasks of a rising list have a key up to this one; so many are known to have. */
  countUpTo(tasks: Int32Array, known: number, key: number): number {
    let from = known
    let to = known
    // Most often the next few tell.
    for (let step = 1; to < tasks.length && this.ofTask(tasks[to]) <= key; step *= 2) {
      from = to + 1
      to = Math.min(tasks.length, from + step)
    }
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.ofTask(tasks[middle]) <= key) from = middle + 1
      else to = middle
    }
    return from
  }

  /** The task of the node that has a key. */
  taskOf(key: number): number {
    // Ranks are far too small for a quotient to be rounded up to the next whole number.
    const own = this.isOfStart(key) ? key - BEFORE_ALL : key
    return this.#taskOfRank[own - Math.floor(own / this.span) * this.span]
  }
}

/** What is added to the start of a source to see whether it comes after its target: a start of a summary comes before all. */
const NEVER = -(2 ** 30)
const ALWAYS = 2 ** 30

/** Three numbers a suspect: the tasks of source and target, and what the source starts later for being the greater id. */
function laySuspects({ columns, taskOfNode, isSummaryStart }: ScheduleGraph, suspects: SuspectEdges): Int32Array {
  const { idRank } = columns
  const falls = new Int32Array((suspects.length >> 1) * 3)
  for (let at = 0; 2 * at < suspects.length; at++) {
    const source = suspects[2 * at]
    const target = suspects[2 * at + 1]
    const bias = (isSummaryStart[source] === 1 ? NEVER : 0) + (isSummaryStart[target] === 1 ? ALWAYS : 0)
    const isGreater = idRank[taskOfNode[source]] > idRank[taskOfNode[target]]
    falls.set([taskOfNode[source], taskOfNode[target], bias + (isGreater ? 1 : 0)], 3 * at)
  }
  return falls
}

/** Lists the suspects whose source has the greater key, and returns their number. */
function listFalling(startDay: Int32Array, falls: Int32Array, into: Int32Array): number {
  let count = 0
  for (let at = 0; at < into.length; at++) {
    into[count] = at
    if (startDay[falls[3 * at]] + falls[3 * at + 2] > startDay[falls[3 * at + 1]]) count++
  }
  return count
}

/** Lists critical tasks as they come and returns their number, or -1 where they are many. */
function listFew(isCritical: Uint8Array, isPassedOver: Uint8Array, into: Int32Array): number {
  let count = 0
  for (let task = isCritical.indexOf(1); task >= 0; task = isCritical.indexOf(1, task + 1)) {
    if (isPassedOver[task] === 1) continue
    if (count === FEW_TASKS) return -1
    into[count++] = task
  }
  return count
}

function sortByKey(keys: Float64Array, span: number, taskOfRank: Int32Array, into: Int32Array): void {
  keys.sort()
  // Ranks are far too small for a quotient to be rounded up to the next whole number.
  for (let at = 0; at < keys.length; at++) into[at] = taskOfRank[keys[at] - Math.floor(keys[at] / span) * span]
}
