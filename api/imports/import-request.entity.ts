import { defineEntity, p } from '@mikro-orm/postgresql'
import type { FileDates } from '../../importers/check/file-dates.ts'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import type { IMPORT_STATUSES } from './import.schema.ts'
import type { ImportKind } from './import-kinds.ts'

/**
 * One accepted upload and what became of it: pending, dispatched, done, dead (spreadsheets also undone). The bytes are
 * kept until a terminal state, the row for SVC_IMPORT_RETENTION_DAYS.
 */
export const ImportRequestSchema = defineEntity({
  name: 'ImportRequest',
  tableName: 'import_requests',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<ImportKind>(),
    project_id: p.uuid(),
    creates_project: p.boolean().default(false),
    requested_by_id: p.uuid().nullable(),
    filename: p.string().columnType('varchar(255)'),
    options: p.json().$type<Record<string, unknown>>(),
    content: p.blob().nullable(),
    status: p.text().$type<(typeof IMPORT_STATUSES)[number]>().default('pending'),
    summary: p.json().$type<Record<string, unknown>>().nullable(),
    created_tasks: p.json().$type<Record<string, number>>().nullable(),
    /** What the plan file says of its dates, until they were compared with the computed ones. */
    file_dates: p.json().$type<FileDates[]>().nullable(),
    /** A caller's name for this upload: under the same name this request is returned again. */
    dedupe_key: p.string().columnType('varchar(200)').nullable(),
    /** Rows written so far, where the import counts them. */
    progress_done: p.integer().nullable(),
    error_code: p.text().nullable(),
    error_detail: p.text().nullable(),
    requested_at: p.datetime().defaultRaw('now()'),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
  },
  indexes: [
    { properties: ['project_id', 'requested_at'] },
    {
      name: 'import_requests_open',
      expression: `create index "import_requests_open" on "import_requests" ("id") where "status" in ('pending', 'dispatched')`,
    },
    {
      name: 'import_requests_dedupe',
      expression:
        'create index "import_requests_dedupe" on "import_requests" ("dedupe_key") where "dedupe_key" is not null',
    },
  ],
})
references(ImportRequestSchema, { project_id: ownedBy('projects'), requested_by_id: mayName('accounts') }, 'commit')

/** A piece of an upload that is read line by line, so that neither side ever holds it whole. Gone when its import ends. */
export const ImportChunkSchema = defineEntity({
  name: 'ImportChunk',
  tableName: 'import_chunks',
  properties: {
    request_id: p.uuid().primary(),
    position: p.integer().primary(),
    content: p.blob(),
  },
})
references(ImportChunkSchema, { request_id: ownedBy('import_requests') }, 'commit')
