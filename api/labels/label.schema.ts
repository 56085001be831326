import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'

export const LABEL_COLORS = ['slate', 'teal', 'purple', 'blue', 'rose', 'amber', 'green', 'cyan'] as const
export const MAX_LABEL_LENGTH = 50
export const MAX_POSITION = 32_767

const color = z.enum(LABEL_COLORS)

export const listLabelsQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('position, name; a leading - turns it round'),
})

export const labelBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(MAX_LABEL_LENGTH),
  color: color.optional().describe('slate when left out'),
  position: z.int().min(-32_768).max(MAX_POSITION).optional().describe('last when left out'),
})
export type LabelInput = z.output<typeof labelBody>

export const labelReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    color,
    position: z.int(),
    server_version: z.int(),
    created_at: z.string().meta({ format: 'date-time' }),
    task_count: z.int(),
  })
  .meta({ id: 'Label' })

export const attachBody = z.object({ label_id: wireId })
/** The label to take off stands in the body or in the query. */
export const detachFields = z.object({ label_id: wireId.optional() })

export const chipsReply = z.array(
  z.object({ id: z.guid(), name: z.string(), color, position: z.int() }).meta({ id: 'TaskLabelChip' }),
)
