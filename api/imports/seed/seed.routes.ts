import { type ProgramScope, programScope } from '../../access/program-scope.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import { managesProgram } from '../../programs/program.policy.ts'
import { UPLOAD_REASON } from '../accepting/upload-route.ts'
import { acceptSeed } from './accept-seed.ts'
import { readUploadedSeed, type UploadedSeed } from './read-upload-seed.ts'
import { presentConflict } from './seed.errors.ts'
import { presentQueuedSeed, presentSeedJob } from './seed.present.ts'
import { findReplaceCandidate, loadSeedJob } from './seed.queries.ts'
import { seedConflictReply, seedControls, seedJobReply, seedQueuedReply, seedValidateReply } from './seed.schema.ts'

const tag = 'imports'
const upload = {
  field: 'file',
  required: true,
  maxBytes: (ctx: Ctx) => ctx.services.config.seedMaxUploadMb * 1024 * 1024,
  fields: seedControls,
  orJson: true,
  tooLargeStatus: 400,
} as const

export const seedRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/programs/import/validate/',
    tag,
    summary: 'Check a program seed without importing it',
    limits: [byAccount('seed_validate', (config) => config.throttleSeedValidateRate)],
    upload,
    idempotency: { exempt: 'it writes nothing' },
    transaction: false,
    prepare: readUploadedSeed,
    reply: seedValidateReply,
    run: async (ctx, { prepared }) => ({ prepared, candidate: await candidateOf(ctx, prepared) }),
    present: ({ prepared: { reading }, candidate }) => ({
      valid: reading.errors.length === 0,
      errors: reading.errors,
      ...reading.claims,
      replaces: candidate === undefined ? null : presentConflict(candidate),
    }),
  }),
  route({
    method: 'POST',
    path: '/programs/import/',
    tag,
    summary: 'Import a program seed as a new program, or in the place of one of the same key',
    limits: [byAccount('seed_import', (config) => config.throttleSeedImportRate)],
    upload,
    idempotency: { exempt: UPLOAD_REASON },
    prepare: readUploadedSeed,
    status: 202,
    reply: seedQueuedReply,
    otherReplies: {
      400: { description: 'Not JSON, too large, or invalid: `detail` lists every problem with its place' },
      409: { description: 'seed_replace_required or seed_replace_mismatch', schema: seedConflictReply },
      429: { description: 'seed_import_concurrency_limit, or throttled' },
    },
    run: async (ctx, { prepared }) => {
      const { errors, isJson } = prepared.reading
      if (errors.length > 0) return new Reply(400, { detail: isJson ? errors : errors[0] })
      return presentQueuedSeed(await acceptSeed(ctx, prepared))
    },
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/import/jobs/{job_id}/',
    tag,
    summary: 'State of a seed import',
    scope: programScope(),
    allow: managesProgram,
    reply: seedJobReply,
    run: (ctx: Ctx<ProgramScope>, { params }) => loadSeedJob(ctx, params.job_id as string),
    present: presentSeedJob,
  }),
]

async function candidateOf(ctx: Ctx<unknown>, { reading }: UploadedSeed) {
  const slug = reading.claims.program_slug
  return slug === null ? undefined : findReplaceCandidate(ctx, slug, actingAccount(ctx).id)
}
