import { Refusal } from '../../errors.ts'
import { fieldErrorAt } from '../field-errors.ts'

const MAX_PARSED_HERE_BYTES = 1024 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Parses a JSON request body strictly: an object, UTF-8, bounded depth, no NUL, no lone surrogates, no unsafe numbers. */
export function parseJsonBody(bytes: Uint8Array, maxDepth: number): object {
  const value = parseJson(bytes)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalidBody()
  try {
    checkValue(value, [], maxDepth)
  } catch (error) {
    if (error instanceof BadValue) throw fieldErrorAt(error.path, error.message, value)
    throw error
  }
  return value
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw new Refusal(400, error instanceof TypeError ? 'The body is not valid UTF-8.' : 'The body is not valid JSON.')
  }
}

const OPENING_BRACE = 0x7b
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** Refuses what cannot be an object without reading it as a whole: a large one is parsed on a thread of its own. */
export function refuseOtherThanObject(bytes: Uint8Array): void {
  const first = bytes.find((byte) => !WHITE_SPACE.has(byte))
  if (first === OPENING_BRACE) return
  if (bytes.length <= MAX_PARSED_HERE_BYTES) parseJson(bytes)
  throw invalidBody()
}

/** Valid JSON that is not an object, which no operation takes. */
export function invalidBody(): Refusal {
  return new Refusal(400, 'The body must be a JSON object.', { code: 'invalid_body' })
}

/** A value that no field may hold, and where it stands. */
class BadValue extends Error {
  readonly path: readonly string[]

  constructor(path: readonly string[], message: string) {
    super(message)
    this.path = [...path]
  }
}

function checkValue(value: unknown, path: string[], depthLeft: number): void {
  if (typeof value === 'string') checkText(value, path)
  else if (typeof value === 'number') checkNumber(value, path)
  else if (value !== null && typeof value === 'object') {
    if (depthLeft <= 0) throw new Refusal(400, 'The body is nested too deeply.')
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) checkItem(value[index], String(index), path, depthLeft)
    } else {
      for (const key of Object.keys(value)) {
        if (!isCleanText(key)) throw new Refusal(400, 'A field name holds characters that are not allowed.')
        checkItem((value as Record<string, unknown>)[key], key, path, depthLeft)
      }
    }
  }
}

function checkItem(value: unknown, key: string, path: string[], depthLeft: number): void {
  path.push(key)
  checkValue(value, path, depthLeft - 1)
  path.pop()
}

function checkText(text: string, path: string[]): void {
  if (!isCleanText(text)) throw new BadValue(path, 'Null characters and unpaired surrogates are not allowed.')
}

/** Text that the database takes and every client can read. */
export function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

function checkNumber(value: number, path: string[]): void {
  if (!Number.isFinite(value)) throw new BadValue(path, 'The number is out of range.')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new BadValue(path, 'The integer is too large.')
}
