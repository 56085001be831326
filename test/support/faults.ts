/** PostgreSQL, the API and the jobs as processes of their own that a test can kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mintAccessToken } from '../../api/auth/session-tokens.ts'
import type { Services } from '../../api/platform/context.ts'
import { migrate } from '../../api/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../api/platform/embedded-postgres/start-embedded-postgres.ts'
import { newId } from '../../api/platform/ids.ts'
import { loadConfig, throttlePhrase } from '../../api/platform/settings/config.ts'
import { createServices } from '../../api/server/boot.ts'
import { Client } from './client.ts'
import { testDatabase } from './database.ts'
import { scratchFolder } from './scratch-folder.ts'
import { sql } from './sql.ts'

const command = fileURLToPath(new URL('../../api/cli/svc.ts', import.meta.url))

type Teardown = { teardown: (work: () => Promise<void> | void) => void; comment: (text: string) => void }

/** `--kills` and `--seed` of the long runs; the seed is printed, so that a run can be repeated. */
export function faultOptions(t: Teardown, kills: number): { kills: number; random: () => number } {
  const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } }, strict: false })
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  t.comment(`--seed ${seed}`)
  return { kills: Number(values.kills ?? kills), random: seeded(seed) }
}

/** Mulberry32: small, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Stage {
  readonly env: Readonly<Record<string, string>>
  /** Services of the test itself on the same database: rows are made and looked at with them. */
  readonly services: Services
  sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>
  /** A token of a new account. */
  person(username: string): Promise<{ id: string; token: string }>
  /** A project that this account owns. */
  project(accountId: string): Promise<string>
  /** Waits until no job is left to be done. */
  quiet(withinMs?: number): Promise<void>
}

/** A database with nothing in it yet, on the shared test server unless an address is given. */
export async function setStage(t: Teardown, env: Record<string, string> = {}): Promise<Stage> {
  const dataDir = scratchFolder('svc-fault-')
  const database = env.SVC_DATABASE_URL ? null : await testDatabase()
  const all = {
    SVC_HOST: '127.0.0.1',
    SVC_DATA_DIR: dataDir,
    SVC_DATABASE_URL: database?.url ?? '',
    SVC_LOG_LEVEL: 'error',
    SVC_COMPUTE_THREADS: '1',
    SVC_JOB_CONCURRENCY: '2',
    SVC_LOAD_SAMPLE: 'false',
    SVC_RATE_LIMIT_ENABLED: 'false',
    SVC_RATE_LIMIT_DISABLE_ACK: throttlePhrase,
    ...env,
  }
  const config = loadConfig(all)
  const services = await createServices(config, { role: 'jobs' })
  const query: Stage['sql'] = (text, params = []) => sql({ em: services.orm.em.fork() }, text, params)
  t.teardown(async () => {
    await services.close()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    env: all,
    services,
    sql: query,
    async person(username) {
      const id = newId()
      await query('insert into accounts (id, username, email) values ($1, $2, $3)', [
        id,
        username,
        `${username}@example.org`,
      ])
      return { id, token: await mintAccessToken({ accountId: id, epoch: 0 }, services, Math.floor(Date.now() / 1000)) }
    },
    async project(accountId) {
      const id = newId()
      await query(
        `insert into projects (id, name, code, start_date, status_date) values ($1, 'Faults', $2, '2026-01-05', '2026-01-05')`,
        [id, id.slice(-8).toUpperCase()],
      )
      await query('insert into project_members (id, project_id, account_id, role) values ($1, $2, $3, 400)', [
        newId(),
        id,
        accountId,
      ])
      return id
    },
    async quiet(withinMs = 60_000) {
      await until(
        async () =>
          (
            await query(
              'select 1 from graphile_worker.jobs where locked_at is not null or attempts < max_attempts limit 1',
            )
          ).length === 0,
        withinMs,
        'an empty queue',
      )
    },
  }
}

/** A PostgreSQL of its own, durable, to be killed; on another disk when a folder there is given. */
export async function startOwnPostgres(t: Teardown, folder?: string) {
  const dataDir = scratchFolder('svc-fault-pg-', folder)
  const silent = { info: () => undefined, warn: () => undefined }
  let server = await startEmbeddedPostgres({ dataDir, log: silent })
  await migrate(loadConfig({ SVC_DATABASE_URL: server.connectionString, SVC_LOG_LEVEL: 'error' }))
  t.teardown(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    url: server.connectionString,
    /** Ends the server as a power cut would. */
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.whenExited()
    },
    /** Adopts it when it lives. */
    async start() {
      server = await startEmbeddedPostgres({ dataDir, log: silent })
    },
  }
}

type Role = 'api' | 'jobs' | 'serve'

/** One process of the service. Starting it again after a kill keeps its port. */
export class ServiceProcess {
  readonly role: Role
  readonly port: number
  /** What it wrote, for the message of a failing test. */
  output = ''
  #env: Record<string, string>
  #child: ChildProcess | null = null
  #exit: Promise<number | null> = Promise.resolve(null)

  private constructor(role: Role, port: number, env: Record<string, string>) {
    this.role = role
    this.port = port
    this.#env = env
  }

  /** Starts it and waits until it works; it is gone with the test. */
  static async start(
    t: Pick<Teardown, 'teardown'>,
    stage: Pick<Stage, 'env'>,
    role: Role,
    env: Record<string, string> = {},
  ): Promise<ServiceProcess> {
    const { process, ready } = await ServiceProcess.begin(t, stage, role, env)
    await ready
    return process
  }

  /** Starts it, and lets others wait until it works. */
  static async begin(
    t: Pick<Teardown, 'teardown'>,
    stage: Pick<Stage, 'env'>,
    role: Role,
    env: Record<string, string> = {},
  ): Promise<{ process: ServiceProcess; ready: Promise<void> }> {
    const made = new ServiceProcess(role, await freePort(), { ...stage.env, ...env })
    t.teardown(() => made.kill())
    return { process: made, ready: made.start() }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async start(): Promise<void> {
    // Of the surroundings only the path: settings of the machine must not reach it.
    const env = { PATH: process.env.PATH, ...this.#env, SVC_PORT: String(this.port), SVC_LOG_LEVEL: 'info' }
    const child = spawn(process.execPath, ['--disable-proto=delete', command, this.role], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    let isReady = false
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        this.#note(`${line}\n`)
        // Not sought in the output: of a process that has written much already only the end is kept there.
        if (line.includes('"msg":"ready"')) isReady = true
      })
    }
    this.#exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
    await until(() => isReady || !this.isRunning, 90_000, `${this.role} to start`)
    if (!this.isRunning) throw new Error(`${this.role} ended: ${this.output.slice(-2_000)}`)
  }

  /** kill -9, and until it is gone. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exit
  }

  /** SIGTERM; answers the exit code. */
  async stop(): Promise<number | null> {
    this.#child?.kill('SIGTERM')
    return this.#exit
  }

  #note(text: string): void {
    this.output = (this.output + text).slice(-200_000)
  }
}

export function clientOf(target: { port: number }, token: string | null): Client {
  return new Client(`http://127.0.0.1:${target.port}`, token)
}

export async function until(
  condition: () => unknown | Promise<unknown>,
  withinMs: number,
  what: string,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`no ${what} within ${withinMs} ms`)
    await sleep(20)
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
