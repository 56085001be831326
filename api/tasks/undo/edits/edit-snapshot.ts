import { z } from 'zod'

/** One edit or deletion of one row: the fields as they were before, and the version the row had after. */
export const editSnapshot = z
  .object({
    object_type: z.enum(['task', 'dependency']),
    object_id: z.guid(),
    action: z.enum(['edit', 'delete']),
    fields: z.record(z.string(), z.unknown()).readonly(),
    version: z.int32().min(1),
  })
  .readonly()
export type EditSnapshot = z.output<typeof editSnapshot>
