import type { Tables } from '../../database.ts'
import { backgroundWork } from '../../platform/queue/background-work.ts'
import { defineJob } from '../../platform/queue/define-job.ts'
import { trimPurgeRuns } from './purge-run.queries.ts'

/** Looks whether a removal is due by its schedule, and asks for it. */
export const coordinateRetention = defineJob<object>({ name: 'coordinate_retention', maxAttempts: 3 })

/** Removes what has been kept long enough, policy by policy. */
export const purgeWork = backgroundWork<Tables>()({
  table: 'purge_runs',
  statuses: { accepted: 'queued', running: 'running', done: 'ok', failed: 'failed' },
  job: { name: 'purge_retention', keyPrefix: 'purge', maxAttempts: 3 },
  claims: ['trigger'],
  unexpected: { detail: 'The removal failed unexpectedly.' },
  lost: { detail: 'The work on this removal was lost; start it again.' },
  usedUp: { detail: 'The process that removed records ended at every attempt.' },
  kept: null,
  onSweep: trimPurgeRuns,
})
