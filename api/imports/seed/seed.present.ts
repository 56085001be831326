import { instantText } from '../../platform/db/sql.ts'
import type { ProgramImportJob } from './seed-job.entity.ts'

export function presentQueuedSeed(job: ProgramImportJob): object {
  return {
    queued: true,
    program_id: job.programId,
    import_request_id: job.id,
    replaced_program_id: job.replacedProgramId ?? null,
  }
}

export function presentSeedJob(job: Omit<ProgramImportJob, 'content'>): object {
  return {
    id: job.id,
    program: job.programId,
    status: job.status,
    filename: job.filename,
    replace: job.replace,
    replaced_program_id: job.replacedProgramId ?? null,
    result_summary: job.resultSummary ?? null,
    error_detail: job.errorDetail,
    expires_at: instantText(job.expiresAt),
    created_at: instantText(job.createdAt),
    started_at: instantText(job.startedAt),
    completed_at: instantText(job.completedAt),
  }
}
