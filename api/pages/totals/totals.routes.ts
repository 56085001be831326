import { z } from 'zod'
import { actingAccount } from '../../platform/context.ts'
import { route } from '../../platform/http/route.ts'
import { loadOwnTotals } from './totals.queries.ts'

const date = z.string().meta({ format: 'date' }).nullable()
const totalsReply = z.array(
  z
    .object({
      project: z.guid(),
      start: date,
      finish: date,
      task_count: z.int().describe('phases are not counted'),
      done_count: z.int(),
      critical_count: z.int().describe('on the critical path and still to do'),
    })
    .meta({ id: 'ProjectTotals' }),
)

/** What a list of projects tells of each plan. */
export const totalsRoutes = [
  route({
    method: 'GET',
    path: '/me/project-totals/',
    tag: 'projects',
    summary:
      'Finish and progress of each project in use that the caller is a member of; those without tasks are left out',
    reply: totalsReply,
    run: (ctx) => loadOwnTotals(ctx, actingAccount(ctx).id),
    present: (totals) => Array.from(totals, ([project, { row_count: _, ...told }]) => ({ project, ...told })),
  }),
]
