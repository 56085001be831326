import { z } from 'zod'
import { composeJql, isBalanced } from './compose-jql.ts'

/** Where a person's own work is read from; one kind so far. */
export const SOURCES = ['jira'] as const
export type Source = (typeof SOURCES)[number]
export const SOURCE_LABELS: Record<Source, string> = { jira: 'Jira' }

const MAX_PROJECT_KEYS = 50
export const BUCKETS = ['in_progress', 'todo', 'done'] as const
export type Bucket = (typeof BUCKETS)[number]

const instant = z.string().meta({ format: 'date-time' })

export const connectionParams = z.object({ source: z.string().max(64) })

const projectKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Send the key of a project: letters, digits and _')
  .transform((key) => key.toUpperCase())

export const connectionBody = z.object({
  secret: z.string().min(1).max(4096),
  base_url: z.string().trim().min(1).max(512),
  deployment: z.enum(['cloud', 'server']).default('cloud'),
  account_email: z
    .union([z.literal(''), z.email().max(254)])
    .default('')
    .describe('whose secret it is; cloud only'),
  jql: z
    .string()
    .trim()
    .max(1024)
    .refine(isBalanced, 'A bracket or a quote is not closed.')
    .default('')
    .describe('empty: what is assigned to the person and not done'),
  project_keys: z.array(projectKey).max(MAX_PROJECT_KEYS).default([]),
  poll_enabled: z.boolean().default(true),
})
export type ConnectionInput = z.output<typeof connectionBody>

/** What is asked of the tracker. */
export function questionOf({ jql, project_keys }: Pick<ConnectionInput, 'jql' | 'project_keys'>): string {
  return composeJql(jql, project_keys)
}

export const connectionPatch = z.strictObject({ poll_enabled: z.boolean().optional() })

export const connectionReply = z
  .object({
    name: z.string(),
    exists: z.boolean(),
    base_url: z.string(),
    deployment: z.enum(['cloud', 'server']),
    account_email: z.string(),
    status: z.enum(['connected', 'not_connected', 'auth_failed', 'invalid_filter']),
    last_synced_at: instant.nullable(),
    jql: z.string(),
    project_keys: z.array(z.string()),
    poll_enabled: z.boolean(),
  })
  .meta({ id: 'ExternalConnectionSummary' })

export const connectionError = z
  .object({ detail: z.string(), code: z.string(), reason: z.string().nullable() })
  .meta({ id: 'ExternalConnectionError' })

export const syncQueued = z.object({ queued: z.literal(true) }).meta({ id: 'ExternalSyncQueued' })
export const syncCooldown = z
  .object({ detail: z.string(), code: z.literal('sync_cooldown'), retry_after: z.int() })
  .meta({ id: 'ExternalSyncCooldown' })

export const externalItemReply = z
  .object({
    id: z.guid(),
    source_key: z.string(),
    external_id: z.string(),
    external_url: z.string(),
    title: z.string(),
    external_status: z.string(),
    display_bucket: z.enum(BUCKETS),
    last_synced_at: instant.nullable(),
  })
  .meta({ id: 'ExternalWorkItem' })
