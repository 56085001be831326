import type { RawTask } from '../raw-project.ts'

/** Unique ids are small numbers as a rule, which a table answers much faster than a map; absurd ones go to the map. */
const MOST_PER_TASK = 8
const LEAST_TABLE = 1024

/** The place of each task in the file, by its unique id. */
export class TaskPlaces {
  /** Place + 1. */
  readonly #table: Int32Array
  readonly #others = new Map<number, number>()

  constructor(tasks: readonly RawTask[]) {
    this.#table = new Int32Array(LEAST_TABLE + tasks.length * MOST_PER_TASK)
    for (const [index, { uid }] of tasks.entries()) {
      if (uid >= 0 && uid < this.#table.length) this.#table[uid] = index + 1
      else this.#others.set(uid, index)
    }
  }

  /** -1 where there is none. */
  of(uid: number): number {
    if (uid >= 0 && uid < this.#table.length) return (this.#table[uid] ?? 0) - 1
    return this.#others.get(uid) ?? -1
  }
}
