/** Values within a budget of bytes. What was not used for the longest time goes first; the newest always stays. */
export class BoundedCache<Key, Value> {
  readonly #budget: number
  readonly #entries = new Map<Key, { value: Value; bytes: number }>()
  #bytes = 0

  constructor(budgetBytes: number) {
    this.#budget = budgetBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: Key, value: Value, bytes: number): void {
    this.delete(key)
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#budget || oldest === key) break
      this.delete(oldest)
    }
  }

  delete(key: Key): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
