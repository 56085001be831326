import { defineEntity, p } from '@mikro-orm/postgresql'

/** One row per kind of background process: when one of them last showed that it works. */
export const JobHeartbeatSchema = defineEntity({
  name: 'JobHeartbeat',
  tableName: 'job_heartbeats',
  properties: {
    name: p.text().primary(),
    beat_at: p.datetime().columnType('timestamptz').defaultRaw('now()'),
  },
})
