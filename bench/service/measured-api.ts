import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { throttlePhrase } from '../../api/platform/settings/config.ts'
import { freePort, type RunningService, waitReady } from './running-service.ts'

const HOOK = new URL('./answer-memory.ts', import.meta.url).href
const SVC = fileURLToPath(new URL('../../api/cli/svc.ts', import.meta.url))

/** What a process takes: what lives after a collection, on the heap and outside of it, and what it holds of the machine. */
export interface Memory {
  readonly livingKb: number
  readonly residentKb: number
}

/** One more API process on the data of a running service, that says what memory it takes. */
export interface MeasuredApi {
  readonly url: string
  memory(): Promise<Memory>
  stop(): Promise<void>
}

export async function startMeasuredApi({ dataDir, databaseUrl }: RunningService): Promise<MeasuredApi> {
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-proto=delete', '--expose-gc', '--import', HOOK, SVC, 'api'],
    {
      env: {
        ...process.env,
        SVC_PORT: String(port),
        SVC_DATA_DIR: dataDir,
        SVC_DATABASE_URL: databaseUrl,
        SVC_LOAD_SAMPLE: 'false',
        SVC_RATE_LIMIT_ENABLED: 'false',
        SVC_RATE_LIMIT_DISABLE_ACK: throttlePhrase,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  // It logs as the other one does, and nobody reads it.
  child.stderr?.resume()
  const exit = once(child, 'exit')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const url = `http://127.0.0.1:${port}`
  await waitReady(url, child)
  return {
    url,
    async memory() {
      const answer = once(child.stdio[3] as Readable, 'data')
      child.kill('SIGUSR2')
      return JSON.parse(String((await answer)[0]))
    },
    async stop() {
      process.off('exit', end)
      child.kill('SIGKILL')
      await exit
    },
  }
}
