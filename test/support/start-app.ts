import { rmSync } from 'node:fs'
import type { Account } from '../../api/accounts/account.entity.ts'
import { createAccount } from '../../api/accounts/create-account.ts'
import { mintAccessToken } from '../../api/auth/session-tokens.ts'
import type { Clock } from '../../api/platform/clock.ts'
import type { Services } from '../../api/platform/context.ts'
import { loadConfig } from '../../api/platform/settings/config.ts'
import { createServices } from '../../api/server/boot.ts'
import { type RunningApi, startApi } from '../../api/server/main.ts'
import { Client } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { drainJobs } from './run-jobs.ts'
import { scratchFolder } from './scratch-folder.ts'
import { sql } from './sql.ts'

export interface TestApp {
  readonly url: string
  readonly services: Services
  /** A caller without credentials. */
  readonly anonymous: Client
  /** The superuser of the installation. */
  readonly owner: TestUser
  /** Makes an account and a client signed in as it. Passwords are set only when given (hashing takes a while). */
  user(username: string, options?: { password?: string; email?: string; isSuperuser?: boolean }): Promise<TestUser>
  /** Runs queued jobs until none is due. */
  runJobs(): Promise<void>
  sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

export interface TestUser extends Client {
  readonly account: { id: string; username: string }
}

const ACK = 'I understand that this removes every throttle'

/**
 * The real application on a fresh database cloned from the template, listening on a free port, without its job process:
 * call `runJobs`. Throttles are off unless `env` says otherwise. Closes itself with the test.
 */
export async function startApp(
  t: { teardown: (work: () => Promise<void>) => void },
  options: {
    env?: Record<string, string>
    /** One of your own instead of a fresh clone. */
    database?: TestDatabase
    clock?: Clock
    pools?: Partial<Pick<Services, 'compute' | 'imports' | 'exports'>>
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await testDatabase())
  const dataDir = scratchFolder('svc-test-')
  const config = loadConfig({
    SVC_PORT: '0',
    SVC_DATA_DIR: dataDir,
    SVC_DATABASE_URL: database.url,
    SVC_LOG_LEVEL: 'error',
    SVC_COMPUTE_THREADS: '1',
    SVC_RATE_LIMIT_ENABLED: 'false',
    SVC_RATE_LIMIT_DISABLE_ACK: ACK,
    SVC_CHECK_REPLIES: 'true',
    SVC_PASSWORD_HASH_MB: '8',
    ...options.env,
  })
  const made = await createServices(config, { role: 'api' })
  const services = withOthers(made, { ...(options.clock && { clock: options.clock }), ...options.pools })
  const api: RunningApi = await startApi(services, config)
  const close = once(async () => {
    await api.close()
    await services.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  t.teardown(close)
  const user: TestApp['user'] = (username, userOptions = {}) => makeUser(services, api.address, username, userOptions)
  return {
    url: api.address,
    services,
    anonymous: new Client(api.address, null),
    owner: await user('owner', { isSuperuser: true }),
    user,
    runJobs: () => drainJobs(services),
    sql: (text, params = []) => sql({ em: services.orm.em.fork() }, text, params),
    close,
  }
}

async function makeUser(
  services: Services,
  url: string,
  username: string,
  options: { password?: string; email?: string; isSuperuser?: boolean },
): Promise<TestUser> {
  const email = options.email ?? `${username}@example.org`
  const account = await services.systemContext<Pick<Account, 'id' | 'username'>>(async (ctx) => {
    if (options.password !== undefined) {
      return createAccount(ctx, {
        username,
        email,
        password: options.password,
        isSuperuser: options.isSuperuser ?? false,
      })
    }
    const rows = await sql<{ id: string }>(
      ctx,
      'insert into accounts (id, username, email, is_superuser) values (gen_random_uuid(), $1, $2, $3) returning id',
      [username, email, options.isSuperuser ?? false],
    )
    return { id: rows[0]?.id as string, username }
  })
  const nowSeconds = Math.floor(services.clock.now().getTime() / 1000)
  const token = await mintAccessToken({ accountId: account.id, epoch: 0 }, services, nowSeconds)
  return Object.assign(new Client(url, token), { account: { id: account.id, username } })
}

function withOthers(services: Services, others: Partial<Services>): Services {
  return Object.create(services, Object.getOwnPropertyDescriptors(others))
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}
