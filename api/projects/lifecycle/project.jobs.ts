import { defineJob } from '../../platform/queue/define-job.ts'

/** Removes for good the projects that have been in the trash for as long as it keeps them. */
export const emptyProjectTrash = defineJob<object>({ name: 'empty_project_trash', maxAttempts: 3 })
