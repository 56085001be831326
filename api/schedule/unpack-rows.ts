import { NO_DAY } from '../../compute/model/schedule-columns.ts'
import { float64s, int32s } from '../platform/db/column-bytes.ts'
import { uuidWords } from '../platform/db/uuid-index.ts'
import { CONSTRAINT_WIDTH } from './constraint-words.ts'
import {
  DURATION_SHIFT,
  LAG_OFFSET,
  LAG_SHIFT,
  LINK_TYPE_MASK,
  type LinkRows,
  ROW_FLAG,
  type ScheduleRows,
} from './schedule-rows.ts'

export interface PackedLinks {
  readonly predecessors: Buffer | null
  readonly successors: Buffer | null
  readonly links: Buffer | null
}

/** Columns as the database packs them; null is a column of no rows, and what was not asked for is missing. */
export type PackedRows = Partial<PackedLinks> & {
  readonly [column in PackedColumn]?: Buffer | null
}

type PackedColumn =
  | 'ids'
  | 'words'
  | 'numbers'
  | 'projects'
  | 'parents'
  | 'calendars'
  | 'constraints'
  | 'percent'
  | 'planned_start'
  | 'actual_start'
  | 'actual_finish'
  | 'early_start'
  | 'early_finish'
  | 'late_start'
  | 'late_finish'
  | 'scheduled_start'
  | 'total_float'
  | 'free_float'
  | 'optimistic'
  | 'most_likely'
  | 'pessimistic'
  | 'scrum'
  | 'points'

const NO_WORDS = new Int32Array(0)

export function unpackRows(packed: PackedRows, shape: { isOneProject: boolean; withEstimates: boolean }): ScheduleRows {
  const column = (name: PackedColumn) => int32s(packed[name] ?? null)
  const words = column('words')
  const dated = (name: PackedColumn) => spread(column(name), words, ROW_FLAG.hasDates)
  const stored = (name: PackedColumn) => spread(column(name), words, ROW_FLAG.stored)
  return {
    taskWords: uuidWords(packed.ids ?? null),
    flags: words.map((word) => word & ((1 << DURATION_SHIFT) - 1)),
    numbers: column('numbers'),
    projectIndex: shape.isOneProject ? new Int32Array(words.length) : column('projects'),
    durationDays: words.map((word) => word >>> DURATION_SHIFT),
    parentWords: spreadWords(uuidWords(packed.parents ?? null), words, ROW_FLAG.hasParent),
    calendarWords: packed.calendars ? spreadWords(uuidWords(packed.calendars), words, ROW_FLAG.hasCalendar) : NO_WORDS,
    constraintWords: packed.constraints
      ? spreadWords(int32s(packed.constraints), words, ROW_FLAG.hasConstraint, CONSTRAINT_WIDTH)
      : NO_WORDS,
    plannedStartDay: dated('planned_start'),
    actualStartDay: dated('actual_start'),
    actualFinishDay: dated('actual_finish'),
    percentComplete: spreadDoubles(float64s(packed.percent ?? null), words, ROW_FLAG.hasDates),
    stored: shape.withEstimates
      ? null
      : {
          earlyStartDay: stored('early_start'),
          earlyFinishDay: stored('early_finish'),
          lateStartDay: stored('late_start'),
          lateFinishDay: stored('late_finish'),
          scheduledStartDay: stored('scheduled_start'),
          totalFloatDays: stored('total_float'),
          freeFloatDays: stored('free_float'),
        },
    ...unpackLinks(packed),
    estimates: shape.withEstimates
      ? {
          optimisticDays: column('optimistic'),
          mostLikelyDays: column('most_likely'),
          pessimisticDays: column('pessimistic'),
          isScrum: column('scrum'),
          storyPoints: float64s(packed.points ?? null),
        }
      : null,
  }
}

export function unpackLinks({ predecessors, successors, links: packed }: Partial<PackedLinks>): LinkRows {
  const links = int32s(packed ?? null)
  return {
    predecessorWords: uuidWords(predecessors ?? null),
    successorWords: uuidWords(successors ?? null),
    linkType: links.map((link) => link & LINK_TYPE_MASK),
    linkLagDays: links.map((link) => (link >> LAG_SHIFT) - LAG_OFFSET),
    linkFlags: links,
  }
}

/** Puts the values of the flagged rows in their places; the others have no day. */
function spread(values: Int32Array, words: Int32Array, flag: number): Int32Array {
  if (values.length === words.length) return values
  const column = new Int32Array(words.length).fill(NO_DAY)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) !== 0) column[row] = values[at++] as number
  }
  return column
}

function spreadDoubles(values: Float64Array, words: Int32Array, flag: number): Float64Array {
  const column = new Float64Array(words.length)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) !== 0) column[row] = values[at++] as number
  }
  return column
}

function spreadWords(values: Int32Array, words: Int32Array, flag: number, width = 4): Int32Array {
  const column = new Int32Array(width * words.length)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) === 0) continue
    for (let word = 0; word < width; word++) column[width * row + word] = values[at++] as number
  }
  return column
}
