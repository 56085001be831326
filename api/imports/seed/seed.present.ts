import { instantText } from '../../platform/db/sql.ts'
import type { SeedJobRow } from './seed.queries.ts'

export function presentQueuedSeed(job: SeedJobRow): object {
  return {
    queued: true,
    program_id: job.program_id,
    import_request_id: job.id,
    replaced_program_id: job.replaced_program_id,
  }
}

export function presentSeedJob(job: SeedJobRow): object {
  return {
    id: job.id,
    program: job.program_id,
    status: job.status,
    filename: job.filename,
    replace: job.replace,
    replaced_program_id: job.replaced_program_id,
    result_summary: job.result_summary,
    error_detail: job.error_detail,
    expires_at: instantText(job.expires_at),
    created_at: instantText(job.created_at),
    started_at: instantText(job.started_at),
    completed_at: instantText(job.completed_at),
  }
}
