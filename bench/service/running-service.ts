import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'
import { throttlePhrase } from '../../api/platform/settings/config.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'

const LEASH = fileURLToPath(new URL('./leash.ts', import.meta.url))
const PASSWORD = 'bench-owner-password-1'
/** Characters of its complaints that are kept. */
const LAST_WORDS = 500
/** Seldom enough not to be work of its own. */
const POLL_MS = 50
const READY_TIMEOUT_MS = 60_000

/** The service as it is deployed: supervisor, API, jobs and PostgreSQL as processes of their own. */
export class RunningService {
  readonly url: string
  readonly dataDir: string
  readonly startMs: number
  #process: ChildProcess
  #token = ''

  private constructor(url: string, dataDir: string, startMs: number, process: ChildProcess) {
    this.url = url
    this.dataDir = dataDir
    this.startMs = startMs
    this.#process = process
  }

  /** Starts on a fresh folder, or on one that an earlier start left. Ready means that readiness answers 200. */
  static async start(dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))): Promise<RunningService> {
    const port = await freePort()
    const child = spawn(process.execPath, [LEASH, dataDir, 'serve'], {
      env: {
        ...process.env,
        SVC_PORT: String(port),
        SVC_DATA_DIR: dataDir,
        SVC_ADMIN_PASSWORD: PASSWORD,
        SVC_LOAD_SAMPLE: 'false',
        SVC_RATE_LIMIT_ENABLED: 'false',
        SVC_RATE_LIMIT_DISABLE_ACK: throttlePhrase,
        PLANFILE_MAX_ROWS: '200000',
        PLANFILE_MAX_UPLOAD_MB: '100',
      },
      // The pipe is the leash: whatever ends this process closes it.
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-LAST_WORDS)
    })
    await once(child.stdout!, 'data')
    const startedMs = performance.now()
    const url = `http://127.0.0.1:${port}`
    try {
      await waitReady(url, child)
    } catch (error) {
      child.stdin?.end()
      throw new Error(`${(error as Error).message}: ${said.trim()}`, { cause: error })
    }
    child.stdin?.write('ready\n')
    return new RunningService(url, dataDir, performance.now() - startedMs, child)
  }

  async stop(options: { keepData?: boolean } = {}): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve))
      this.#process.stdin?.end(options.keepData ? 'keep\n' : '')
      await ended
    }
  }

  async signIn(): Promise<void> {
    const reply = await this.call('POST', '/auth/token/', { username: 'admin', password: PASSWORD })
    this.#token = (reply as { access: string }).access
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** The process that holds the service; what it started is below it. */
  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** What a client sends with every call. */
  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#token}` }
  }

  /** The service's own database, for peers that do the same queries. */
  get databaseUrl(): string {
    const [file] = globSync(`${this.dataDir}/**/postmaster.pid`)
    if (file === undefined) throw new Error('the service has no embedded database')
    const [, , , port, socketDir] = readFileSync(file, 'utf8').split('\n')
    return `postgresql://svc@${encodeURIComponent(socketDir ?? '')}:${port}/svc`
  }

  /** One JSON call; anything but 2xx is an error. */
  async call(method: string, route: string, body?: unknown): Promise<unknown> {
    const response = await fetch(route.startsWith('http') ? route : `${this.url}/api/v1${route}`, {
      method,
      headers: {
        ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text.slice(0, 300)}`)
    return text === '' ? null : JSON.parse(text)
  }

  /** Sends Project XML; what is no plan is refused, at once or later. */
  upload(text: string): Promise<Response> {
    const form = new FormData()
    form.set('file', new Blob([text]), 'plan.xml')
    return fetch(`${this.url}/api/v1/projects/import/planfile/`, { method: 'POST', body: form, headers: this.headers })
  }

  /** Brings a generated plan in as a real plan file and waits until it is imported and scheduled. */
  async importPlan(plan: ImportedPlan): Promise<string> {
    const response = await this.upload(writeMspdi(plan))
    if (response.status !== 202) throw new Error(`import: ${response.status} ${await response.text()}`)
    const { project_id: projectId } = (await response.json()) as { project_id: string }
    for (let round = 0; round < 2_400; round++) {
      const imports = (await this.call('GET', `/projects/${projectId}/imports/`)) as { results: { status: string }[] }
      if (imports.results[0]?.status === 'dead') throw new Error('the import failed')
      const summary = (await this.call('GET', `/projects/${projectId}/status-summary/`)) as {
        recalculated_at: string | null
        task_count: number
      }
      if (imports.results[0]?.status === 'done' && summary.recalculated_at !== null && summary.task_count > 0)
        return projectId
      await sleep(POLL_MS)
    }
    throw new Error('the plan was not scheduled in two minutes')
  }

  /** An open socket on the project's channel, of this process or of another on the same data. */
  async openSocket(projectId: string, url = this.url): Promise<WebSocket> {
    const { ticket } = (await this.call('POST', '/ws/ticket/')) as { ticket: string }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/v1/projects/${projectId}/?ticket=${ticket}`)
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return socket
  }
}

export async function waitReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    try {
      if ((await fetch(`${url}/api/v1/readyz`)).status === 200) return
    } catch {
      // Not listening yet.
    }
    await sleep(10)
  }
  throw new Error('the service did not get ready')
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
