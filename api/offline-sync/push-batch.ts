import type { ProjectScope } from '../access/project-scope.ts'
import { versionAt } from '../platform/concurrent-edits.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { tryLockAny } from '../platform/db/advisory-locks.ts'
import { FieldErrors, type FieldMessages, fieldError, Refusal, refuseUnless, throttled } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { tellWriter } from '../projects/writer.ts'
import { keptFor } from '../retention/kept-for.ts'
import { announceBatch, takeTouched } from '../tasks/bulk/announce-batch.ts'
import { MAX_OWNERS_PER_REQUEST } from '../tasks/bulk/bulk.schema.ts'
import { RowProblem } from '../tasks/bulk/bulk-result.ts'
import type { Written } from '../tasks/bulk/write-row.ts'
import { writeRows } from '../tasks/bulk/write-rows.ts'
import { rollUpPhases } from '../tasks/rollup/roll-up-phases.ts'
import { parentsFirst } from './parents-first.ts'
import { findBatch, findPushedTasks, passOnAgain, saveBatch } from './push.queries.ts'
import type { PushBody, PushReply } from './sync.schema.ts'
import { markOf, numberOf } from './sync-place.ts'

type Bucket = 'created' | 'updated' | 'deleted'
type Sent = Record<string, unknown>

interface PushedRow {
  readonly bucket: Bucket
  /** Place in its bucket, by which a refusal names it. */
  readonly index: number
  readonly id: string
  readonly data: Sent
}

interface Outcome {
  readonly applied: Record<Bucket, string[]>
  readonly conflicts: PushReply['conflicts']['tasks']
}

type ConflictFacts = Omit<Outcome['conflicts'][number], 'id' | 'detail' | 'code'>

/**
 * Applies what a client did while it was offline, all of it or nothing: a row that the rules refuse refuses the batch. A
 * row whose fields others changed meanwhile is left and told, so that the client decides. Rows that are gone are passed
 * over: a deletion is final. Every row that a push names comes with the next pull, so that a client which gave way, or whose
 * values the rules settled, learns what is stored. The same batch again gets the same reply.
 */
export async function pushBatch(ctx: Ctx<ProjectScope>, body: PushBody): Promise<PushReply> {
  const key = { accountId: actingAccount(ctx).id, batchId: body.client_batch_id.toLowerCase() }
  await takeTurn(ctx, key.accountId, key.batchId)
  const kept = await keptReply(ctx, key)
  if (kept) return kept
  const rows = readRows(ctx, body)
  const { projectId } = ctx.scope
  await tellWriter(ctx, { reason: 'offline sync' })
  const syncSeq = await lockProject(ctx, projectId)
  const outcome = await writePushed(ctx, await withBases(ctx, rows, body.last_pulled_at ?? null))
  await rollUpPhases(ctx, projectId)
  const { created, updated, deleted } = outcome.applied
  await passOnAgain(ctx, [...updated, ...outcome.conflicts.map(({ id }) => id)], syncSeq)
  announceBatch(ctx, [...created, ...updated, ...deleted], takeTouched(ctx))
  const reply: PushReply = {
    client_batch_id: body.client_batch_id,
    applied: { tasks: await withVersions(ctx, outcome.applied) },
    conflicts: { tasks: outcome.conflicts },
    timestamp: numberOf({ seq: syncSeq, pass: markOf(body.last_pulled_at ?? 0).pass }),
  }
  await saveBatch(ctx, key, reply)
  return reply
}

/** One push of a batch at a time, and a few of an account: both are refused at once, so that no connection waits. */
async function takeTurn(ctx: Ctx<unknown>, accountId: string, batchId: string): Promise<void> {
  const isAlone = await tryLockAny(ctx, 'syncBatch', [`${accountId} ${batchId}`])
  refuseUnless(isAlone, () => new Refusal(409, 'This batch is being applied; ask again in a moment.'))
  const places = Array.from({ length: ctx.services.config.syncMaxConcurrentBatches }, (_, n) => `${accountId} ${n}`)
  refuseUnless(await tryLockAny(ctx, 'syncPushOfAccount', places), () => throttled(1))
}

async function keptReply(ctx: Ctx<ProjectScope>, key: Parameters<typeof findBatch>[1]): Promise<PushReply | null> {
  const stored = await findBatch(ctx, key)
  if (!stored) return null
  const hours = (await keptFor(ctx, 'SVC_SYNC_BATCH_RETENTION_HOURS')) as number
  if (ctx.services.clock.now().getTime() - Date.parse(stored.created_at) > hours * 3_600_000) return null
  const isHere = stored.project_id === ctx.scope.projectId
  refuseUnless(isHere, () => new Refusal(409, 'This batch id was used for another project.'))
  return stored.reply as PushReply
}

/** The rows in the order in which they are written, each once; checked as a whole before anything is. */
function readRows(ctx: Ctx<unknown>, body: PushBody): PushedRow[] {
  const sent = body.changes?.tasks ?? {}
  const created = [...(sent.created ?? []), ...(body.created ?? [])]
  const updated = [...(sent.updated ?? []), ...(body.updated ?? [])]
  const deleted = [...(sent.deleted ?? []), ...(body.deleted ?? [])]
  const most = ctx.services.config.syncBatchMaxRows
  refuseUnless(created.length + updated.length + deleted.length <= most, () =>
    fieldError('changes', `At most ${most} rows may be sent at a time.`),
  )
  const owners = [...created, ...updated].map(({ owners: list }) => (Array.isArray(list) ? list.length : 0))
  refuseUnless(owners.reduce((sum, count) => sum + count, 0) <= MAX_OWNERS_PER_REQUEST, () =>
    fieldError('changes', `At most ${MAX_OWNERS_PER_REQUEST} owners may be sent at a time.`),
  )
  const rowsOf = (bucket: Bucket, list: readonly Sent[]) => list.map((data, index) => rowOf(bucket, index, data))
  const rows = [
    ...parentsFirst(rowsOf('created', created)),
    ...rowsOf('updated', updated),
    ...rowsOf(
      'deleted',
      deleted.map((id) => ({ id })),
    ),
  ]
  return rows
}

function rowOf(bucket: Bucket, index: number, data: Sent): PushedRow {
  const { id } = data
  if (typeof id === 'string' && isUuid(id)) return { bucket, index, id: id.toLowerCase(), data }
  throw refusalOf({ bucket, index }, { id: ['Must be a valid UUID.'] })
}

/** The errors of one row, where it stands in the body. */
function refusalOf({ bucket, index }: Pick<PushedRow, 'bucket' | 'index'>, messages: FieldMessages): FieldErrors {
  return new FieldErrors({ changes: { tasks: { [bucket]: { [String(index)]: messages } } } })
}

/**
 * The version each edit started from. Who says none but when they pulled knew the version that the row had then; where it
 * was written so often since that nobody can tell, whatever differs conflicts.
 */
async function withBases(ctx: Ctx<unknown>, rows: PushedRow[], lastPulled: number | null): Promise<PushedRow[]> {
  const open = rows.filter((row) => row.bucket !== 'deleted' && row.data.base_version == null)
  if (lastPulled === null || open.length === 0) return rows
  const stored = await findPushedTasks(
    ctx,
    open.map((row) => row.id),
  )
  const { seq } = markOf(lastPulled)
  const newer = stored.filter((task) => task.sync_seq > seq)
  const versions = new Map(newer.map((task) => [task.id, versionAt(task.field_versions, seq)]))
  return rows.map((row) => {
    const base_version = versions.get(row.id)
    return base_version === undefined ? row : { ...row, data: { base_version, ...row.data } }
  })
}

const OPS = { created: 'create', updated: 'update', deleted: 'delete' } as const

async function writePushed(ctx: Ctx<ProjectScope>, rows: readonly PushedRow[]): Promise<Outcome> {
  const outcome: Outcome = { applied: { created: [], updated: [], deleted: [] }, conflicts: [] }
  const operations = rows.map(({ bucket, id, data }) => ({
    op: OPS[bucket],
    id,
    ...(bucket === 'deleted' ? {} : { data }),
  }))
  for (const [place, { written, failure }] of (await writeRows(ctx, operations, 'hand')).entries()) {
    const row = rows[place] as PushedRow
    const bucket = written === null ? leaveRow(row, failure, outcome.conflicts) : bucketOf(written)
    if (bucket !== null && !outcome.applied[bucket].includes(row.id)) outcome.applied[bucket].push(row.id)
  }
  return outcome
}

function bucketOf({ outcome }: Written): Bucket {
  return outcome === 'unchanged' ? 'updated' : outcome
}

/** What the rules refuse refuses the batch; a conflict is the client's to decide. */
function leaveRow(row: PushedRow, failure: unknown, conflicts: Outcome['conflicts']): null {
  if (failure instanceof RowProblem) return passOver(row, failure)
  if (failure instanceof FieldErrors) throw refusalOf(row, failure.fields)
  if (!(failure instanceof Refusal) || failure.code !== 'sync_conflict') throw failure
  conflicts.push({ id: row.id, detail: failure.message, code: 'sync_conflict', ...(failure.extra as ConflictFacts) })
  return null
}

/** What is gone, or never was, stays as it is; an id of another project is nobody's to use. */
function passOver(row: PushedRow, { code, message }: RowProblem): null {
  if (code === 'tombstoned' || code === 'not_found' || code === 'milestone_gate') return null
  if (code === 'id_unavailable') throw new Refusal(409, 'An id of the batch cannot be used.')
  throw refusalOf(row, { [code === 'malformed_id' ? 'parent_id' : 'non_field_errors']: [message] })
}

async function withVersions(ctx: Ctx<ProjectScope>, applied: Outcome['applied']) {
  const versions = new Map(
    (await findPushedTasks(ctx, Object.values(applied).flat())).map((task) => [task.id, task.server_version]),
  )
  const list = (bucket: Bucket) => applied[bucket].map((id) => ({ id, server_version: versions.get(id) ?? 0 }))
  return { created: list('created'), updated: list('updated'), deleted: list('deleted') }
}
