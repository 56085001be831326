import { Refusal } from '../errors.ts'
import { fieldErrorAt } from './field-errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Parses a JSON request body strictly: UTF-8, bounded depth, no NUL, no lone surrogates, no unsafe numbers. */
export function parseJsonBody(bytes: Uint8Array, maxDepth: number): unknown {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch (error) {
    throw new Refusal(400, error instanceof TypeError ? 'The body is not valid UTF-8.' : 'The body is not valid JSON.')
  }
  try {
    checkValue(value, [], maxDepth)
  } catch (error) {
    if (error instanceof BadValue) throw fieldErrorAt(error.path, error.message, value)
    throw error
  }
  return value
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
