import { defineJob } from '../platform/queue/define-job.ts'

/** Computes a project's dates again and stores what changed. One waiting run a project; a later write asks for another. */
export const recomputeProject = defineJob<{ projectId: string }>({
  name: 'recompute_project',
  jobKey: (payload) => `recompute:${payload.projectId}`,
})

/** Computes again, after midnight where they stand, the projects whose data date is today. */
export const refreshDataDates = defineJob<object>({ name: 'refresh_data_dates' })
