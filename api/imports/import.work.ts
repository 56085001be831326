import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import type { Tables } from '../database.ts'
import { backgroundWork } from '../platform/queue/background-work.ts'
import { deleteChunks } from './import.queries.ts'

/** Reads a stored upload on an importer thread and writes the plan. The bytes go when it ends. */
export const importWork = backgroundWork<Tables>()({
  table: 'import_requests',
  statuses: { accepted: 'pending', running: 'dispatched', done: 'done', failed: 'dead' },
  job: { name: 'run_import', keyPrefix: 'import', maxAttempts: 5 },
  claims: ['kind', 'project_id', 'filename', 'options', 'creates_project', 'requested_by_id'],
  clears: { content: null },
  onEnd: deleteChunks,
  explain: (error) => (error instanceof ImportRefusal ? { code: error.code, detail: error.detail } : null),
  failureColumns: ({ code }) => ({ error_code: code ?? null }),
  unexpected: { code: 'importer_failed', detail: 'The import failed unexpectedly.' },
  lost: { code: 'import_lost', detail: 'The work on this import was lost; upload the file again.' },
  usedUp: { code: 'importer_failed', detail: 'The process that imported the file ended at every attempt.' },
  kept: null,
})
