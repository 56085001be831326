import { createHash } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import type { WriteStatement } from '../../db/statements.ts'
import { sqlState } from '../../db/transaction.ts'
import { fieldError, Refusal, unavailable } from '../../errors.ts'
import {
  type CompletedKey,
  findKey,
  insertKeys,
  type KeptReply,
  type KeyedRequest,
  keyDeletion,
  keyUpdate,
} from '../idempotency/idempotency.queries.ts'
import { createTurns } from '../idempotency/take-turns.ts'
import type { SentReply } from '../reply.ts'

const KEY_MAX_LENGTH = 255
/** How long a duplicate waits for the first request before it is told to come back. */
const WAIT_MS = 30_000

/** The key of a write, or null when none was sent or nobody is signed in. */
export function keyedRequest(ctx: Ctx, method: string, fullPath: string, rawBody: Uint8Array): KeyedRequest | null {
  const key = ctx.caller.header('idempotency-key')
  if (key === undefined || ctx.actor.kind !== 'account') return null
  if (key.length === 0 || key.length > KEY_MAX_LENGTH) {
    throw fieldError('Idempotency-Key', `The key must have 1 to ${KEY_MAX_LENGTH} characters.`)
  }
  const hash = createHash('sha256').update(`${method}\n${fullPath}\n`).update(rawBody).digest('hex')
  return { accountId: ctx.actor.account.id, key, requestHash: hash }
}

/**
 * Claims the key in the open transaction. Null: this request is the first and must run. A reply: the stored one, to be
 * sent again. The unique key makes a concurrent duplicate wait here until the first has committed or rolled back.
 *
 * Asked before scope and policy, because the first write may itself have changed what its author may see or do. A kept
 * reply belongs to the account that was told it once: whoever authentication still lets in as that account gets it
 * again, whatever became of its role, the row or the project since. It says nothing new and does nothing.
 */
export async function claimKey(ctx: Ctx, request: KeyedRequest): Promise<SentReply | null> {
  const retentionHours = ctx.services.config.idempotencyRetentionHours
  try {
    if ((await insertKeys(ctx, [request], { waitMs: WAIT_MS, retentionHours })) === 1) return null
  } catch (error) {
    if (sqlState(error) === '55P03' || sqlState(error) === '57014')
      throw unavailable('The first request with this key is still running.')
    throw error
  }
  const stored = await findKey(ctx, request, retentionHours)
  if (!stored) throw unavailable('The key was just purged; try again.')
  if (stored.request_hash !== request.requestHash) {
    throw new Refusal(422, 'This key was used with a different request.', { code: 'idempotency_key_conflict' })
  }
  return replayOf(stored)
}

/** Claims the keys of requests that are written together; false where one is taken. Waits for nobody. */
export async function claimKeys(ctx: Ctx, requests: readonly KeyedRequest[]): Promise<boolean> {
  const [first, ...others] = requests
  if (first === undefined) return true
  const { idempotencyRetentionHours: retentionHours } = ctx.services.config
  try {
    return (await insertKeys(ctx, [first, ...others], { waitMs: 1, retentionHours })) === requests.length
  } catch (error) {
    if (sqlState(error) === '55P03') return false
    throw error
  }
}

/** Whether a reply is kept under the key, so that the write will not run. */
export async function isKept(ctx: Ctx, request: KeyedRequest): Promise<boolean> {
  return (await findKey(ctx, request, ctx.services.config.idempotencyRetentionHours)) !== undefined
}

function replayOf(stored: KeptReply): SentReply {
  const headers: Record<string, string> = { 'Idempotent-Replay': 'true' }
  if (stored.location !== null) headers.Location = stored.location
  return {
    status: stored.status,
    headers,
    body: stored.body,
    contentType: stored.body ? 'application/json; charset=utf-8' : null,
  }
}

/** Completes the claimed key with the reply that is about to be committed. A refusal is not kept: it may be tried again. */
export function keptReply(ctx: Ctx, request: KeyedRequest, reply: SentReply): WriteStatement {
  return reply.status >= 400 ? keyDeletion(ctx, request) : keyUpdate(ctx, [completed(request, reply)])
}

/** The same for requests that are written together, none of them refused; null where none has a key. */
export function keptReplies(
  ctx: Ctx,
  made: readonly { readonly keyed: KeyedRequest | null; readonly reply: SentReply }[],
): WriteStatement | null {
  const [first, ...others] = made.flatMap(({ keyed, reply }) => (keyed === null ? [] : [completed(keyed, reply)]))
  return first === undefined ? null : keyUpdate(ctx, [first, ...others])
}

const completed = (request: KeyedRequest, { status, headers, body }: SentReply): CompletedKey => ({
  request,
  reply: { status, location: headers.Location ?? null, body },
})

const turns = createTurns(WAIT_MS)

/** Repeats within this process wait for each other before they take a connection. */
export function inTurn<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  return turns(`${request.accountId} ${request.key}`, work)
}
