import { z } from 'zod'

const shared = {
  id: z.guid(),
  project_id: z.guid(),
  early_start: z.string(),
  early_finish: z.string(),
}

const ownRow = z.strictObject({
  ...shared,
  name: z.string(),
  hex_id: z.string(),
  is_milestone: z.boolean(),
  is_critical: z.boolean(),
  is_external: z.literal(false),
  wbs_path: z.string(),
  late_start: z.string(),
  late_finish: z.string(),
  total_float_days: z.int(),
})

/** All that is told of a task of a project the reader is no member of. */
const externalRow = z.strictObject({
  ...shared,
  title: z.string(),
  is_external: z.literal(true),
})

const link = z.object({
  predecessor_id: z.guid(),
  successor_id: z.guid(),
  dep_type: z.enum(['FS', 'SS', 'FF', 'SF']),
  lag_days: z.int(),
  is_cross_project: z.boolean(),
})

export const programScheduleReply = z
  .object({
    program_id: z.guid(),
    start_date: z.string().nullable(),
    finish_date: z.string().nullable(),
    projects: z.array(z.object({ id: z.guid(), name: z.string(), accessible: z.boolean() })),
    tasks: z.array(z.union([ownRow, externalRow])).describe('leaves; phases are left out'),
    links: z
      .array(link)
      .describe('links between tasks that touch a project of the reader; those of phases are left out'),
    critical_path: z.array(z.guid()).describe('without the tasks of projects the reader is no member of'),
    cross_project_edge_count: z.int(),
    left_out: z
      .array(
        z.object({
          id: z.guid(),
          project_id: z.guid(),
          name: z.string().optional(),
          title: z.string().optional(),
          reason: z.string().optional(),
        }),
      )
      .optional()
      .describe('tasks that cannot be computed and have no dates; absent where there are none'),
  })
  .meta({ id: 'ProgramSchedule' })
