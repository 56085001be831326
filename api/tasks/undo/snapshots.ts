import { z } from 'zod'
import { DELIVERY_MODES, GOVERNANCE_CLASSES } from '../task-values.ts'

// Records outlive the version of the service that wrote them, so they are read through these schemas.

const version = z.int32().min(1)

/** Versions of the rows a paste created; undo takes back those still at it. */
export const pasteSnapshot = z.record(z.guid(), version).readonly()
export type PasteSnapshot = z.output<typeof pasteSnapshot>

/** What a classification writes of a row. */
const classification = z
  .object({
    governance_class: z.enum(GOVERNANCE_CLASSES),
    parent_governance_inherited: z.boolean(),
    delivery_mode: z.enum(DELIVERY_MODES),
  })
  .readonly()
export type Classification = z.output<typeof classification>

/** Values of rows before and after a classification, and the versions they then had. */
export const cascadeSnapshot = z
  .record(z.guid(), z.object({ before: classification, after: classification, version }).readonly())
  .readonly()
export type CascadeSnapshot = z.output<typeof cascadeSnapshot>

/** Text that PostgreSQL reads as an instant. */
const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .nullable()
const days = z.int32()

/** Place of a row, and what becoming or ceasing to be a phase changes of it. */
const rowShape = z.object({
  id: z.guid(),
  parent_id: z.guid().nullable(),
  path: z.string().regex(/^\d{1,9}(\.\d{1,9})*$/),
  is_deleted: z.boolean(),
  edited_at: instant,
  status: z.string(),
  duration: days,
  structure_role: z.string(),
  auto_container: z.boolean(),
  own_status: z.string().nullable(),
  own_estimate: days.nullable(),
})
export type RowShape = Readonly<z.output<typeof rowShape>>

/** A row that a change of the tree made, and the edit it was made by: a later one makes it somebody's own. */
const createdRow = z.object({ id: z.guid(), edited_at: instant })
export type CreatedRow = Readonly<z.output<typeof createdRow>>

/** A change of the tree: rows before and after, in the same order. */
export const treeChange = z
  .object({
    before: z.array(rowShape).readonly(),
    after: z.array(rowShape).readonly(),
    created: z.array(createdRow).readonly(),
    deleted_ids: z.array(z.guid()).readonly(),
    removed_dependency_ids: z.array(z.guid()).readonly(),
  })
  .refine(({ before, after }) => before.length === after.length && before.every((row, at) => row.id === after[at]?.id))
export type TreeChange = z.output<typeof treeChange>

/** Null when the change was too large to keep. */
export type StructuralSnapshot = TreeChange | null
