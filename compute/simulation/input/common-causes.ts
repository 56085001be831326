// What several tasks have in common in the same run: risk events that delay them, and drivers that stretch or shift them
// all. Optional; a simulation without them is the same to the last bit as if this file did not exist.

import { MAX_DURATION_DAYS } from '../../model/limits.ts'
import { refuseUnless } from '../../model/refusal.ts'
import type { ScheduleColumns } from '../../model/schedule-columns.ts'
import { checkSpread, type Spread } from './spread.ts'

/** An event that happens in a share of the runs and then delays all its tasks by the same working days. */
export interface RiskEvent {
  id: string
  /** 0 to 1. */
  probability: number
  delayDays: Spread
  /** Indexes of tasks, no summaries: a phase is not one delay. */
  tasks: readonly number[]
}

/** One draw a run for all its tasks: their durations are multiplied by it, or grow by it in working days. */
export interface DriverInput {
  id: string
  effect: 'factor' | 'shift'
  spread: Spread
  /** Indexes of tasks; a summary stands for the tasks in it. */
  tasks: readonly number[]
}

export interface CommonCauses {
  risks: readonly RiskEvent[]
  drivers: readonly DriverInput[]
}

export const NO_COMMON_CAUSES: CommonCauses = { risks: [], drivers: [] }

/** Factors are kept in 4096ths within 16 bits. */
export const MAX_FACTOR = 15
const MAX_ENTRIES = 1000
const MAX_HITS = 1_000_000

/** Refuses inputs that are out of range or name tasks that are not there. */
export function checkCommonCauses({ risks, drivers }: CommonCauses, columns: ScheduleColumns): void {
  refuseUnless(risks.length <= MAX_ENTRIES, () => `${risks.length} risks are more than ${MAX_ENTRIES}.`)
  refuseUnless(drivers.length <= MAX_ENTRIES, () => `${drivers.length} drivers are more than ${MAX_ENTRIES}.`)
  const parents = new Set(columns.parentIndex)
  const ids = new Set<string>()
  let hits = 0
  const checkTasks = (name: string, id: string, tasks: readonly number[], takesSummaries: boolean): void => {
    refuseUnless(!ids.has(name), () => `${name} is given twice.`)
    ids.add(name)
    refuseUnless(id !== '', () => `${name} has no id.`)
    refuseUnless(tasks.length > 0, () => `${name} names no task.`)
    refuseUnless(new Set(tasks).size === tasks.length, () => `${name} names a task twice.`)
    for (const task of tasks) {
      const isThere = Number.isInteger(task) && task >= 0 && task < columns.taskCount
      refuseUnless(isThere, () => `${name} names a task that does not exist.`)
      const isLeaf = takesSummaries || !parents.has(task)
      refuseUnless(isLeaf, () => `${name} names the summary {task:${task}}; name the tasks in it.`, [task])
    }
    hits += tasks.length
    refuseUnless(hits <= MAX_HITS, () => `Risks and drivers name tasks more than ${MAX_HITS} times.`)
  }
  for (const { id, probability, delayDays, tasks } of risks) {
    const name = `risk "${id}"`
    const isShare = Number.isFinite(probability) && probability >= 0 && probability <= 1
    refuseUnless(isShare, () => `The probability of ${name} is ${probability}, not from 0 to 1.`)
    checkSpread(delayDays, `The delay of ${name}`, 0, MAX_DURATION_DAYS)
    checkTasks(name, id, tasks, false)
  }
  for (const { id, effect, spread, tasks } of drivers) {
    const name = `driver "${id}"`
    if (effect === 'factor') checkSpread(spread, `The factor of ${name}`, 0, MAX_FACTOR)
    else checkSpread(spread, `The shift of ${name}`, -MAX_DURATION_DAYS, MAX_DURATION_DAYS)
    checkTasks(name, id, tasks, true)
  }
}
