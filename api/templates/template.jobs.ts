import { defineJob } from '../platform/queue/define-job.ts'

/** Writes the template's tasks into the project. The job only points at the application. */
export const applyTemplateJob = defineJob<{ applicationId: string }>({
  name: 'apply_template',
  maxAttempts: 4,
  jobKey: (payload) => `apply-template:${payload.applicationId}`,
})

/** Ends applications whose job is gone or used up, and removes templates that nobody can see any more. */
export const sweepTemplateApplications = defineJob<object>({ name: 'sweep_template_applications', maxAttempts: 1 })
