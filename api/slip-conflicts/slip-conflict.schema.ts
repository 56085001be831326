import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'

export const listSlipsQuery = z.object({
  ...pageQuery,
  program: wireId.optional(),
  project: wireId.optional(),
  sprint: wireId.optional(),
  open: z.string().max(8).optional().describe('true: neither resolved nor acknowledged'),
})
export type ListSlipsQuery = z.output<typeof listSlipsQuery>

const instant = z.string().meta({ format: 'date-time' })
const date = z.string().meta({ format: 'date' })

export const slipReply = z
  .object({
    id: z.guid(),
    sprint: z.guid(),
    sprint_name: z.string(),
    sprint_finish_date: date,
    task: z.guid(),
    task_name: z.string(),
    task_hex_id: z.string(),
    project_id: z.guid(),
    dependency: z.guid().nullable(),
    upstream_task: z
      .looseObject({ id: z.guid(), title: z.string(), project_id: z.guid() })
      .nullable()
      .describe('what it waits for; null when the link is gone'),
    pushed_to: date,
    detected_at: instant,
    re_slip_count: z.int(),
    resolution: z.enum(['unresolved', 'auto_resolved']),
    resolved_at: instant.nullable(),
    acknowledged_by: z.guid().nullable(),
    acknowledged_by_name: z.string().nullable(),
    acknowledged_at: instant.nullable(),
    is_open: z.boolean(),
  })
  .meta({ id: 'SlipConflict' })
