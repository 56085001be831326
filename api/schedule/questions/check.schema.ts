import { z } from 'zod'

const severity = z.enum(['error', 'warning', 'info'])
const tasks = z.array(z.guid())
const links = z.array(
  z.object({ predecessor: z.guid(), successor: z.guid(), dep_type: z.enum(['FS', 'SS', 'FF', 'SF']) }),
)

export const checkReply = z
  .object({
    format: z.literal('svc-lint/1'),
    name: z.string().nullable(),
    status_date: z.string().nullable(),
    tasks: z.int(),
    links: z.int(),
    counts: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
    assessment: z.array(
      z.object({
        number: z.int(),
        rule: z.string(),
        title: z.string(),
        limit: z.string(),
        threshold: z.string(),
        status: z.enum(['passed', 'failed', 'not_measured']),
        value: z.number().nullable(),
        count: z.number().nullable(),
        total: z.number().nullable(),
        note: z.string().nullable(),
        tasks,
        links,
      }),
    ),
    rules: z.array(z.object({ code: z.string(), severity, title: z.string(), remedy: z.string(), findings: z.int() })),
    findings: z.array(z.object({ rule: z.string(), severity, message: z.string(), tasks, links })),
  })
  .meta({ id: 'ScheduleCheck' })
