// Removes what has been kept long enough. Nothing of it is one transaction: a backlog of millions goes batch by batch.

import type { Services } from '../../platform/context.ts'
import { asJson } from '../../platform/db/statements.ts'
import type { ClaimOf } from '../../platform/queue/background-work.ts'
import { isPassing } from '../../platform/queue/passing.ts'
import { endWork } from '../../platform/queue/work-life.ts'
import { purgeTrashedProject } from '../../projects/lifecycle/purge-trashed-project.ts'
import { findExpiredTrash } from '../../projects/lifecycle/trash.queries.ts'
import { type HeldPolicy, overBefore, readPolicies } from '../../retention/kept-for.ts'
import { POLICIES } from '../../retention/policies.ts'
import { deleteExpired } from '../expired.queries.ts'
import { purgeWork } from './purge.work.ts'
import type { PurgedPolicy } from './purge-run.entity.ts'
import { readSchedule } from './schedule.ts'
import { countOver, TABLE_OF } from './stock.queries.ts'

type Claimed = ClaimOf<typeof purgeWork>
type Removed = Pick<PurgedPolicy, 'rows_deleted' | 'bytes_freed'>

const MAX_MESSAGE = 500

/** Does a run that was asked for and ends it with what was removed, or what would be. */
export async function runPurge(services: Services, { id, trigger }: Claimed, signal?: AbortSignal): Promise<void> {
  const { on_failure } = await readSchedule({ em: services.orm.em.fork() })
  const purged = await purgeAll(services, {
    isDryRun: trigger === 'dry_run',
    stopsAtFailure: on_failure === 'stop',
    signal,
  })
  const failures = purged.filter(({ error }) => error !== '')
  const sizes = purged.flatMap(({ bytes_freed }) => bytes_freed ?? [])
  await services.systemContext((ctx) =>
    endWork(ctx, purgeWork, id, {
      status: failures.length === 0 ? 'ok' : failures.length < purged.length ? 'partial' : 'failed',
      tables: asJson(purged),
      rows_deleted: purged.reduce((sum, { rows_deleted }) => sum + rows_deleted, 0),
      bytes_freed: sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0),
      error_detail: failures.map(({ label, error }) => `${label}: ${error}`).join('; '),
    }),
  )
}

export interface PurgeOptions {
  /** Counts what would go. */
  readonly isDryRun: boolean
  /** A policy that fails keeps those behind it from their turn. */
  readonly stopsAtFailure: boolean
  readonly signal?: AbortSignal | undefined
}

/** Removes what is over, policy by policy, and tells of each. What passes, such as a lost database, is thrown. */
export async function purgeAll(services: Services, options: PurgeOptions): Promise<PurgedPolicy[]> {
  const purged: PurgedPolicy[] = []
  const held = await readPolicies({ em: services.orm.em.fork(), services })
  for (const policy of held.filter(({ enabled }) => enabled)) {
    options.signal?.throwIfAborted()
    const { label } = POLICIES[policy.key]
    try {
      const removed = await purgePolicy(services, policy, options)
      purged.push({ key: policy.key, label, ...removed, error: '' })
    } catch (error) {
      if (isPassing(error)) throw error
      services.log.error({ error, policy: policy.key }, 'records that are over were not removed')
      const message = (error as Error).message.slice(0, MAX_MESSAGE)
      purged.push({ key: policy.key, label, rows_deleted: 0, bytes_freed: null, error: message })
      if (options.stopsAtFailure) break
    }
  }
  return purged
}

async function purgePolicy(
  services: Services,
  { key, value }: HeldPolicy,
  { isDryRun }: PurgeOptions,
): Promise<Removed> {
  const before = overBefore(services.clock.now(), key, value)
  const db = { em: services.orm.em.fork() }
  if (isDryRun) {
    const { rows, bytes } = await countOver(db, key, before)
    return { rows_deleted: rows, bytes_freed: bytes }
  }
  if (key === 'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS') return emptyTrash(services, before)
  const { rows, bytes } = await deleteExpired(db, TABLE_OF[key], before)
  return { rows_deleted: rows, bytes_freed: bytes }
}

/** One project a transaction, so that a large one neither holds up nor takes back the others. */
async function emptyTrash(services: Services, before: Date): Promise<Removed> {
  const expired = await findExpiredTrash({ em: services.orm.em.fork() }, before)
  for (const { id } of expired) await services.systemContext((ctx) => purgeTrashedProject(ctx, id, before))
  return { rows_deleted: expired.length, bytes_freed: null }
}
