import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'
import type { SEED_STATUSES } from './seed.schema.ts'

/**
 * The import of one program seed: pending, running, then success or failed. The document is kept until it ends, the row
 * until `expires_at`.
 */
export const ProgramImportJobSchema = defineEntity({
  name: 'ProgramImportJob',
  tableName: 'program_import_jobs',
  properties: {
    id: p.uuid().primary(),
    /** The shell that the document fills. */
    program_id: p.uuid(),
    requested_by_id: p.uuid(),
    status: p.text().$type<(typeof SEED_STATUSES)[number]>().default('pending'),
    filename: p.string().columnType('varchar(255)'),
    replace: p.boolean().default(false),
    /** The program that gives way when the new one is written. */
    replaced_program_id: p.uuid().nullable(),
    /** The wanted key, which the replaced program holds until then. */
    slug: p.text(),
    content: p.blob().nullable(),
    /** The document came as a request body, beside what to do with it. */
    has_controls: p.boolean().default(false),
    /** What its relative dates count from, whenever the work is done. */
    import_day: p.date(),
    result_summary: p.json().$type<Record<string, unknown>>().nullable(),
    error_detail: p.text().default(''),
    expires_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
  },
  indexes: [
    { properties: ['program_id'] },
    {
      name: 'program_import_jobs_open',
      expression: `create index "program_import_jobs_open" on "program_import_jobs" ("requested_by_id") where "status" in ('pending', 'running')`,
    },
  ],
})
references(
  ProgramImportJobSchema,
  {
    program_id: ownedBy('programs'),
    requested_by_id: ownedBy('accounts'),
    replaced_program_id: mayName('programs'),
  },
  'commit',
)
