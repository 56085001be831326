import { z } from 'zod'
import { civilDate, wireId } from '../../platform/http/wire-kinds.ts'

export const promoteBody = z.object({
  milestone_id: wireId.nullable().optional().describe('a milestone of the project; a new one when left out'),
  name: z.string().trim().max(10_000).optional().describe('of a new one; the goal of the sprint when left out'),
  target_date: civilDate.optional().describe('of a new one; the end of the sprint when left out'),
})
export type PromoteInput = z.output<typeof promoteBody>
