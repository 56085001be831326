import { z } from 'zod'
import { programScope } from '../../access/program-scope.ts'
import { projectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { Refusal } from '../../platform/errors.ts'
import { type RawInput, route } from '../../platform/http/route.ts'
import { listTokens, listWebhooks, type SummaryScope } from './summary.queries.ts'

const instant = z.string().meta({ format: 'date-time' })

const summaryReply = z
  .object({
    webhooks: z.object({
      count: z.int(),
      active_count: z.int(),
      failing_count: z.int().describe('whose last delivery failed'),
      results: z.array(
        z.object({
          id: z.guid(),
          url: z.string(),
          format: z.string(),
          is_active: z.boolean(),
          events: z.array(z.string()),
          consecutive_failures: z.int(),
          last_failure_at: instant.nullable(),
          created_at: instant,
        }),
      ),
    }),
    api_tokens: z.object({
      count: z.int(),
      results: z
        .array(
          z.object({
            id: z.guid(),
            name: z.string(),
            token_prefix: z.string(),
            last_used_at: instant.nullable(),
            expires_at: instant.nullable(),
            created_at: instant,
          }),
        )
        .describe('named to Project Managers and above, who may see them elsewhere; others read how many there are'),
    }),
  })
  .meta({ id: 'IntegrationsSummary' })

async function readSummary(ctx: Ctx<SummaryScope>) {
  return {
    webhooks: await section(ctx, 'webhooks', summarizeWebhooks),
    api_tokens: await section(ctx, 'api_tokens', summarizeTokens),
  }
}

/** What cannot be read makes no half of an answer: it is named. */
async function section<T>(ctx: Ctx<SummaryScope>, failed: string, read: (ctx: Ctx<SummaryScope>) => Promise<T>) {
  try {
    return await read(ctx)
  } catch (error) {
    ctx.services.log.error({ error, failed }, 'integrations summary')
    throw new Refusal(503, 'A part of the summary cannot be read now.', {
      extra: { failed },
      headers: { 'Retry-After': '5' },
    })
  }
}

async function summarizeWebhooks(ctx: Ctx<SummaryScope>) {
  const rows = await listWebhooks(ctx)
  return {
    count: rows.length,
    active_count: rows.filter((row) => row.is_active).length,
    failing_count: rows.filter((row) => row.consecutive_failures > 0).length,
    results: rows.map((row) => ({
      ...row,
      last_failure_at: instantText(row.last_failure_at),
      created_at: instantText(row.created_at),
    })),
  }
}

async function summarizeTokens(ctx: Ctx<SummaryScope>) {
  const rows = await listTokens(ctx)
  const named = atLeast(ctx.scope.role, ROLE.manager) ? rows : []
  return {
    count: rows.length,
    results: named.map((row) => ({
      ...row,
      last_used_at: instantText(row.last_used_at),
      expires_at: instantText(row.expires_at),
      created_at: instantText(row.created_at),
    })),
  }
}

function summaryOf(path: string, summary: string, scope: (ctx: Ctx, raw: RawInput) => Promise<SummaryScope>) {
  return route({
    method: 'GET',
    path: `${path}integrations-summary/`,
    tag: 'integrations',
    summary,
    scope,
    reply: summaryReply,
    otherReplies: { 503: { description: 'a part cannot be read; `failed` names it' } },
    run: readSummary,
  })
}

export const summaryRoutes = [
  summaryOf('/projects/{id}/', 'Webhooks and tokens of a project', projectScope()),
  summaryOf('/programs/{id}/', 'Webhooks and tokens of a program', programScope()),
]
