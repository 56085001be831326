import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../../platform/db/references.ts'

/**
 * A whole project, program or workspace, packed into one file in the background. The file lies in the file store until
 * `expires_at`; the row stays as long again, so that somebody who comes late is told why there is nothing.
 */
export const ExportJobSchema = defineEntity({
  name: 'ExportJob',
  tableName: 'export_jobs',
  properties: {
    id: p.uuid().primary(),
    /** Both null: the workspace. */
    project_id: p.uuid().nullable(),
    program_id: p.uuid().nullable(),
    requested_by_id: p.uuid(),
    status: p.text().$type<'pending' | 'running' | 'success' | 'failed'>().default('pending'),
    file_size: p.bigint('number').nullable(),
    error_detail: p.text().default(''),
    expires_at: p.datetime(),
    created_at: p.datetime().defaultRaw('now()'),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
  },
  checks: [
    { name: 'export_jobs_status', expression: "status in ('pending', 'running', 'success', 'failed')" },
    { name: 'export_jobs_place', expression: 'num_nonnulls(project_id, program_id) <= 1' },
  ],
  indexes: [
    {
      name: 'export_jobs_open',
      expression: `create unique index "export_jobs_open" on "export_jobs" (coalesce("project_id", "program_id", '00000000-0000-0000-0000-000000000000'))
  where "status" in ('pending', 'running')`,
    },
    { name: 'export_jobs_over', properties: ['expires_at'] },
  ],
})
references(ExportJobSchema, {
  project_id: ownedBy('projects'),
  program_id: ownedBy('programs'),
  requested_by_id: ownedBy('accounts'),
})
