import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { differenceReply } from '../../schedule/questions/difference.schema.ts'
import { comparePast } from './compare-past.ts'

const moment = z.string().max(64).describe('id of a baseline, for the moment it was captured at, or an instant')

const presented = z.object({
  at: z.string().meta({ format: 'date-time' }),
  baseline: z.object({ id: z.guid(), name: z.string() }).nullable(),
})

export const pastRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/{id}/schedule/diff/',
    tag: 'Schedule',
    summary: 'What was changed between two moments of a project, and what each change moved',
    limits: [byAccount('schedule_question', (config) => config.throttleMonteCarloRate)],
    scope: projectScope(),
    query: z.object({ from: moment, to: moment.optional().describe('now when left out') }),
    reply: z
      .object({
        from: presented,
        to: presented,
        difference: differenceReply.nullable().describe('tasks by their ids; null where nothing was scheduled'),
      })
      .meta({ id: 'SchedulePastDifference' }),
    run: (ctx, { query }) => comparePast(ctx, query),
  }),
]
