import { editRule, type Operations, project } from './rules.ts'

const TASK = '/projects/{id}/tasks/{taskId}'
const CSV = { name: 'tides.csv', bytes: 'high,low\n6:12,12:30\n', type: 'text/csv' }

/** The local disk of the tests signs nothing. */
const NOT_SIGNED = { active: 501, archived: 501, closed: 501 } as const

/** Files and links of tasks: whoever put one there deletes it, and so may a Project Manager. */
export const attachmentsOperations: Operations = {
  [`GET ${TASK}/attachments/`]: project(1),
  [`POST ${TASK}/attachments/`]: project(100, { upload: CSV }),
  [`GET ${TASK}/attachments/{attachmentId}/`]: project(1),
  [`DELETE ${TASK}/attachments/{attachmentId}/`]: editRule(),
  [`GET ${TASK}/attachments/{attachmentId}/signed-url/`]: project(1, { inState: NOT_SIGNED }),
  [`GET ${TASK}/attachments/{attachmentId}/download/`]: project(1),
  [`GET ${TASK}/links/`]: project(1),
  [`POST ${TASK}/links/`]: project(100, { body: () => ({ url: 'example.org/tides' }) }),
  [`GET ${TASK}/links/{linkId}/`]: project(1),
  [`PATCH ${TASK}/links/{linkId}/`]: project(100, { body: () => ({ custom_title: 'Tides' }) }),
  [`POST ${TASK}/links/{linkId}/refresh/`]: project(1, { slow: true }),
  [`DELETE ${TASK}/links/{linkId}/`]: project(100),
}
