// Index by id. A Map hashes every character of every text it is asked for, and the texts of a parsed document are new ones
// at each mention; here a few characters decide where to look, and one comparison whether it is found. Ids that end in
// numbers close together, as most do that a program gave, are found by the number. Ids that agree in the characters that
// are looked at would make it slow, so whoever has many of them gets a Map.

/** Characters at the end of an id that are hashed, and a step that takes some of those before them. */
const TAIL = 12
const STEPS = 4
/** Places looked at for one id before a Map takes over. */
const MOST_PROBES = 64
/** How many numbers there may be for each id that ends in one. */
const MOST_NUMBERS_AN_ID = 4
/** Of so many ids the first ones tell whether letters are among their digits. */
const TELLING_IDS = 32
const LETTER = /[^0-9]$/
/** Ids are told apart by length first; lengths that differ by as much share what is known of them. */
const LENGTHS = 64
const NOWHERE = -(2 ** 30)
const NONE = new Int32Array(0)

export class IdIndex {
  readonly #ids: readonly string[]
  /** 0 where ids are not found by the number they end in. */
  #radix = 0
  /** What is added to the number of an id of each length to have its place. */
  #shiftOf: Int32Array = NONE
  /** One more than the index of the id in each place; 0 for none. */
  #places: Int32Array = NONE
  /** One more than the index of the id in each slot, and above it as many bits of its hash as there is room for; 0 for none. */
  #slots: Int32Array = NONE
  #slotMask = 0
  #tagMask = 0
  #map: Map<string, number> | null = null
  #firstAgain = -1

  constructor(ids: readonly string[]) {
    this.#ids = ids
    const hasLetters = ids.slice(0, TELLING_IDS).some((id) => LETTER.test(id))
    if (!this.#indexNumbers(hasLetters ? 16 : 10)) this.#hashAll()
  }

  /** The first index whose id was there before; -1 when all differ. */
  get firstAgain(): number {
    return this.#firstAgain
  }

  /** The index of an id; -1 when there is none. */
  find(id: string): number {
    const ids = this.#ids
    if (this.#radix > 0) {
      const at = tailNumber(id, this.#radix) + this.#shiftOf[id.length & (LENGTHS - 1)]
      const index = at >= 0 && at < this.#places.length ? this.#places[at] - 1 : -1
      return index >= 0 && ids[index] === id ? index : -1
    }
    if (this.#map !== null) return this.#map.get(id) ?? -1
    const slots = this.#slots
    const hashed = hash(id)
    for (let slot = hashed & this.#slotMask; slots[slot] !== 0; slot = (slot + 1) & this.#slotMask) {
      if (((slots[slot] ^ hashed) & this.#tagMask) !== 0) continue
      const index = (slots[slot] & ~this.#tagMask) - 1
      if (ids[index] === id) return index
    }
    return -1
  }

  /** The same for an id that is likely to be at `likely` or the one after: links mostly come in the order of their tasks. */
  findNear(id: string, likely: number): number {
    const ids = this.#ids
    if (ids[likely] === id) return likely
    return ids[likely + 1] === id ? likely + 1 : this.find(id)
  }

  /** Returns false where ids of a length do not end in numbers close together, each in one of its own. */
  #indexNumbers(radix: number): boolean {
    const ids = this.#ids
    const most = MOST_NUMBERS_AN_ID * ids.length
    const numbers = new Int32Array(ids.length)
    const least = new Int32Array(LENGTHS).fill(-NOWHERE)
    const greatest = new Int32Array(LENGTHS).fill(NOWHERE)
    for (let index = 0; index < ids.length; index++) {
      const number = tailNumber(ids[index], radix)
      const length = ids[index].length & (LENGTHS - 1)
      numbers[index] = number
      if (number < least[length]) least[length] = number
      if (number > greatest[length]) greatest[length] = number
      if (greatest[length] - least[length] >= most) return false
    }
    const shiftOf = new Int32Array(LENGTHS).fill(NOWHERE)
    let count = 0
    for (let length = 0; length < LENGTHS; length++) {
      if (greatest[length] < least[length]) continue
      shiftOf[length] = count - least[length]
      count += greatest[length] - least[length] + 1
    }
    if (count > most) return false
    const places = new Int32Array(count)
    for (let index = 0; index < numbers.length; index++) {
      const at = numbers[index] + shiftOf[ids[index].length & (LENGTHS - 1)]
      if (places[at] !== 0) return false
      places[at] = index + 1
    }
    this.#places = places
    this.#shiftOf = shiftOf
    this.#radix = radix
    return true
  }

  #hashAll(): void {
    const ids = this.#ids
    const places = 32 - Math.clz32(ids.length)
    let size = 16
    while (size < 2 * ids.length) size *= 2
    const slots = new Int32Array(size)
    const slotMask = size - 1
    const tagMask = -1 << places
    this.#slots = slots
    this.#slotMask = slotMask
    this.#tagMask = tagMask
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index]
      const hashed = hash(id)
      const first = hashed & slotMask
      let slot = first
      for (; slots[slot] !== 0; slot = (slot + 1) & slotMask) {
        if (((slots[slot] ^ hashed) & tagMask) !== 0) continue
        if (ids[(slots[slot] & ~tagMask) - 1] !== id) continue
        this.#firstAgain = index
        return
      }
      slots[slot] = (hashed & tagMask) | (index + 1)
      if (((slot - first) & slotMask) > MOST_PROBES) {
        this.#useMap()
        return
      }
    }
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

/**
 * The number that an id ends in, where it ends in one; some number or other else: an id that is found is compared. Without a
 * branch, because digits are not foreseen.
 */
function tailNumber(id: string, radix: number): number {
  const { length } = id
  if (length < 6) return shortNumber(id, radix)
  const high = Math.imul(digitAt(id, length - 6) * radix + digitAt(id, length - 5), radix) + digitAt(id, length - 4)
  const low = Math.imul(digitAt(id, length - 3) * radix + digitAt(id, length - 2), radix) + digitAt(id, length - 1)
  return Math.imul(high, radix * radix * radix) + low
}

function shortNumber(id: string, radix: number): number {
  let number = 0
  for (let at = 0; at < id.length; at++) number = Math.imul(number, radix) + digitAt(id, at)
  return number
}

/** Of a letter of either case from 10 on. */
function digitAt(id: string, at: number): number {
  const code = id.charCodeAt(at)
  return (code & 15) + 9 * (code >> 6)
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
