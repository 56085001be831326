import { Refusal } from '../../platform/errors.ts'
import type { ReplaceCandidate } from './seed.queries.ts'

export function replaceRequired(candidate: ReplaceCandidate): Refusal {
  const detail = `Your program "${candidate.name}" has the key ${candidate.code}; send replace to put this one in its place.`
  return new Refusal(409, detail, { code: 'seed_replace_required', extra: { conflict: presentConflict(candidate) } })
}

export function replaceMismatch(candidate: ReplaceCandidate): Refusal {
  const detail = 'expected_program_id is not the program that would be replaced.'
  return new Refusal(409, detail, { code: 'seed_replace_mismatch', extra: { conflict: presentConflict(candidate) } })
}

export function tooManySeedImports(limit: number): Refusal {
  const detail = `At most ${limit} seed imports of one account run at a time; wait until one has finished.`
  return new Refusal(429, detail, { code: 'seed_import_concurrency_limit', headers: { 'Retry-After': '5' } })
}

export function replacementRunning(): Refusal {
  const detail = 'An import that replaces this program is still running; wait until it has finished.'
  return new Refusal(429, detail, { code: 'seed_import_concurrency_limit', headers: { 'Retry-After': '5' } })
}

export function presentConflict(candidate: ReplaceCandidate): object {
  return {
    program_id: candidate.id,
    name: candidate.name,
    code: candidate.code,
    project_count: candidate.project_count,
    task_count: candidate.task_count,
  }
}
