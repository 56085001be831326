import type { Tables } from '../../database.ts'
import { FieldErrors, Refusal } from '../../platform/errors.ts'
import { backgroundWork } from '../../platform/queue/background-work.ts'
import { deleteUnseenTemplates } from '../template.queries.ts'

/** Writes the tasks of a template into a project. An application is kept as long as its project. */
export const applicationWork = backgroundWork<Tables>()({
  table: 'template_applications',
  statuses: { accepted: 'pending', running: 'running', done: 'success', failed: 'failed' },
  job: { name: 'apply_template', keyPrefix: 'apply-template', maxAttempts: 4 },
  claims: ['template_id', 'project_id', 'applied_by_id'],
  explain: (error) => {
    if (error instanceof Refusal && error.status === 404) return { detail: 'The project is gone.' }
    return error instanceof FieldErrors ? { detail: Object.values(error.fields).flat().join('; ') } : null
  },
  unexpected: { detail: 'The template could not be applied.' },
  lost: { detail: 'The work on this application was lost; apply the template again.' },
  usedUp: { detail: 'The process that applied the template ended at every attempt.' },
  kept: null,
  onSweep: deleteUnseenTemplates,
})
