import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Run } from '../bench-case.ts'
import { quantile } from '../statistics.ts'

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface LoadResult {
  /** Milliseconds of every answered request, ascending. */
  readonly latencies: readonly number[]
  readonly errors: number
  readonly firstError: string | null
  readonly elapsedMs: number
}

/** Calls a server over a fixed number of connections; anything but 2xx counts as an error. */
export class LoadClient {
  readonly #pool: Pool
  readonly #connections: number

  constructor(url: string, connections: number) {
    this.#pool = new Pool(url, { connections, pipelining: 1 })
    this.#connections = connections
  }

  /** As many requests as told, each connection sending the next as soon as it has its answer: what the server can do. */
  async closedLoop(count: number, requestAt: (index: number) => LoadRequest): Promise<LoadResult> {
    const tally = new Tally()
    let next = 0
    const client = async () => {
      while (next < count) await this.#send(requestAt(next++), performance.now(), tally)
    }
    await Promise.all(Array.from({ length: this.#connections }, client))
    return tally.result()
  }

  /** Requests at a fixed rate, whether answers come or not: what a user sees, waiting in line included. */
  async openLoop(
    perSecond: number,
    isOver: () => boolean,
    requestAt: (index: number) => LoadRequest,
  ): Promise<LoadResult> {
    const tally = new Tally()
    const sent: Promise<void>[] = []
    const startedMs = performance.now()
    for (let index = 0; !isOver(); index++) {
      const dueMs = startedMs + (index * 1_000) / perSecond
      await sleep(Math.max(0, dueMs - performance.now()))
      sent.push(this.#send(requestAt(index), dueMs, tally))
    }
    await Promise.all(sent)
    return tally.result()
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #send({ method, path, headers, body }: LoadRequest, dueMs: number, tally: Tally): Promise<void> {
    try {
      const reply = await this.#pool.request({ method, path, headers: headers ?? {}, body: body ?? null })
      const text = await reply.body.text()
      const isFine = reply.statusCode >= 200 && reply.statusCode < 300
      tally.add(
        performance.now() - dueMs,
        isFine ? null : `${method} ${path}: ${reply.statusCode} ${text.slice(0, 200)}`,
      )
    } catch (error) {
      tally.add(performance.now() - dueMs, `${method} ${path}: ${error instanceof Error ? error.message : error}`)
    }
  }
}

class Tally {
  readonly #startedMs = performance.now()
  readonly #latencies: number[] = []
  #errors = 0
  #firstError: string | null = null

  add(ms: number, error: string | null): void {
    this.#latencies.push(ms)
    if (error === null) return
    this.#errors++
    this.#firstError ??= error
  }

  result(): LoadResult {
    return {
      latencies: this.#latencies.sort((a, b) => a - b),
      errors: this.#errors,
      firstError: this.#firstError,
      elapsedMs: performance.now() - this.#startedMs,
    }
  }
}

/** What several clients met who began at the same time. */
export async function together(loads: readonly Promise<LoadResult>[]): Promise<LoadResult> {
  const startedMs = performance.now()
  const results = await Promise.all(loads)
  return {
    latencies: results.flatMap((result) => [...result.latencies]).sort((a, b) => a - b),
    errors: results.reduce((sum, { errors }) => sum + errors, 0),
    firstError: results.find(({ firstError }) => firstError !== null)?.firstError ?? null,
    elapsedMs: performance.now() - startedMs,
  }
}

/** A burst as one run: microseconds of the whole burst a request, and how long single requests took. */
export function burstRun({ latencies, errors, firstError, elapsedMs }: LoadResult): Run {
  if (errors > 0) throw new Error(`${errors} of ${latencies.length} requests failed, the first with ${firstError}`)
  return {
    value: (elapsedMs * 1_000) / latencies.length,
    hash: null,
    parts: {
      per_second: (latencies.length * 1_000) / elapsedMs,
      p50_ms: quantile(latencies, 0.5),
      p99_ms: quantile(latencies, 0.99),
    },
  }
}
