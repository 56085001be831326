import { route } from '../../platform/http/route.ts'
import { isOperator } from '../operator.policy.ts'
import { impactQuery, impactReply, retentionBody, retentionReply, runBody, runQueued } from './retention.schema.ts'
import { readImpact, readRetention, updateRetention } from './retention.ts'
import { requestPurge } from './start-purge.ts'

const ROOT = '/health/retention/'
const byOperators = { tag: 'operations', audience: 'session', allow: isOperator } as const

export const retentionRoutes = [
  route({
    ...byOperators,
    method: 'GET',
    path: ROOT,
    summary: 'How long records are kept, when what is over goes, and how the last removals went',
    reply: retentionReply,
    run: (ctx) => readRetention(ctx),
  }),
  route({
    ...byOperators,
    method: 'PATCH',
    path: ROOT,
    summary: 'Change how long records are kept and when what is over goes',
    body: retentionBody,
    example: { schedule: { frequency: 'weekly', day_of_week: 5, time_of_day_utc: '02:00' } },
    reply: retentionReply,
    run: (ctx, { body }) => updateRetention(ctx, body),
  }),
  route({
    ...byOperators,
    method: 'GET',
    path: `${ROOT}impact/`,
    summary: 'What would go at once if records were kept so long',
    query: impactQuery,
    reply: impactReply,
    run: (ctx, { query }) => readImpact(ctx, query),
  }),
  route({
    ...byOperators,
    method: 'POST',
    path: `${ROOT}runs/`,
    summary: 'Remove what is over now, or count it',
    body: runBody,
    status: 202,
    reply: runQueued,
    otherReplies: { 409: { description: 'A removal is under way.' } },
    run: (ctx, { body }) => requestPurge(ctx, { isDryRun: body.dry_run }),
  }),
]
