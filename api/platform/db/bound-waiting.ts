import type { Pool } from 'pg'
import { overloaded } from '../errors.ts'

/** How many may wait for each connection: about as many as are served in the time that one waits at most. */
const WAITING_A_CONNECTION = 12

/** The pool behind an object mapper, made with its first use. */
export interface PoolWatch {
  pool: Pool | null
  readonly size: number
  /** Transactions that hold a connection or wait for one. */
  transactions: number
}

const watches = new WeakMap<object, PoolWatch>()

/** Lets others ask how many wait for a connection of this object mapper. */
export function watchWaiting(orm: object, watch: PoolWatch): void {
  watches.set(orm, watch)
}

/** Whether so many wait for a connection that one more would hardly get it in time. */
export function isCrowded(orm: object): boolean {
  const watch = watches.get(orm)
  return !!watch?.pool && (watch.pool.waitingCount >= watch.size * WAITING_A_CONNECTION || isFull(watch))
}

const isFull = ({ transactions, size }: PoolWatch) => transactions >= size * (1 + WAITING_A_CONNECTION)

/** Runs a transaction, or refuses it where so many are under way that it would hardly get a connection in time. */
export async function boundTransaction<T>(orm: object, work: () => Promise<T>): Promise<T> {
  const watch = watches.get(orm)
  if (!watch) return work()
  if (isFull(watch)) throw overloaded()
  watch.transactions += 1
  return work().finally(() => {
    watch.transactions -= 1
  })
}
