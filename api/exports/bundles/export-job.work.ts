import type { Tables } from '../../database.ts'
import { backgroundWork } from '../../platform/queue/background-work.ts'
import { sweepExportFiles } from './export-files.ts'

/** Packs a project, a program or the workspace. A row stays as long after its file as the file itself was kept. */
export const exportWork = backgroundWork<Tables>()({
  table: 'export_jobs',
  statuses: { accepted: 'pending', running: 'running', done: 'success', failed: 'failed' },
  job: { name: 'run_export', keyPrefix: 'export', maxAttempts: 3 },
  claims: ['project_id', 'program_id', 'requested_by_id', 'expires_at'],
  unexpected: { detail: 'The export failed unexpectedly.' },
  lost: { detail: 'The work on this export was lost; ask for it again.' },
  usedUp: { detail: 'The process that packed the export ended at every attempt.' },
  kept: { since: 'expires_at', days: (config) => config.exportRetentionDays },
  onSweep: sweepExportFiles,
})
