// The `svc-schedule/1` document as the bytes of its JSON text, straight from columns: byte for byte what `JSON.stringify`
// makes of `scheduleDocument`, without an object for any row.

import type { ScheduleResult } from '../../cpm/schedule-result.ts'
import { formatCivilDay } from '../../plan/civil-day.ts'
import { documentOrder } from '../link-order.ts'
import { LINK_TYPE_NAMES, type ScheduleColumns } from '../schedule-columns.ts'
import {
  blankWords,
  bytesOfLabel,
  jsonStrings,
  label,
  type Pieces,
  putLabel,
  putPiece,
  putWhole,
  SPARE_BYTES,
  WHOLE_BYTES,
} from './json-bytes.ts'

const DATE_BYTES = 10
const encoder = new TextEncoder()

const ID = label('{"id":')
/** Before the dates, in the order of the columns below. */
const DATES = [
  label(',"early_start":"'),
  label('","early_finish":"'),
  label('","late_start":"'),
  label('","late_finish":"'),
  label('","scheduled_start":"'),
]
/** Before the floats. */
const FLOATS = [label('","total_float":'), label(',"free_float":')]
/** By flag. */
const ROW_ENDS = [label(',"is_critical":false},'), label(',"is_critical":true},')]
const PREDECESSOR = label('{"predecessor":')
const SUCCESSOR = label(',"successor":')
/** By code of the type. */
const LINK_ENDS = LINK_TYPE_NAMES.map((name) => label(`,"dep_type":"${name}"},`))
const COMMA = label(',')

const bytesOf = (labels: readonly number[]): number => labels.reduce((sum, one) => sum + bytesOfLabel(one), 0)
const ROW_BYTES =
  bytesOf([ID, ...DATES, ...FLOATS, ROW_ENDS[0]]) + DATES.length * DATE_BYTES + FLOATS.length * WHOLE_BYTES
const LINK_BYTES = bytesOf([PREDECESSOR, SUCCESSOR, LINK_ENDS[0]])

const textsOf = new WeakMap<ScheduleColumns, Pieces>()

/** The document of a schedule. The columns are those it came from and hold the ids. */
export function scheduleJson(columns: ScheduleColumns, result: ScheduleResult): Buffer {
  const ids = idTexts(columns)
  const buffer = Buffer.allocUnsafeSlow(sizeOf(columns, result, ids))
  const view = new DataView(buffer.buffer)
  const head = `{"format":"svc-schedule/1","project_start":"${formatCivilDay(result.projectStartDay)}","project_finish":"${formatCivilDay(result.projectFinishDay)}","critical_path":[`
  let at = encoder.encodeInto(head, buffer).written
  at = putList(view, at, result.criticalPath, ids)
  at += encoder.encodeInto('],"tasks":[', buffer.subarray(at)).written
  at = withoutComma(view, putRows(view, at, result, ids))
  at += encoder.encodeInto('],"driving":[', buffer.subarray(at)).written
  at = withoutComma(view, putDriving(view, at, columns, result, ids))
  at += encoder.encodeInto(']}', buffer.subarray(at)).written
  return buffer.subarray(0, at)
}

function idTexts(columns: ScheduleColumns): Pieces {
  const known = textsOf.get(columns)
  if (known !== undefined) return known
  if (columns.ids === null) throw new Error('columns without ids have no document')
  const texts = jsonStrings(columns.ids)
  textsOf.set(columns, texts)
  return texts
}

/** Bytes that are enough for the document. */
function sizeOf({ predecessorIndex, successorIndex, linkCount }: ScheduleColumns, result: ScheduleResult, ids: Pieces) {
  const { bytes } = ids
  let size = 256 + SPARE_BYTES + ROW_BYTES * bytes.length
  for (let task = 0; task < bytes.length; task++) size += bytes[task]
  for (const task of result.criticalPath) size += bytes[task] + 1
  for (let link = 0; link < linkCount; link++) {
    if (result.isDriving[link] === 1) size += LINK_BYTES + bytes[predecessorIndex[link]] + bytes[successorIndex[link]]
  }
  return size
}

function putList(view: DataView, start: number, tasks: Int32Array, ids: Pieces): number {
  let at = start
  for (const task of tasks) at = putLabel(view, putPiece(view, at, ids, task), COMMA)
  return withoutComma(view, at)
}

/** Every piece of a list ends with a comma, the last one too many. */
function withoutComma(view: DataView, at: number): number {
  return view.getUint8(at - 1) === 0x2c ? at - 1 : at
}

/** As few calls as possible stand in the loop: the compiler puts no more than some lines of others in their place. */
function putRows(view: DataView, start: number, result: ScheduleResult, ids: Pieces): number {
  const { earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay } = result
  const { totalFloatDays, freeFloatDays, isCritical, isScheduled } = result
  const days = [earlyStartDay, earlyFinishDay, lateStartDay, lateFinishDay, scheduledStartDay]
  const floats = [totalFloatDays, freeFloatDays]
  const dates = dateTexts(days)
  let at = start
  for (let task = 0; task < isScheduled.length; task++) {
    if (isScheduled[task] === 0) continue
    at = putPiece(view, putLabel(view, at, ID), ids, task)
    for (let column = 0; column < days.length; column++) {
      at = putDate(view, putLabel(view, at, DATES[column]), dates, days[column][task])
    }
    for (let column = 0; column < floats.length; column++) {
      at = putWhole(view, putLabel(view, at, FLOATS[column]), floats[column][task])
    }
    at = putLabel(view, at, ROW_ENDS[isCritical[task]])
  }
  return at
}

/** Links alike in ends and type are named once. */
function putDriving(
  view: DataView,
  start: number,
  columns: ScheduleColumns,
  { isDriving }: ScheduleResult,
  ids: Pieces,
): number {
  const { predecessorIndex, successorIndex, linkType } = columns
  let at = start
  let last = -1
  for (const link of documentOrder(columns)) {
    if (isDriving[link] === 0) continue
    const predecessor = predecessorIndex[link]
    const successor = successorIndex[link]
    const isAlike =
      last >= 0 &&
      predecessorIndex[last] === predecessor &&
      successorIndex[last] === successor &&
      linkType[last] === linkType[link]
    if (isAlike) continue
    last = link
    at = putPiece(view, putLabel(view, at, PREDECESSOR), ids, predecessor)
    at = putPiece(view, putLabel(view, at, SUCCESSOR), ids, successor)
    at = putLabel(view, at, LINK_ENDS[linkType[link]])
  }
  return at
}

interface DateTexts {
  firstDay: number
  /** Two a day; only those of days that were asked for mean anything. */
  words: Float64Array
}

/** The texts of all dates that occur, each made once: documents name the same few over and over. */
function dateTexts(columns: readonly Int32Array[]): DateTexts {
  let first = columns[0][0]
  let last = first
  for (const days of columns) {
    for (let task = 0; task < days.length; task++) {
      if (days[task] < first) first = days[task]
      if (days[task] > last) last = days[task]
    }
  }
  const occurs = new Uint8Array(last - first + 1)
  for (const days of columns) for (let task = 0; task < days.length; task++) occurs[days[task] - first] = 1
  const words = blankWords(2 * occurs.length)
  const bytes = new Uint8Array(words.buffer)
  for (let at = occurs.indexOf(1); at >= 0; at = occurs.indexOf(1, at + 1)) {
    encoder.encodeInto(formatCivilDay(first + at), bytes.subarray(16 * at))
  }
  return { firstDay: first, words }
}

function putDate(view: DataView, at: number, { firstDay, words }: DateTexts, day: number): number {
  const word = 2 * (day - firstDay)
  view.setFloat64(at, words[word], true)
  view.setFloat64(at + 8, words[word + 1], true)
  return at + DATE_BYTES
}
