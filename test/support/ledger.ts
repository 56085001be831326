import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'

/** One keyed write and what became of it. */
export interface KeyedWrite {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  status: number
  location: string | null
  text: string
  /** How often it was sent until it was acknowledged. */
  tries: number
  /** The acknowledgment said that it had been done before. */
  isReplay: boolean
}

/** What an attempt may end with that tells nothing: 5xx; everything else is an answer. */
const isUnknown = (status: number) => status >= 500

/**
 * A client that writes with keys, repeats what it got no answer to, and remembers every answer, so that afterwards each
 * can be asked for again.
 */
export class Ledger {
  readonly writes: KeyedWrite[] = []
  /** Statuses of attempts that told nothing; 0 stands for a connection that ended. */
  readonly unknown = new Map<number, number>()
  readonly #prefix: string
  #count = 0

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Sends until something is known, for at most `withinMs`: on a busy machine a process that is killed is long away. */
  async write(client: Client, method: string, path: string, body?: unknown, withinMs = 300_000): Promise<KeyedWrite> {
    const key = `${this.#prefix}-${++this.#count}`
    const deadline = Date.now() + withinMs
    for (let tries = 1; Date.now() < deadline; tries++) {
      const answer = await attempt(client, { method, path, body, key })
      if (answer === null || isUnknown(answer.status)) {
        const status = answer?.status ?? 0
        this.unknown.set(status, (this.unknown.get(status) ?? 0) + 1)
        await sleep(20 + Math.random() * 60)
        continue
      }
      const isReplay = answer.headers.get('idempotent-replay') === 'true'
      const { status, text } = answer
      const location = answer.headers.get('location')
      const write = { key, method, path, body, status, location, text, tries, isReplay }
      if (status < 300) this.writes.push(write)
      return write
    }
    throw new Error(`${method} ${path} was not answered within ${withinMs} ms`)
  }

  /** I1: every acknowledged write is stored; asked again it answers the same bytes, says so, and does nothing. */
  async faults(client: Client): Promise<string[]> {
    const faults: string[] = []
    for (const write of this.writes) {
      const answer = await attempt(client, write)
      const where = `${write.key} ${write.method} ${write.path}`
      if (answer === null) faults.push(`${where}: no answer`)
      else if (answer.status !== write.status || answer.text !== write.text)
        faults.push(`${where}: ${write.status} ${write.text} became ${answer.status} ${answer.text}`)
      else if (answer.headers.get('location') !== write.location) faults.push(`${where}: another Location`)
      else if (answer.headers.get('idempotent-replay') !== 'true') faults.push(`${where}: done a second time`)
    }
    return faults
  }

  get replays(): number {
    return this.writes.filter((write) => write.isReplay).length
  }
}

async function attempt(
  client: Client,
  { method, path, body, key }: Pick<KeyedWrite, 'method' | 'path' | 'body' | 'key'>,
) {
  try {
    return await client.request(method, path, body, { 'Idempotency-Key': key })
  } catch {
    return null
  }
}
