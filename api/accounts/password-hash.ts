import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Ctx } from '../platform/context.ts'
import { unavailable } from '../platform/errors.ts'

const argon2Async = promisify(argon2)

/** argon2id, three passes; with the 64 MiB of the default about 0.1 s a hash. */
const PASSES = 3
const LANES = 1
const TAG_BYTES = 32
const MAX_RUNNING = 2
const MAX_WAITING = 64

let running = 0
const waiting: (() => void)[] = []

/** At most two hashes at a time in one process; a flood of logins waits, and past the queue is told to come back. */
async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING)
      throw unavailable('Too many sign-ins at once; try again.', { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function derive(
  password: string,
  salt: Buffer,
  parameters: { memoryKib: number; passes: number; lanes: number },
): Promise<Buffer> {
  const { memoryKib: memory, passes, lanes: parallelism } = parameters
  const options = { message: password, nonce: salt, parallelism, tagLength: TAG_BYTES, memory, passes }
  return Buffer.from(await withHashSlot(() => argon2Async('argon2id', options)))
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** PHC string of a new password. Those of other parameters are hashed anew when somebody signs in with them. */
export async function hashPassword(ctx: Ctx<unknown>, password: string): Promise<string> {
  const salt = randomBytes(16)
  const parameters = { memoryKib: memoryKibOf(ctx), passes: PASSES, lanes: LANES }
  return phcOf(parameters.memoryKib, salt, await derive(password, salt, parameters))
}

function memoryKibOf(ctx: Ctx<unknown>): number {
  return ctx.services.config.passwordHashMb * 1_024
}

function phcOf(memoryKib: number, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Compares a password with a stored hash. Without a stored hash a dummy one is verified, so that unknown, ambiguous and
 * sign-on-only accounts take the time of a wrong password.
 */
export async function verifyPassword(
  ctx: Ctx<unknown>,
  password: string,
  stored: string | null,
): Promise<{ matches: boolean; needsRehash: boolean }> {
  const match = PHC.exec(stored ?? '') ?? PHC.exec(dummyOf(memoryKibOf(ctx)))
  if (!match) throw new Error('the dummy hash is malformed')
  const parameters = { memoryKib: Number(match[1]), passes: Number(match[2]), lanes: Number(match[3]) }
  const expected = Buffer.from(match[5] as string, 'base64')
  const actual = await derive(password, Buffer.from(match[4] as string, 'base64'), parameters)
  const matches = stored !== null && actual.length === expected.length && timingSafeEqual(actual, expected)
  const needsRehash = parameters.memoryKib !== memoryKibOf(ctx) || parameters.passes !== PASSES
  return { matches, needsRehash }
}

/** A hash of nothing anyone can send, with today's parameters. */
const dummyOf = (memoryKib: number) => phcOf(memoryKib, DUMMY_SALT, DUMMY_TAG)
const DUMMY_SALT = randomBytes(16)
const DUMMY_TAG = randomBytes(TAG_BYTES)
