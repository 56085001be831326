import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BARE_SERVER = fileURLToPath(new URL('../peers/bare-server.ts', import.meta.url))
/** How the bare server is called in results and aims. */
export const BARE = 'bare Node + pg'

/** A bare server on the service's own database, in a process of its own. */
export class BareServer {
  readonly url: string
  readonly #process: ChildProcess

  private constructor(url: string, child: ChildProcess) {
    this.url = url
    this.#process = child
  }

  static async start(databaseUrl: string): Promise<BareServer> {
    const child = spawn(process.execPath, [BARE_SERVER, databaseUrl], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [port] = await Promise.race([
      once(child.stdout!, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('the bare server does not start'))),
    ])
    return new BareServer(`http://127.0.0.1:${String(port).trim()}`, child)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.stdin?.end()
    await ended
  }
}
