import type { Tables } from '../../database.ts'
import { backgroundWork } from '../../platform/queue/background-work.ts'

/** Reads a stored seed on an importer thread and writes the program. An import that fails leaves the program empty. */
export const seedWork = backgroundWork<Tables>()({
  table: 'program_import_jobs',
  statuses: { accepted: 'pending', running: 'running', done: 'success', failed: 'failed' },
  job: { name: 'run_seed_import', keyPrefix: 'seed-import', maxAttempts: 4 },
  claims: ['program_id', 'requested_by_id', 'replaced_program_id', 'slug', 'has_controls', 'import_day'],
  clears: { content: null },
  unexpected: { detail: 'The import failed unexpectedly.' },
  lost: { detail: 'The work on this import was lost; upload the file again.' },
  usedUp: { detail: 'The process that imported the program ended at every attempt.' },
  kept: { since: 'expires_at', days: () => 0 },
})
