import { deriveKey } from '../../keys/derive-key.ts'
import { nextFreeKey } from '../../keys/key.queries.ts'
import { keyFault } from '../../keys/key-forms.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { createProgram } from '../../programs/create-program.ts'
import type { UploadedSeed } from './read-upload-seed.ts'
import { findReplaceCandidate, type ReplaceCandidate } from './replace-candidate.ts'
import { replaceMismatch, replacementRunning, replaceRequired, tooManySeedImports } from './seed.errors.ts'
import { runSeedImport } from './seed.jobs.ts'
import { ProgramImportJob } from './seed-job.entity.ts'

const DAY_MS = 86_400_000

/**
 * Takes a document without errors: makes the program's shell, owned by the caller, and stores it with its job. The program that it replaces
 * stays as it is until the new one has been written.
 */
export async function acceptSeed(ctx: Ctx<unknown>, upload: UploadedSeed): Promise<ProgramImportJob> {
  const { reading, controls } = upload
  const ownerId = actingAccount(ctx).id
  // One upload of an account at a time, so that two cannot both be the last one allowed.
  await lockByName(ctx, 'seedImportsOfAccount', ownerId)
  await checkConcurrency(ctx, ownerId)
  const slug = reading.claims.program_slug as string
  const name = reading.claims.program_name as string
  const replaced = await chooseReplaced(ctx, { slug, ownerId, ...controls })
  const program = await createProgram(ctx, { name: name.trim(), code: await freeKey(ctx, slug, name) })
  const now = ctx.services.clock.now()
  const days = ctx.services.config.importRetentionDays
  const job = ctx.em.create(ProgramImportJob, {
    id: newId(),
    program_id: program.id,
    requested_by_id: ownerId,
    status: 'pending',
    filename: upload.fileName,
    replace: controls.replace,
    replaced_program_id: replaced?.id ?? null,
    slug,
    content: upload.bytes,
    has_controls: upload.hasControls,
    import_day: upload.importDay,
    error_detail: '',
    expires_at: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    created_at: now,
  })
  await ctx.em.flush()
  enqueue(ctx, runSeedImport, { jobId: job.id })
  return job
}

async function checkConcurrency(ctx: Ctx<unknown>, ownerId: string): Promise<void> {
  const limit = ctx.services.config.seedImportMaxConcurrentJobs
  if (limit === 0) return
  const row = await sqlOne<{ count: number }>(
    ctx,
    `select count(*)::int as count from program_import_jobs where requested_by_id = $1 and status in ('pending', 'running')`,
    [ownerId],
  )
  refuseUnless((row?.count ?? 0) < limit, () => tooManySeedImports(limit))
}

async function chooseReplaced(
  ctx: Ctx<unknown>,
  wanted: { slug: string; ownerId: string; replace: boolean; expected_program_id: string | null },
): Promise<ReplaceCandidate | undefined> {
  const candidate = await findReplaceCandidate(ctx, wanted.slug, wanted.ownerId)
  if (candidate === undefined) return undefined
  refuseUnless(wanted.replace, () => replaceRequired(candidate))
  const expected = wanted.expected_program_id
  refuseUnless(expected === null || expected === candidate.id, () => replaceMismatch(candidate))
  const running = await sqlOne(
    ctx,
    `select 1 as ok from program_import_jobs
     where status in ('pending', 'running') and (replaced_program_id = $1 or program_id = $1)`,
    [candidate.id],
  )
  refuseUnless(!running, replacementRunning)
  return candidate
}

function freeKey(ctx: Ctx<unknown>, slug: string, name: string): Promise<string> {
  return nextFreeKey(ctx, 'program', keyFault('program', slug) === null ? slug : deriveKey('program', name))
}
