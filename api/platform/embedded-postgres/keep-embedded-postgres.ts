import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts'

export interface KeptPostgres {
  connectionString: string
  /** Ends the server and stops watching it. */
  stop(): Promise<void>
}

/** Starts the server and starts it again whenever it is gone, under the same address. */
export async function keepEmbeddedPostgres(options: EmbeddedPostgresOptions & { log: Log }): Promise<KeptPostgres> {
  let server = await startEmbeddedPostgres(options)
  let isStopping = false
  void watch()

  async function watch(): Promise<void> {
    for (;;) {
      await server.whenExited()
      if (isStopping) return
      options.log.error({ serverPid: server.pid }, 'embedded database ended; starting it again')
      const next = await startUntilItRuns()
      if (next === null) return
      server = next
    }
  }

  async function startUntilItRuns(): Promise<EmbeddedPostgres | null> {
    for (let pauseMs = 250; !isStopping; pauseMs = Math.min(pauseMs * 2, 15_000)) {
      try {
        return await startEmbeddedPostgres(options)
      } catch (error) {
        options.log.error({ error }, 'embedded database does not start')
        await sleep(pauseMs)
      }
    }
    return null
  }

  return {
    connectionString: server.connectionString,
    async stop() {
      isStopping = true
      await server.stop()
    },
  }
}
