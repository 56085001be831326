import { z } from 'zod'
import { wireId } from '../../platform/http/wire-kinds.ts'

const MAX_ROWS = 2000

const rankedRows = z
  .array(z.object({ id: wireId, server_version: z.int().min(0).max(2_147_483_647) }))
  .min(1, 'Name the rows in their order')
  .max(MAX_ROWS)
  .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, 'Name each row once')
export type RankedRow = z.output<typeof rankedRows>[number]

export const reorderBacklogBody = z.object({ stories: rankedRows })
export const reorderQueueBody = z.object({ tasks: rankedRows })
export const updatedReply = z.object({ updated: z.int() })
export const rerankedReply = z.object({ reranked: z.int(), model: z.string() })

const story = z
  .object({
    id: z.guid(),
    short_id: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.string(),
    story_points: z.int().nullable(),
    priority_rank: z.int().nullable(),
    dor: z.string(),
    dor_blockers: z.array(z.string()),
    criteria_met_count: z.int(),
    criteria_total: z.int(),
    prioritization_score: z.number().nullable(),
    parent_epic: z.guid().nullable(),
    assignee: z.guid().nullable(),
    server_version: z.int(),
  })
  .meta({ id: 'BacklogStory' })

export const productBacklogReply = z
  .object({
    epics: z.array(
      z
        .object({
          id: z.guid(),
          short_id: z.string(),
          name: z.string(),
          status: z.string(),
          priority_rank: z.int().nullable(),
          server_version: z.int(),
          stories: z.array(story),
          rollup: z.object({
            story_count: z.int(),
            points_total: z.int().nullable(),
            points_done: z.int().nullable(),
          }),
        })
        .meta({ id: 'BacklogEpic' }),
    ),
    ungrouped: z.array(story),
    health: z.object({
      dor_pct: z.int(),
      ready_count: z.int(),
      ready_points: z.int().nullable(),
      capacity_points: z.int().nullable(),
      unestimated: z.int(),
      ac_met: z.int(),
      ac_total: z.int(),
      story_count: z.int(),
    }),
    scoring: z.object({ model: z.string() }),
  })
  .meta({ id: 'ProductBacklog' })
