import { int32, uint64 } from '../../../binary/read-bytes.ts'
import type { ImportLimits } from '../../../plan/import-limits.ts'
import { refuseMoreThan } from '../../../plan/refuse-more-than.ts'
import type { RawTask } from '../../raw-project.ts'
import type { ProjectStore } from '../container/project-store.ts'
import { TASK } from '../rows/field-numbers.ts'
import { padded } from '../rows/read-fixed-data.ts'
import { TableRecord } from '../rows/record.ts'
import { selectTaskRows } from '../rows/select-task-rows.ts'
import { openTaskTable, type TaskTable } from '../rows/task-table.ts'
import { ListedValues } from './listed-values.ts'
import { orderTasks, type TaskOrder } from './order-tasks.ts'
import { type OwnFields, readOwnValue } from './own-fields.ts'
import { readTask, type TaskFlags } from './read-task.ts'
import { isSet, type TaskBits, taskBits } from './task-bits.ts'

// Where the newest layout keeps the key that sorts tasks.
const SORT_KEY_AT = 16
const SORT_KEY_END = 24

type Candidate = { task: RawTask; key: bigint | null; row: number }

/** The tasks in the order of the screen. The row with uid 0 is the project itself; it comes first where there is one. */
export function readTasks(store: ProjectStore, limits: ImportLimits, ownFields: OwnFields): RawTask[] {
  const table = openTaskTable(store)
  const bits = taskBits(store)
  const lists = new ListedValues(store)
  const collector = new TaskCollector((uid) => table.varData.hasRow(uid))
  for (const [uid, index] of selectTaskRows(table)) {
    const row = table.row(index)
    if (row === null) continue
    if (row.length === table.blankRowLength) {
      collector.takeBlank(int32(row, 4))
      continue
    }
    if (!isComplete(row, uid, table, store)) continue
    const candidate = readCandidate(uid, index, padded(row, table.rowLength), { table, bits, store })
    const marks = table.meta.record(index)
    const isFlagged = (flag: number) => {
      const bit = bits.flags[flag]
      return bit !== undefined && isSet(marks, bit)
    }
    const { record } = candidate
    Object.assign(
      candidate.task,
      ownFields.take((field) => readOwnValue(field, { record, lists, isFlagged })),
    )
    if (isBlankLine(candidate.record)) collector.takeNameless(candidate)
    else collector.take(candidate)
    refuseMoreThan(limits.maxTasks, collector.count, 'too_many_tasks', 'tasks')
  }
  return collector.inOrder()
}

/** Old layouts write rows in full, and give every task but the project itself some text. */
function isComplete(row: Uint8Array, uid: number, table: TaskTable, store: ProjectStore): boolean {
  const { format } = store.version
  if (format === 'mpp14' || (format === 'mpp12' && uid === 0)) return true
  if (row.length < table.rowLength) return false
  return format === 'mpp12' || uid === 0 || table.varData.hasRow(uid)
}

type Context = { table: TaskTable; bits: TaskBits; store: ProjectStore }

function readCandidate(
  uid: number,
  index: number,
  row: Uint8Array,
  { table, bits, store }: Context,
): Candidate & { record: TableRecord } {
  const second = table.second(index)
  const record = new TableRecord(uid, table.fields, [row, second], table.varData)
  const rowNumber = record.int32(TASK.row) ?? 0
  const hasKey = second !== null && second.length >= SORT_KEY_END
  const isSortedByRow = store.version.format !== 'mpp14'
  const key = isSortedByRow ? BigInt(rowNumber) : hasKey ? uint64(second, SORT_KEY_AT) : null
  return { record, task: readTask(record, taskFlags(index, table, bits)), key, row: rowNumber }
}

function taskFlags(index: number, table: TaskTable, bits: TaskBits): TaskFlags {
  const second = table.secondRecord(index)
  return {
    isMilestone: isSet(table.meta.record(index), bits.milestone),
    isActive: bits.second === null || isSet(second, bits.second.active),
    isManual: bits.second !== null && isSet(second, bits.second.manual),
  }
}

/** Some blank lines are stored at full length; they have no name and lack a date that every task has. */
function isBlankLine(record: TableRecord): boolean {
  if (record.text(TASK.name) !== null) return false
  const hasStart = record.timestamp(TASK.start) !== null || record.timestamp(TASK.manualStart) !== null
  const hasFinish = record.timestamp(TASK.finish) !== null || record.timestamp(TASK.manualFinish) !== null
  return !hasStart || !hasFinish || record.timestamp(TASK.created) === null
}

/** Settles which rows stand when two claim the same line of the screen. */
class TaskCollector {
  readonly #candidates = new Set<Candidate>()
  readonly #holders = new Map<number, Candidate | 'blank'>()
  readonly #blankRows = new Set<number>()
  readonly #hasText: (uid: number) => boolean
  #hasProjectRow = false

  constructor(hasText: (uid: number) => boolean) {
    this.#hasText = hasText
  }

  /** Tasks so far, without the row of the project itself. */
  get count(): number {
    return this.#candidates.size - (this.#hasProjectRow ? 1 : 0)
  }

  takeBlank(row: number): void {
    this.#blankRows.add(row)
    this.#holders.set(row, 'blank')
  }

  takeNameless({ task, row }: Candidate): void {
    if (!this.#holders.has(row) || this.#hasText(task.uid)) this.takeBlank(row)
  }

  /** A row without any text is a phantom beside one that holds the line; a nameless holder gives way. */
  take(candidate: Candidate): void {
    const holder = this.#holders.get(candidate.row)
    if (holder !== undefined) {
      if (!this.#hasText(candidate.task.uid)) return
      if (holder !== 'blank' && holder.task.name === null) this.#candidates.delete(holder)
    }
    if (candidate.task.uid === 0) this.#hasProjectRow = true
    this.#candidates.add(candidate)
    this.#holders.set(candidate.row, candidate)
  }

  inOrder(): RawTask[] {
    const order: TaskOrder<RawTask> = { keyed: [], placed: [] }
    for (const row of this.#blankRows) order.placed.push({ row, task: null })
    for (const { task, key, row } of this.#candidates) {
      if (key === null) order.placed.push({ row, task })
      else order.keyed.push({ key, task })
    }
    return orderTasks(order, this.#hasProjectRow ? 0 : 1).map(({ row, task }) => ({ ...task, row }))
  }
}
