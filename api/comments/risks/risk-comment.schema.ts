import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { remarkText } from '../../tasks/remarks/remark.schema.ts'

export const listRiskCommentsQuery = z.object({ ...pageQuery, search: z.string().max(512).optional() })
export type ListRiskCommentsQuery = z.output<typeof listRiskCommentsQuery>

export const riskCommentBody = z.object({ message: remarkText })

export const riskCommentReply = z
  .object({
    id: z.guid(),
    author: z.object({ id: z.guid(), display_name: z.string() }).nullable(),
    message: z.string(),
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'RiskComment' })
