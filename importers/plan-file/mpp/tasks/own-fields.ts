import { float64, int32, uint16, utf16Text } from '../../../binary/read-bytes.ts'
import type { PlanField, PlanFieldValue } from '../../../plan/imported-plan.ts'
import { PLANNER_FIELDS, type PlannerField, type PlannerFieldKind } from '../../planner-fields.ts'
import type { RawDuration, RawTask } from '../../raw-project.ts'
import type { TableRecord } from '../rows/record.ts'
import { durationFromTenths } from '../values/decode-duration.ts'
import { timestampAt } from '../values/decode-timestamp.ts'
import type { ListedValues } from './listed-values.ts'

/** Yes and no are bits beside the rows, which the map of columns does not tell. */
const FLAGS = PLANNER_FIELDS.filter(({ kind }) => kind === 'Flag')

const LONGEST_STORED = 8
/** A duration that was chosen from a list has its unit after it. */
const LISTED_UNIT_AT = 4
/** Money is stored in hundredths; less than a tenth of one is rounding noise. */
const HUNDREDTHS = 100
const LEAST_MONEY = 0.1

export type OwnValues = Pick<RawTask, 'customValues' | 'ownDurations'>

/** What tasks have in the columns that the planner leaves to its people. */
export class OwnFields {
  readonly #used = new Set<PlannerField>()

  /** Takes what a task has in each of them. Keys are absent where it has nothing. */
  take(read: (field: PlannerField) => PlanFieldValue | RawDuration | null): OwnValues {
    const own: OwnValues = {}
    for (const field of PLANNER_FIELDS) {
      const value = read(field)
      if (value === null) continue
      this.#used.add(field)
      if (typeof value === 'object') {
        own.ownDurations ??= {}
        own.ownDurations[field.id] = value
      } else {
        own.customValues ??= {}
        own.customValues[field.id] = value
      }
    }
    return own
  }

  /** Those that a task has something in, under the names that the plan gives them. */
  inUse(names: ReadonlyMap<number, string>): PlanField[] {
    return PLANNER_FIELDS.filter((field) => this.#used.has(field)).map(({ id, name, type, column }) => ({
      id,
      name: names.get(column) ?? name,
      field_type: type,
    }))
  }
}

/** What a row of the task table has in one of them. */
export function readOwnValue(
  field: PlannerField,
  { record, lists, isFlagged }: { record: TableRecord; lists: ListedValues; isFlagged: (index: number) => boolean },
): PlanFieldValue | RawDuration | null {
  const { kind, column, besides } = field
  // No is what every task says that nobody marked.
  if (kind === 'Flag') return isFlagged(FLAGS.indexOf(field)) || null
  if (kind === 'Outline Code') {
    const chosen = besides === null ? null : record.stored(besides, LONGEST_STORED)
    return chosen === null ? null : lists.codeOf(chosen)
  }
  const stored = record.stored(column, LONGEST_STORED)
  if (stored === null) return null
  const listed = lists.isPointer(stored) ? lists.valueOf(stored) : null
  if (listed === null) return lists.isPointer(stored) ? null : typed(kind, stored, unitOf(record, besides))
  return typed(kind, listed, listed.length > LISTED_UNIT_AT ? uint16(listed, LISTED_UNIT_AT) : null)
}

function unitOf(record: TableRecord, besides: number | null): number | null {
  return besides === null ? null : record.uint16(besides)
}

/** The planner shows nothing where a number is zero. */
function typed(kind: PlannerFieldKind, bytes: Uint8Array, unit: number | null): PlanFieldValue | RawDuration | null {
  if (kind === 'Text') return utf16Text(bytes).trim() || null
  if (kind === 'Number') return numberIn(bytes) || null
  if (kind === 'Cost') return moneyOf(numberIn(bytes))
  // Longer values are texts that somebody typed in place of a date or a duration.
  if (bytes.length < 4 || bytes.length > LONGEST_STORED) return null
  if (kind === 'Duration') return lasting(durationFromTenths(int32(bytes, 0), unit))
  return timestampAt(bytes, 0)?.slice(0, 10) ?? null
}

function numberIn(bytes: Uint8Array): number {
  return bytes.length < 8 ? 0 : float64(bytes, 0)
}

/** Of hundredths; null where there are none. */
export function moneyOf(stored: number): number | null {
  return Math.abs(stored) < LEAST_MONEY ? null : Math.round(stored * HUNDREDTHS) / HUNDREDTHS ** 2
}

/** A duration of nothing is one that nobody gave. */
export function lasting(duration: RawDuration | null): RawDuration | null {
  return duration !== null && duration.minutes > 0 ? duration : null
}
