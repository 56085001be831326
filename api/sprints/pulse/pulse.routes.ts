import { z } from 'zod'
import { mayReadSignal } from '../../access/team-signals.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import { canRunSprints } from '../sprint.policy.ts'
import { type SprintScope, sprintScope } from '../sprint.scope.ts'
import { findPulse, listTrend, savePulse } from './pulse.queries.ts'

const tag = 'sprints'
/** So many means in a row fall before energy counts as declining. */
const FALLING_MEANS = 3

const score = z.int().min(1).max(5)
const pulseBody = z.object({ mood: score, energy: score, confidence: score.nullable().optional() })
const pulseReply = z
  .object({
    sprint: z.guid(),
    mood: score,
    energy: score,
    confidence: score.nullable(),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'SprintPulse' })
const mean = z.number().nullable()
const trendReply = z.union([
  z.object({ gated: z.literal(true) }),
  z.object({
    gated: z.literal(false),
    energy_declining: z.boolean(),
    sprints: z.array(
      z
        .object({
          sprint_id: z.guid(),
          sprint_name: z.string(),
          response_count: z.int(),
          mood: mean,
          energy: mean,
          confidence: mean,
        })
        .meta({ id: 'SprintPulseMeans' }),
    ),
  }),
])

/** The caller's own; nobody reads that of another. */
async function readPulse(ctx: Ctx<SprintScope>) {
  const own = await findPulse(ctx, ctx.scope.sprintId, actorId(ctx) as string)
  if (!own) return new Reply(204)
  return { ...own, updated_at: instantText(own.updated_at) }
}

/** Means of the sprints up to this one, which are the team's to share by a signal of their own. */
async function readTrend(ctx: Ctx<SprintScope>) {
  if (!(await mayReadSignal(ctx, 'pulse'))) return { gated: true }
  const sprints = await listTrend(ctx, ctx.scope.sprintId)
  const last = sprints.slice(-FALLING_MEANS).map((sprint) => sprint.energy)
  const isFalling = last.every((energy, index) => index === 0 || energy < (last[index - 1] as number))
  return { gated: false, energy_declining: last.length === FALLING_MEANS && isFalling, sprints }
}

const own = { tag, path: '/sprints/{id}/pulse/', scope: sprintScope(), reply: pulseReply } as const

export const pulseRoutes: readonly Route[] = [
  route({
    ...own,
    method: 'GET',
    summary: 'What the caller said of themselves in a sprint; 204 when nothing',
    otherReplies: { 204: { description: 'nothing yet' } },
    run: (ctx) => readPulse(ctx),
  }),
  route({
    ...own,
    method: 'PUT',
    summary: 'Say how one fares in a sprint, in place of what was said before',
    allow: canRunSprints,
    body: pulseBody,
    run: async (ctx, { body }) => {
      await savePulse(ctx, ctx.scope.sprintId, { ...body, confidence: body.confidence ?? null })
      return readPulse(ctx)
    },
  }),
  route({
    method: 'GET',
    path: '/sprints/{id}/pulse-trend/',
    tag,
    summary: 'How the team fared, sprint by sprint, in means',
    scope: sprintScope(),
    reply: trendReply,
    run: (ctx) => readTrend(ctx),
  }),
]
