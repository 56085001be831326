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
    for (let index = 0; index < tasks.length; index += 1) {
      const { uid } = tasks[index] as RawTask
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

/** A set of whole numbers from 0 of which at most so many are added: a `Set` makes an object of each large number. */
export class NumberSet {
  /** Number + 1. */
  readonly #slots: Float64Array
  readonly #mask: number

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most + 2))
    this.#slots = new Float64Array(size)
    this.#mask = size - 1
  }

  /** False where the number was there before. */
  add(number: number): boolean {
    let slot = (Math.imul(number % 0x1_0000_0000, 0x9e3779b1) ^ Math.imul(number / 0x1_0000_0000, 0x85ebca6b)) >>> 1
    for (slot &= this.#mask; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#slots[slot] === number + 1) return false
    }
    this.#slots[slot] = number + 1
    return true
  }
}
