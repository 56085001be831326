import { defineJob } from '../../platform/queue/define-job.ts'

/** Writes the burndown of the day before for sprints under way. */
export const snapshotBurndowns = defineJob<object>({ name: 'snapshot_burndowns' })
