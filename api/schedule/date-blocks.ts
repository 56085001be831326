import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { BLOCK_BITS } from '../access/task-dates.queries.ts'
import { booleanArray, dateArray, int4Array } from '../platform/db/column-bytes.ts'
import type { ScheduleChanges } from './changed-rows.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'

/** Blocks of stored dates as they are to stand: a column holds the values of one after the other, as the bytes of an array. */
export interface DateBlocks {
  /** Of each block. */
  readonly projectIds: readonly string[]
  readonly blocks: Buffer
  readonly earlyStart: Buffer
  readonly earlyFinish: Buffer
  readonly lateStart: Buffer
  readonly lateFinish: Buffer
  readonly scheduledStart: Buffer
  readonly totalFloat: Buffer
  readonly freeFloat: Buffer
  /** Null where no task has dates. */
  readonly critical: Buffer
}

const SIZE = 1 << BLOCK_BITS
/** More than a project can have. */
const BLOCKS_OF_PROJECT = 1 << (31 - BLOCK_BITS)
const NOBODY = -1

/** The blocks of what changed, each as a whole: every task that has dates after the pass has those of its result. */
export function blocksOf(
  { projects, rows, input }: LoadedSchedule,
  result: ScheduleResult | null,
  { tasks, clearedRows }: Pick<ScheduleChanges, 'tasks' | 'clearedRows'>,
): DateBlocks {
  const { numbers, projectIndex } = rows
  const blockOf = (row: number) =>
    (projectIndex[row] as number) * BLOCKS_OF_PROJECT + ((numbers[row] as number) >> BLOCK_BITS)
  const places = new Map<number, number>()
  const take = (row: number) => places.has(blockOf(row)) || places.set(blockOf(row), places.size)
  for (const task of tasks) take(input.rowOfTask[task] as number)
  for (const row of clearedRows) take(row)

  const taskAt = new Int32Array(places.size * SIZE).fill(NOBODY)
  for (let row = 0; row < numbers.length; row++) {
    const place = places.get(blockOf(row))
    if (place !== undefined)
      taskAt[place * SIZE + ((numbers[row] as number) & (SIZE - 1))] = input.taskOfRow[row] as number
  }
  const pick = (column: ArrayLike<number> | undefined, none: number) =>
    taskAt.map((task) => (task === NOBODY ? none : (column?.[task] as number)))
  const blocks = [...places.keys()]
  return {
    projectIds: blocks.map((block) => projects[Math.floor(block / BLOCKS_OF_PROJECT)]?.id as string),
    blocks: int4Array(blocks.map((block) => block % BLOCKS_OF_PROJECT)),
    earlyStart: dateArray(pick(result?.earlyStartDay, 0)),
    earlyFinish: dateArray(pick(result?.earlyFinishDay, 0)),
    lateStart: dateArray(pick(result?.lateStartDay, 0)),
    lateFinish: dateArray(pick(result?.lateFinishDay, 0)),
    scheduledStart: dateArray(pick(result?.scheduledStartDay, 0)),
    totalFloat: int4Array(pick(result?.totalFloatDays, 0)),
    freeFloat: int4Array(pick(result?.freeFloatDays, 0)),
    critical: booleanArray(pick(result?.isCritical, NOBODY)),
  }
}
