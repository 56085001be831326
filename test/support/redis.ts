import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { until } from './faults.ts'

/** False, with the reason to tell, where no redis-server is installed. */
export const withoutRedis =
  spawnSync('redis-server', ['--version']).status === 0 ? false : 'redis-server is not installed'

/** A Redis of the test's own, which forgets everything when it ends. */
export class OwnRedis {
  readonly port: number
  #server: ChildProcess | null = null

  constructor(t: { teardown: (work: () => Promise<void>) => void }, port: number) {
    this.port = port
    t.teardown(() => this.kill())
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  get pid(): number | undefined {
    return this.#server?.pid
  }

  async start(): Promise<void> {
    const quiet = ['--save', '', '--appendonly', 'no', '--bind', '127.0.0.1', '--port', String(this.port)]
    const server = spawn('redis-server', quiet, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#server = server
    let said = ''
    server.stdout.on('data', (bytes) => {
      said += String(bytes)
    })
    await until(
      () => said.includes('Ready to accept connections') || server.exitCode !== null,
      10_000,
      'Redis to start',
    )
    if (server.exitCode !== null) throw new Error(said)
  }

  async kill(): Promise<void> {
    const server = this.#server
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
  }
}
