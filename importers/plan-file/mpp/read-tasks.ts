import type { ImportLimits } from '../../plan/import-limits.ts'
import { refuseMoreThan } from '../refuse-more-than.ts'
import type { RawTask } from '../raw-project.ts'
import { durationFromTenths } from './decode-duration.ts'
import { int32, uint64 } from './read-bytes.ts'
import { TASK, TASK_ESTIMATES } from './field-numbers.ts'
import { orderTasks } from './order-tasks.ts'
import type { ProjectStore } from './project-store.ts'
import { padded } from './read-fixed-data.ts'
import { TableRecord } from './record.ts'
import { BLANK_ROW_LENGTH, selectTaskRows } from './select-task-rows.ts'
import { stripRtf } from './strip-rtf.ts'
import { isSet, type TaskBits, taskBits } from './task-bits.ts'
import { taskDates } from './task-dates.ts'
import { openTaskTable, type TaskTable } from './task-table.ts'

const BLANK_DATE = '1983-12-31T00:00:00'
const SORT_KEY_AT = 16
const SORT_KEY_END = 24
// No planner nests this deep; a hostile file must not make every walk up the tree long.
const MAX_OUTLINE_LEVEL = 1000
const DEFAULT_PRIORITY = 500

type Row = { index: number; row: Uint8Array; second: Uint8Array | null }
type KeyedTask = { task: RawTask; sortKey: bigint; row: number | null }

/** The tasks in the order of the screen; the row with uid 0, which is the project itself, is left out. */
export function readTasks(store: ProjectStore, limits: ImportLimits): RawTask[] {
  const table = openTaskTable(store)
  const bits = taskBits(store)
  const blankRows = new Set<number>()
  const byRow = new Map<number, KeyedTask>()
  const tasks = new Set<KeyedTask>()
  for (const [uid, index] of selectTaskRows(table)) {
    const row = table.row(index)
    if (row === null) continue
    if (row.length === BLANK_ROW_LENGTH) {
      blankRows.add(int32(row, 4))
      continue
    }
    const keyed = keyedTask(uid, { index, row, second: table.second(index) }, table, bits)
    if (keyed === null || !takesItsRow(keyed, table, { byRow, tasks })) continue
    if (isBlankLine(keyed.task, table, uid, row)) {
      blankRows.add(int32(row, 4))
      continue
    }
    tasks.add(keyed)
    if (keyed.row !== null) byRow.set(keyed.row, keyed)
    refuseMoreThan(limits.maxTasks, tasks.size, 'too_many_tasks', 'tasks')
  }
  const hasProjectRow = [...tasks].some(({ task }) => task.uid === 0)
  return orderTasks([...tasks], [...blankRows], hasProjectRow ? 0 : 1)
    .map(({ task, row }) => ({ ...task, row }))
    .filter((task) => task.uid !== 0)
}
