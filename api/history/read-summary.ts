import { z } from 'zod'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { listSaves } from './history.queries.ts'
import { fieldOfColumn, hiddenColumns } from './visible-columns.ts'

const DAYS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
const DAY_MS = 86_400_000
/** How many saves are counted; what lies further back is told to be there. */
const MOST = 5000
const TYPES = ['task', 'project', 'dependency'] as const

export const summaryQuery = z.object({
  window: z.enum(['1d', '7d', '30d', '90d']).optional().describe('7d unless said'),
  refresh: z.string().optional().describe('changes nothing: what is told is always of this moment'),
})

export const summaryReply = z
  .object({
    project_id: z.guid(),
    window: z.string(),
    total_mutations: z.int(),
    by_object_type: z.object({ task: z.int(), project: z.int(), dependency: z.int() }),
    by_field: z.array(z.object({ field: z.string(), count: z.int() })).describe('the most frequent first'),
    count_truncated: z.boolean().describe('there are more saves than are counted, which are the newest'),
    generated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'HistorySummary' })

/** How often a project, its tasks and its links were saved of late, and which fields that changed. */
export async function readSummary(ctx: Ctx<ProjectScope>, { window = '7d' }: z.output<typeof summaryQuery>) {
  const now = ctx.services.clock.now()
  const since = new Date(now.getTime() - DAYS[window] * DAY_MS)
  const saves = await listSaves(ctx, { types: TYPES, since, hidden: await hiddenColumns(ctx), limit: MOST + 1 })
  const counted = saves.slice(0, MOST)
  const ofType = (type: (typeof TYPES)[number]) => counted.filter((save) => save.object_type === type).length
  return {
    project_id: ctx.scope.projectId,
    window,
    total_mutations: counted.length,
    by_object_type: { task: ofType('task'), project: ofType('project'), dependency: ofType('dependency') },
    by_field: countFields(counted.flatMap(({ columns }) => columns ?? [])),
    count_truncated: saves.length > MOST,
    generated_at: now.toISOString(),
  }
}

function countFields(columns: readonly string[]): { field: string; count: number }[] {
  return [...Map.groupBy(columns, fieldOfColumn)]
    .map(([field, { length: count }]) => ({ field, count }))
    .sort((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1))
}
