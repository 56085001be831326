import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { ComputePool } from '../../compute/workers/compute-pool.ts'
import type { Clock } from './clock.ts'
import type { PendingEvent } from './events/define-event.ts'
import type { RateLimits } from './http/rate-counter.ts'
import type { PlanStore } from './plan-store.ts'
import type { PendingJob } from './queue/define-job.ts'
import type { Fanout } from './realtime/fanout.ts'
import type { Config } from './settings/config.ts'
import type { Secrets } from './settings/secrets.ts'
import type { FileStore } from './storage/file-store.ts'

/**
 * Everything one process holds open. Made once by `createServices` (`server/boot.ts`), closed once; what the platform itself does
 * not use, such as the pools of the importers, is added to this list there.
 */
export interface Services {
  readonly config: Config
  readonly secrets: Secrets
  readonly log: Logger
  readonly clock: Clock
  readonly orm: MikroORM
  readonly fanout: Fanout
  readonly rateLimits: RateLimits
  /** Created on first use: a process that never computes starts no threads. */
  readonly compute: ComputePool
  /** Plans that stay in memory between two computations. */
  readonly plans: PlanStore
  /** Where files lie that people put here. */
  readonly files: FileStore
  /** Runs `work` as the system in one transaction; events and jobs are written with it. */
  systemContext<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** A context of the system that only reads, outside of transactions: between two statements it holds no connection. */
  readingContext(): Ctx
  close(): Promise<void>
}

/** Who is asking. `account` covers sessions and personal tokens of full scope: both act as the person. */
export type Actor =
  | { readonly kind: 'account'; readonly account: ActingAccount; readonly via: 'session' | 'personal_token' }
  | { readonly kind: 'agent'; readonly account: ActingAccount; readonly tokenId: string; readonly tokenPrefix: string }
  | {
      readonly kind: 'integration'
      readonly tokenId: string
      readonly projectId: string | null
      readonly programId: string | null
    }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system' }

export interface ActingAccount {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly isSuperuser: boolean
}

/** Facts of the caller that rules may need; nothing of the HTTP framework. */
export interface Caller {
  readonly ip: string
  readonly requestId: string
  /** Value of `X-Source` when well formed, else `api`. */
  readonly source: string
  readonly header: (name: string) => string | undefined
}

/**
 * What a use case gets beside its input. `em` is inside the open transaction for writes.
 * `events` and `jobs` collect consequences; they are written before the commit and acted on after it.
 */
export interface Ctx<S = unknown> {
  readonly services: Services
  readonly em: EntityManager
  readonly actor: Actor
  readonly scope: S
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly events: PendingEvent[]
  readonly jobs: PendingJob[]
  /** What a write owes before it commits, however many steps it had; run once, in order, ahead of its consequences. */
  readonly beforeCommit: (() => Promise<void>)[]
  /** Best-effort work after the commit, such as waking this process's own sockets. */
  readonly afterCommit: (() => void)[]
  /** Response headers a use case may set (for example `X-Merged-Concurrent-Fields`). */
  readonly replyHeaders: Map<string, string>
  /** Per-transaction memory, for example locks already taken. */
  readonly memo: Map<string, unknown>
}

/** The person behind the request; a bug when the route let anyone else in. */
export function actingAccount(ctx: Ctx<unknown>): ActingAccount {
  if (ctx.actor.kind === 'account' || ctx.actor.kind === 'agent') return ctx.actor.account
  throw new Error(`no account acts here: ${ctx.actor.kind}`)
}

/** The acting account's id, or null for the system and integrations. */
export function actorId(ctx: Ctx<unknown>): string | null {
  return ctx.actor.kind === 'account' || ctx.actor.kind === 'agent' ? ctx.actor.account.id : null
}
