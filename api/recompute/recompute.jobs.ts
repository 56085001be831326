import { defineJob } from '../platform/queue/define-job.ts'

/** Computes a project's dates again and stores what changed. One waiting run a project; a later write asks for another. */
export const recomputeProject = defineJob<{ projectId: string }>({
  name: 'recompute_project',
  jobKey: (payload) => `recompute:${payload.projectId}`,
  lane: 'schedule',
  flag: (payload) => passFlag(payload.projectId),
})

/**
 * The same for what no person did at a screen just now: imports, templates, seeds, midnight. It shares the slots of such
 * work, so that a heap of imports does not hold up the dates of somebody's edit, and goes before work that waits there.
 */
export const recomputeUnattended = defineJob<{ projectId: string }>({
  name: 'recompute_unattended',
  jobKey: (payload) => `recompute-unattended:${payload.projectId}`,
  flag: (payload) => passFlag(payload.projectId),
  priority: -1,
})

/** The name under which passes over one project keep out of each other's way. */
export function passFlag(projectId: string): string {
  return `pass:${projectId}`
}

/** Computes again, after midnight where they stand, the projects whose data date is today. */
export const refreshDataDates = defineJob<object>({ name: 'refresh_data_dates' })
