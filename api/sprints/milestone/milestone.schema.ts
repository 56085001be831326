import { z } from 'zod'
import { civilDate, wireId } from '../../platform/http/wire-kinds.ts'

export const promoteBody = z.object({
  milestone_id: wireId.nullable().optional().describe('a milestone of the project; a new one when left out'),
  name: z.string().trim().max(10_000).optional().describe('of a new one; the goal of the sprint when left out'),
  target_date: civilDate.optional().describe('of a new one; the end of the sprint when left out'),
})
export type PromoteInput = z.output<typeof promoteBody>

export const milestonesQuery = z.object({
  unbound: z.stringbool().optional().describe('those alone that no sprint works towards'),
})
export const milestonesReply = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string(),
      wbs_path: z.string(),
      early_finish: z.string().meta({ format: 'date' }).nullable(),
      is_bound: z.boolean(),
    })
    .meta({ id: 'MilestoneListItem' }),
)
