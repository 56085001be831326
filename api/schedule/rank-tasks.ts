// In which order ties between tasks are broken. An exported plan names its tasks by their numbers and compares these as
// texts, so stored dates equal those of the export only where the service orders its tasks likewise.

import { LINK_TYPE } from '../../compute/model/schedule-columns.ts'
import type { ScheduleRows } from './schedule-rows.ts'

/** Tasks in their tree, and the links between them. */
interface LinkedTasks {
  readonly parents: Int32Array
  readonly predecessors: Int32Array
  readonly rowOfLink: Int32Array
}

/** No number of a task has more decimal digits. */
const MAX_DIGITS = 10

/**
 * Whether the order of tasks reaches their dates. It does where a link leaves the start of a phase: that stands for the
 * earliest leaf, and of those that start together for the first one. All other dates are the same in any order.
 */
export function isRankDecisive({ linkType }: ScheduleRows, { parents, predecessors, rowOfLink }: LinkedTasks): boolean {
  let isPhase: Uint8Array | null = null
  for (const [link, row] of rowOfLink.entries()) {
    if (linkType[row] !== LINK_TYPE.SS && linkType[row] !== LINK_TYPE.SF) continue
    isPhase ??= phasesOf(parents)
    if (isPhase[predecessors[link] as number] === 1) return true
  }
  return false
}

function phasesOf(parents: Int32Array): Uint8Array {
  const isPhase = new Uint8Array(parents.length)
  for (const parent of parents) if (parent !== -1) isPhase[parent] = 1
  return isPhase
}

/** The rank of each task by the text of its number, in a program then by project; as the rows stand without numbers. */
export function rankTasks(rows: ScheduleRows, rowOfTask: Int32Array, numbers: Int32Array | null): Int32Array {
  const order = rowOfTask.map((_, task) => task)
  if (numbers === null) return order
  const keys = Float64Array.from(rowOfTask, (row) => textKey(numbers[row] as number))
  const projects = rowOfTask.map((row) => rows.projectIndex[row] as number)
  const difference = (column: ArrayLike<number>, left: number, right: number) =>
    (column[left] as number) - (column[right] as number)
  order.sort((left, right) => difference(keys, left, right) || difference(projects, left, right) || left - right)
  const ranks = new Int32Array(order.length)
  for (const [rank, task] of order.entries()) ranks[task] = rank
  return ranks
}

/** Orders numbers as their decimal texts: digit by digit from the left, and of two that begin alike the shorter first. */
export function textKey(number: number): number {
  let digits = 1
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++
  return number * 10 ** (MAX_DIGITS - digits) * (MAX_DIGITS + 1) + digits
}
