// Index by id. A Map hashes every character of every text it is asked for, and the texts of a parsed document are new ones
// at each mention; here a few characters decide where to look, and one comparison whether it is found. Ids that agree in
// those characters would make it slow, so whoever has many of them gets a Map.

/** Characters at the end of an id that are hashed, and a step that takes some of those before them. */
const TAIL = 12
const STEPS = 4
/** Places looked at for one id before a Map takes over. */
const MOST_PROBES = 64

export class IdIndex {
  readonly #ids: readonly string[]
  readonly #mask: number
  /** One more than the index of the id in each slot; 0 for none. */
  readonly #slots: Int32Array
  #map: Map<string, number> | null = null
  #firstAgain = -1

  constructor(ids: readonly string[]) {
    this.#ids = ids
    let size = 16
    while (size < 2 * ids.length) size *= 2
    this.#mask = size - 1
    this.#slots = new Int32Array(size)
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index]
      const first = hash(id) & this.#mask
      let slot = first
      for (; this.#slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
        if (ids[this.#slots[slot] - 1] === id) {
          this.#firstAgain = index
          return
        }
      }
      this.#slots[slot] = index + 1
      if (((slot - first) & this.#mask) > MOST_PROBES) {
        this.#useMap()
        return
      }
    }
  }

  /** The first index whose id was there before; -1 when all differ. */
  get firstAgain(): number {
    return this.#firstAgain
  }

  /** The index of an id; -1 when there is none. */
  find(id: string): number {
    if (this.#map !== null) return this.#map.get(id) ?? -1
    const ids = this.#ids
    const slots = this.#slots
    for (let slot = hash(id) & this.#mask; slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      if (ids[slots[slot] - 1] === id) return slots[slot] - 1
    }
    return -1
  }

  /** The same for an id that is likely to be at `likely` or the one after: links mostly come in the order of their tasks. */
  findNear(id: string, likely: number): number {
    const ids = this.#ids
    if (ids[likely] === id) return likely
    return ids[likely + 1] === id ? likely + 1 : this.find(id)
  }

  #useMap(): void {
    const map = new Map<string, number>()
    for (let index = 0; index < this.#ids.length; index++) {
      map.set(this.#ids[index], index)
      if (map.size <= index) {
        this.#firstAgain = index
        return
      }
    }
    this.#map = map
  }
}

function hash(id: string): number {
  const { length } = id
  let mixed = length
  let at = length > TAIL ? length - TAIL : 0
  const step = at > STEPS ? Math.floor(at / STEPS) : 1
  for (let early = 0; early < at; early += step) mixed = Math.imul(mixed ^ id.charCodeAt(early), 0x01000193)
  for (; at + 3 < length; at += 4) {
    const four =
      id.charCodeAt(at) ^ (id.charCodeAt(at + 1) << 8) ^ (id.charCodeAt(at + 2) << 16) ^ (id.charCodeAt(at + 3) << 24)
    mixed = Math.imul(mixed ^ four, 0x9e3779b1)
    mixed ^= mixed >>> 15
  }
  for (; at < length; at++) mixed = Math.imul(mixed ^ id.charCodeAt(at), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  return mixed ^ (mixed >>> 13)
}
