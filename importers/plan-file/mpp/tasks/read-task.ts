import { baselineOf, type RawTask } from '../../raw-project.ts'
import { TASK, TASK_ESTIMATES } from '../rows/field-numbers.ts'
import type { TableRecord } from '../rows/record.ts'
import { durationOf } from '../values/decode-duration.ts'
import { stripRtf } from '../values/strip-rtf.ts'
import { taskDates } from './task-dates.ts'

// No planner nests this deep; a hostile file must not make every walk up the tree long.
const MAX_OUTLINE_LEVEL = 1000
const LONGEST_WBS = 255
const MOST_PERCENT = 100
const DEFAULT_PRIORITY = 500
const NO_CALENDAR = -1
/** Amounts of money below a tenth of a cent are rounding noise. */
const LEAST_MONEY = 0.1

export type TaskFlags = { isMilestone: boolean; isActive: boolean; isManual: boolean }

/** One task row. Its number on the screen follows when all rows are known. */
export function readTask(record: TableRecord, flags: TaskFlags): RawTask {
  const constraintCode = record.uint16(TASK.constraintType) ?? 0
  const isSubproject = (record.int32(TASK.subprojectUidOffset) ?? 0) !== 0
  const percent = record.uint16(TASK.percentComplete) ?? 0
  return {
    uid: record.uid,
    row: null,
    name: record.text(TASK.name)?.trim() || null,
    outlineLevel: Math.min(MAX_OUTLINE_LEVEL, record.uint16(TASK.outlineLevel) ?? 1),
    wbs: record.text(TASK.wbs)?.trim().slice(0, LONGEST_WBS) || null,
    ...taskDates(record, flags.isManual, constraintCode),
    actualStart: record.timestamp(TASK.actualStart),
    actualFinish: record.timestamp(TASK.actualFinish),
    earlyStart: record.timestamp(TASK.earlyStart),
    earlyFinish: record.timestamp(TASK.earlyFinish),
    percentComplete: percent > MOST_PERCENT ? 0 : percent,
    constraintCode,
    constraintDate: record.timestamp(TASK.constraintDate),
    deadline: record.timestamp(TASK.deadline),
    ...flags,
    isSummary: isSubproject,
    isExternal: (record.int32(TASK.externalTaskRow) ?? 0) !== 0,
    isSubproject,
    baseline: baselineOf(record.timestamp(TASK.baselineStart), record.timestamp(TASK.baselineFinish)),
    hasFurtherBaselines: false,
    hasCost: hasMoney(record, TASK.cost) || hasMoney(record, TASK.fixedCost),
    priority: record.uint16(TASK.priority) ?? DEFAULT_PRIORITY,
    calendarUid: calendarUid(record),
    notes: notes(record),
    estimates: [estimate(record, 0), estimate(record, 1), estimate(record, 2)],
    ...levelling(record),
  }
}

/** Tenths of a minute; hardly any task has a delay. */
function levelling(record: TableRecord): Pick<RawTask, 'levellingMinutes'> {
  const tenths = record.int32(TASK.levellingDelay) ?? 0
  return tenths > 0 ? { levellingMinutes: tenths / 10 } : {}
}

function calendarUid(record: TableRecord): number | null {
  const uid = record.int32(TASK.calendarUid)
  return uid === null || uid === NO_CALENDAR || uid === 0 ? null : uid
}

function hasMoney(record: TableRecord, field: number): boolean {
  return (record.float64(field) ?? 0) >= LEAST_MONEY
}

function notes(record: TableRecord): string | null {
  const text = record.byteText(TASK.notes)
  return text === null ? null : stripRtf(text) || null
}

function estimate(record: TableRecord, index: 0 | 1 | 2): RawTask['estimates'][number] {
  const { value, units } = TASK_ESTIMATES[index]
  return durationOf(record, value, units)
}
