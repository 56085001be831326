import { ImportRefusal } from '../plan/import-refusal.ts'

export type JsonObject = Record<string, unknown>

/** Reads typed values out of parsed JSON and refuses the plan, naming the place, where a type is wrong. */
export class ShapeReader {
  readonly #object: JsonObject
  readonly #path: string

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'an object')
    this.#object = value as JsonObject
    this.#path = path
  }

  get raw(): JsonObject {
    return this.#object
  }

  path(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name) && this.#object[name] !== null
  }

  string(name: string): string {
    const value = this.#own(name)
    if (typeof value !== 'string') throw wrong(this.path(name), 'a string')
    return value
  }

  number(name: string): number {
    const value = this.#own(name)
    if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(this.path(name), 'a number')
    return value
  }

  boolean(name: string): boolean {
    const value = this.#own(name)
    if (typeof value !== 'boolean') throw wrong(this.path(name), 'true or false')
    return value
  }

  /** A text, a number, or yes or no. */
  scalar(name: string): string | number | boolean {
    const value = this.#own(name)
    const isScalar = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    if (!isScalar) throw wrong(this.path(name), 'a string, a number, true or false')
    return value as string | number | boolean
  }

  stringOr<T>(name: string, fallback: T): string | T {
    return this.has(name) ? this.string(name) : fallback
  }

  numberOr<T>(name: string, fallback: T): number | T {
    return this.has(name) ? this.number(name) : fallback
  }

  booleanOr(name: string, fallback: boolean): boolean {
    return this.has(name) ? this.boolean(name) : fallback
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    if (!this.has(name)) return fallback
    const value = this.#own(name)
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) throw wrong(this.path(name), `one of ${allowed.join(', ')}`)
    return found
  }

  /** The elements of a list that may be absent. */
  list(name: string): unknown[] {
    if (!this.has(name)) return []
    const value = this.#own(name)
    if (!Array.isArray(value)) throw wrong(this.path(name), 'a list')
    return value
  }

  objects(name: string): ShapeReader[] {
    return this.list(name).map((value, index) => new ShapeReader(value, `${this.path(name)}[${index}]`))
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined
  }
}

function wrong(path: string, wanted: string): ImportRefusal {
  return new ImportRefusal('invalid_plan', `${path === '' ? 'the document' : path.slice(0, 200)} must be ${wanted}`)
}
