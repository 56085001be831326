import { z } from 'zod'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { SCOPE_STATUSES } from './scope-change.entity.ts'

const status = z.enum(SCOPE_STATUSES)
const instant = z.string().meta({ format: 'date-time' })

export const decideBody = z.object({
  ids: z.array(wireId).max(2000).optional().describe('all that wait when left out or empty'),
})

const row = {
  id: z.guid(),
  task: z.guid(),
  sprint: z.guid(),
  item_name: z.string(),
  status,
  goal_impact: z.boolean(),
  added_at: instant,
}

export const decidedReply = z.object({ ...row, pending_count: z.int() }).meta({ id: 'ScopeChange' })
const rows = z.array(z.object(row).meta({ id: 'ScopeChangeRow' }))
export const acceptedReply = z.object({ accepted: rows, pending_count: z.int() })
export const rejectedReply = z.object({ rejected: rows, pending_count: z.int() })

const points = z.int().nullable().describe('null for who may not read the team’s points')
export const auditReply = z
  .object({
    summary: z.object({
      points_added: points,
      points_removed: points,
      added_mid_sprint_count: z.int(),
      total: z.int(),
    }),
    events: z.array(
      z.object({
        id: z.guid(),
        item_name: z.string(),
        story_points: points,
        added_by_name: z.string().nullable(),
        added_at: instant,
        goal_impact: z.boolean(),
        status,
      }),
    ),
  })
  .meta({ id: 'ScopeAudit' })
