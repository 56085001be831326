import { byteText, int32, int48, uint8, uint16 } from '../../../binary/read-bytes.ts'
import type { ImportLimits } from '../../../plan/import-limits.ts'
import { refuseMoreThan } from '../../../plan/refuse-more-than.ts'
import { baselineOf, type RawDuration, type RawTask } from '../../raw-project.ts'
import type { OwnFields } from '../tasks/own-fields.ts'
import { durationFromTenths } from '../values/decode-duration.ts'
import { timestampAt } from '../values/decode-timestamp.ts'
import { stripRtf } from '../values/strip-rtf.ts'
import { oldOwnValues } from './old-own-fields.ts'
import { equalRows, type OldStore } from './old-store.ts'
import { type Blocks, itemInt32 } from './read-blocks.ts'

const NAME = 'TBkndTask'
const ROW_LENGTH = 316
const LONG_ROW_LENGTH = 366
const MAX_OUTLINE_LEVEL = 1000
const LONGEST_WBS = 255
const MOST_PERCENT = 100

const ITEM_WBS = 104
const ITEM_NOTES = 247
/** Duration1, Duration2, Duration3; the unit of each is the next item. */
const ITEM_ESTIMATES = [147, 149, 151] as const

/**
 * The tasks of a plan of Project 98, in the order of the screen. Columns have fixed places; later programs that write the
 * format put fifty bytes in before the last ones.
 */
export function readOldTasks(store: OldStore, limits: ImportLimits, ownFields: OwnFields): RawTask[] {
  const bytes = store.rows(NAME)
  const blocks = store.blocks(NAME)
  const tasks = new Map<number, RawTask>()
  for (const row of equalRows(bytes, bytes.length % ROW_LENGTH === 0 ? ROW_LENGTH : LONG_ROW_LENGTH)) {
    const uid = int32(row, 0)
    if (uid < 1 || isBlank(row) || isDeleted(uint16(row, lateColumn(row, 272))) || tasks.has(uid)) continue
    tasks.set(uid, readOldTask(row, { uid, blocks, ownFields }))
    refuseMoreThan(limits.maxTasks, tasks.size, 'too_many_tasks', 'tasks')
  }
  return [...tasks.values()].sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
}

/** Where a column lies that stands behind those fifty bytes. */
function lateColumn(row: Uint8Array, at: number): number {
  return at + Math.max(0, row.length - ROW_LENGTH)
}

function isBlank(row: Uint8Array): boolean {
  return (uint8(row, 8) & 1) !== 0
}

/** The two lowest bits mean "deleted", except in the company of others that living tasks have. */
function isDeleted(flags: number): boolean {
  return (flags & 0xc0) === 0 && (flags & 0x03) !== 0 && flags !== 0x0031 && flags !== 0x203d
}

function readOldTask(
  row: Uint8Array,
  { uid, blocks, ownFields }: { uid: number; blocks: Blocks; ownFields: OwnFields },
): RawTask {
  const items = blocks.list(int32(row, lateColumn(row, 312)))
  const percent = uint16(row, 130)
  const start = timestampAt(row, 96)
  const finish = timestampAt(row, 20)
  return {
    uid,
    row: int32(row, 4),
    name: blocks.text(int32(row, 264)),
    outlineLevel: Math.min(MAX_OUTLINE_LEVEL, uint16(row, 48)),
    wbs: items.has(ITEM_WBS) ? (blocks.text(itemInt32(items, ITEM_WBS))?.slice(0, LONGEST_WBS) ?? null) : null,
    start,
    finish,
    actualStart: timestampAt(row, 104),
    actualFinish: timestampAt(row, 108),
    earlyStart: start,
    earlyFinish: finish,
    lateStart: timestampAt(row, 24),
    lateFinish: timestampAt(row, 160),
    duration: durationFromTenths(int32(row, 68), uint16(row, 72)),
    percentComplete: percent > MOST_PERCENT ? 0 : percent,
    constraintCode: uint16(row, 88),
    constraintDate: timestampAt(row, 120),
    deadline: null,
    isMilestone: (uint8(row, 12) & 1) !== 0,
    isSummary: false,
    isActive: true,
    isManual: false,
    isExternal: false,
    isSubproject: false,
    baseline: baselineOf(timestampAt(row, 112), timestampAt(row, 116)),
    hasFurtherBaselines: false,
    hasCost: int48(row, 222) > 0 || int48(row, 228) > 0,
    priority: (uint16(row, 128) + 1) * 100,
    calendarUid: null,
    notes: oldNotes(items, blocks),
    estimates: [estimate(items, 0), estimate(items, 1), estimate(items, 2)],
    ...oldOwnValues(ownFields, { row, flagMasksAt: lateColumn(row, 303), items, blocks }),
  }
}

function oldNotes(items: ReadonlyMap<number, Uint8Array>, blocks: Blocks): string | null {
  const bytes = items.has(ITEM_NOTES) ? blocks.value(itemInt32(items, ITEM_NOTES)) : null
  return bytes === null ? null : stripRtf(byteText(bytes)) || null
}

function estimate(items: ReadonlyMap<number, Uint8Array>, index: 0 | 1 | 2): RawDuration | null {
  const key = ITEM_ESTIMATES[index]
  return items.has(key) ? durationFromTenths(itemInt32(items, key), itemInt32(items, key + 1) & 0xffff) : null
}
