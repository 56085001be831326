import { deriveKey } from '../../keys/derive-key.ts'
import { nextFreeKey } from '../../keys/key.queries.ts'
import { keyFault } from '../../keys/key-forms.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { createProgram } from '../../programs/create-program.ts'
import { keptFor } from '../../retention/kept-for.ts'
import type { UploadedSeed } from './read-upload-seed.ts'
import { replaceMismatch, replacementRunning, replaceRequired, tooManySeedImports } from './seed.errors.ts'
import {
  countOpenSeeds,
  findReplaceCandidate,
  insertSeedJob,
  isBeingImported,
  type ReplaceCandidate,
  type SeedJobRow,
} from './seed.queries.ts'
import { seedWork } from './seed.work.ts'

const DAY_MS = 86_400_000

/**
 * Takes a document without errors: makes the program's shell, owned by the caller, and stores it with its job. The program that it replaces
 * stays as it is until the new one has been written.
 */
export async function acceptSeed(ctx: Ctx<unknown>, upload: UploadedSeed): Promise<SeedJobRow> {
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
  const days = await keptFor(ctx, 'SVC_IMPORT_RETENTION_DAYS')
  const job = await insertSeedJob(ctx, {
    id: newId(),
    program_id: program.id,
    requested_by_id: ownerId,
    filename: upload.fileName,
    replace: controls.replace,
    replaced_program_id: replaced?.id ?? null,
    slug,
    content: upload.bytes,
    has_controls: upload.hasControls,
    import_day: upload.importDay,
    expires_at: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    created_at: now,
  })
  enqueue(ctx, seedWork.job, { id: job.id })
  return job
}

async function checkConcurrency(ctx: Ctx<unknown>, ownerId: string): Promise<void> {
  const limit = ctx.services.config.seedImportMaxConcurrentJobs
  if (limit === 0) return
  const count = await countOpenSeeds(ctx, ownerId)
  refuseUnless(count < limit, () => tooManySeedImports(limit))
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
  refuseUnless(!(await isBeingImported(ctx, candidate.id)), replacementRunning)
  return candidate
}

function freeKey(ctx: Ctx<unknown>, slug: string, name: string): Promise<string> {
  return nextFreeKey(ctx, 'program', keyFault('program', slug) === null ? slug : deriveKey('program', name))
}
