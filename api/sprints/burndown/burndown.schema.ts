import { z } from 'zod'

const day = z.string().meta({ format: 'date' })

export const burndownReply = z
  .object({
    sprint: z.guid(),
    snapshots: z.array(
      z.object({
        snapshot_date: day,
        remaining_points: z.int(),
        remaining_task_count: z.int(),
        completed_points: z.int(),
        completed_task_count: z.int(),
        scope_change_points: z.int(),
        scope_change_task_count: z.int(),
      }),
    ),
    burn_status: z.enum(['no_data', 'ahead', 'behind', 'on_track']),
    trend_points: z.int().nullable(),
    projected_finish_date: day.nullable(),
  })
  .meta({ id: 'SprintBurndown' })
