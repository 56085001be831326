import { float64, int48, uint8 } from '../../../binary/read-bytes.ts'
import type { PlanFieldValue } from '../../../plan/imported-plan.ts'
import { PLANNER_FIELDS, type PlannerField, type PlannerFieldKind } from '../../planner-fields.ts'
import type { RawDuration } from '../../raw-project.ts'
import { lasting, moneyOf, type OwnFields, type OwnValues } from '../tasks/own-fields.ts'
import { durationFromTenths } from '../values/decode-duration.ts'
import { timestampAt } from '../values/decode-timestamp.ts'
import { type Blocks, itemInt32 } from './read-blocks.ts'

/** The number of the first item of each kind, and how far the next one is; after the first ten, Text and Number go on elsewhere. */
const ITEMS: Partial<Record<PlannerFieldKind, readonly { first: number; step: number; from: number }[]>> = {
  Text: [
    { first: 106, step: 1, from: 0 },
    { first: 184, step: 1, from: 10 },
  ],
  Start: [{ first: 116, step: 2, from: 0 }],
  Finish: [{ first: 117, step: 2, from: 0 }],
  Number: [
    { first: 137, step: 1, from: 0 },
    { first: 204, step: 1, from: 10 },
  ],
  // The unit of each duration is the next item.
  Duration: [{ first: 147, step: 2, from: 0 }],
  Date: [{ first: 174, step: 1, from: 0 }],
  Cost: [{ first: 237, step: 1, from: 0 }],
}

/** The bits of flags begin with the second one here; each counts where its bit of the mask, from the first one on, is set. */
const FLAGS_AT = 268
const FIRST_FLAG_BIT = 1

export type OldTaskParts = {
  row: Uint8Array
  flagMasksAt: number
  items: ReadonlyMap<number, Uint8Array>
  blocks: Blocks
}

/** What a task of Project 98 has in the columns that the planner leaves to its people. */
export function oldOwnValues(ownFields: OwnFields, parts: OldTaskParts): OwnValues {
  return ownFields.take((field) => readValue(field, parts))
}

function isBitSet(row: Uint8Array, at: number, bit: number): boolean {
  return (uint8(row, at + (bit >> 3)) & (1 << (bit & 7))) !== 0
}

function readValue(
  field: PlannerField,
  { row, flagMasksAt, items, blocks }: OldTaskParts,
): PlanFieldValue | RawDuration | null {
  const { kind } = field
  const index = INDEX_OF.get(field) ?? 0
  if (kind === 'Flag')
    return (isBitSet(row, FLAGS_AT, FIRST_FLAG_BIT + index) && isBitSet(row, flagMasksAt, index)) || null
  const places = ITEMS[kind]?.findLast(({ from }) => index >= from)
  const key = places === undefined ? 0 : places.first + (index - places.from) * places.step
  const bytes = items.get(key)
  if (bytes === undefined) return null
  if (kind === 'Text') return blocks.text(itemInt32(items, key))
  if (kind === 'Number') return float64(bytes, 0) || null
  if (kind === 'Cost') return moneyOf(int48(bytes, 0))
  if (kind === 'Duration') return lasting(durationFromTenths(itemInt32(items, key), itemInt32(items, key + 1) & 0xffff))
  return timestampAt(bytes, 0)?.slice(0, 10) ?? null
}

const INDEX_OF: ReadonlyMap<PlannerField, number> = new Map(
  PLANNER_FIELDS.map((field) => [field, PLANNER_FIELDS.filter(({ kind }) => kind === field.kind).indexOf(field)]),
)
