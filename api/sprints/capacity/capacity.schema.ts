import { z } from 'zod'

const hours = z.number()

export const capacityReply = z
  .object({
    members: z.array(
      z.object({
        member_id: z.guid(),
        member_name: z.string(),
        initials: z.string(),
        committed_hours: hours,
        available_hours: hours,
        ratio: z.number(),
        is_over: z.boolean(),
      }),
    ),
    totals: z.object({
      committed_hours: hours,
      available_hours: hours,
      ratio: z.number(),
      buffer_hours: hours,
      label: z.enum(['on_track', 'at_risk', 'over_capacity']),
      pto_days: z.int(),
    }),
    working_days: z.int(),
    hours_per_day: hours,
  })
  .meta({ id: 'SprintCapacity' })
