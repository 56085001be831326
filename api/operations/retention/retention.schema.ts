import { z } from 'zod'
import { POLICY_KEYS } from '../../retention/policies.ts'

/** A hundred years: further back reaches no installation. */
const MOST = 36_500
const key = z.enum(POLICY_KEYS)
const frequency = z.enum(['daily', 'weekly', 'off'])
const onFailure = z.enum(['continue', 'stop'])
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Enter a time of day, HH:MM.')
  .meta({ example: '02:00' })
const value = z.int().min(1).max(MOST)

const runReply = z
  .object({
    id: z.guid(),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    trigger: z.enum(['scheduled', 'manual', 'dry_run']),
    state: z.enum(['running', 'ok', 'partial', 'failed']),
    tables: z.array(
      z.object({
        key,
        label: z.string(),
        rows_deleted: z.int(),
        bytes_freed: z.int().nullable(),
        error: z.string().describe('empty where all went well'),
      }),
    ),
    rows_deleted: z.int().describe('of a dry run: rows that would have been'),
    bytes_freed: z.int().nullable().describe('of the rows themselves; the disk gets them back later'),
    error: z.string(),
    duration_ms: z.int().nullable(),
  })
  .meta({ id: 'PurgeRun' })

const schedule = {
  frequency,
  time_of_day_utc: z.string(),
  day_of_week: z.int().nullable().describe('of weekly runs: 0 is Monday, and so is null'),
  on_failure: onFailure,
}

export const retentionReply = z
  .object({
    policies: z.array(
      z.object({
        key,
        label: z.string(),
        note: z.string(),
        unit: z.enum(['days', 'hours']),
        value: z.int(),
        enabled: z.boolean(),
        row_count: z.int(),
        bytes: z.int().nullable(),
      }),
    ),
    schedule: z.object(schedule),
    runs: z.array(runReply),
  })
  .meta({ id: 'RetentionState' })

export const retentionBody = z.object({
  policies: z
    .array(z.object({ key, value, enabled: z.boolean() }))
    .max(POLICY_KEYS.length * 4)
    .optional(),
  schedule: z
    .object({ ...schedule, time_of_day_utc: timeOfDay, day_of_week: z.int().min(0).max(6).nullable() })
    .partial()
    .optional(),
})
export type RetentionBody = z.output<typeof retentionBody>

export const impactQuery = z.object({ key, value: z.coerce.number().pipe(value).describe('in the unit of the policy') })
export const impactReply = z
  .object({ eligible_rows: z.int(), eligible_bytes: z.int().nullable() })
  .meta({ id: 'RetentionImpact' })

export const runBody = z.object({ dry_run: z.boolean().default(false) })
export const runQueued = z.object({ queued: z.boolean(), run_id: z.guid() }).meta({ id: 'PurgeRunQueued' })
