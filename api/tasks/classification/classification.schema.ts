import { z } from 'zod'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { DELIVERY_MODES, GOVERNANCE_CLASSES } from '../task-values.ts'

export const classificationBody = z
  .object({
    subtree: wireId,
    cascade: z.boolean().default(true),
    governance_class: z.enum(GOVERNANCE_CLASSES).nullable().optional(),
    delivery_mode: z.enum(DELIVERY_MODES).nullable().optional(),
    preserve_governance_overrides: z.boolean().default(true),
    skip_milestones: z.boolean().default(true),
  })
  .meta({ id: 'TaskClassificationRequest' })

export type ClassificationBody = z.output<typeof classificationBody>

const axis = z.object({
  requested: z.string(),
  applied: z.int(),
  unchanged: z.int(),
  overrides_kept: z.int().nullable(),
  has_inherit_bit: z.boolean(),
})

export const classificationReply = z
  .object({
    subtree: z.guid(),
    matched: z.int(),
    rows_written: z.int(),
    governance: axis.optional(),
    delivery_mode: axis.optional(),
    skipped: z.array(z.object({ id: z.guid(), code: z.string(), axes: z.array(z.string()), message: z.string() })),
    operation_id: z.guid().nullable(),
    can_undo: z.boolean(),
  })
  .meta({ id: 'TaskClassification' })
