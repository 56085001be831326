import { defineJob } from '../../platform/queue/define-job.ts'

/** Reads the work of one connection. What fails is read again by the clock, so that one attempt is enough. */
export const syncConnection = defineJob<{ connectionId: string }>({
  name: 'sync_connection',
  jobKey: ({ connectionId }) => `sync-connection:${connectionId}`,
  maxAttempts: 1,
})

/** Asks for the work of every connection that is read by the clock. */
export const pollConnections = defineJob<object>({ name: 'poll_connections' })

/** Removes what trackers have not named for days. */
export const cleanExternalItems = defineJob<object>({ name: 'clean_external_items' })
