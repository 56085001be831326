import { ImportRefusal } from '../../../plan/import-refusal.ts'

/** Thrown where a scanner meets anything it is not sure of; a parser takes over. */
export const DOUBT: unique symbol = Symbol('doubt')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const MAX_TEXT_CHARACTERS = 100_000
const SPACE = 32
const TAB = 9
const LINE_FEED = 10

/** Runs `scan`; null when it ended in doubt, or in a refusal, whose words are for the parser of the whole to find. */
export function unlessDoubtful<T>(scan: () => T): T | null {
  try {
    return scan()
  } catch (thrown) {
    if (thrown === DOUBT || thrown instanceof ImportRefusal) return null
    throw thrown
  }
}

/** The place of the next character that is no white space. */
export function skipBlanks(text: string, at: number): number {
  let next = at
  for (;;) {
    const code = text.charCodeAt(next)
    if (code !== SPACE && code !== LINE_FEED && code !== TAB) return next
    next += 1
  }
}

/** Where the text that begins here ends, which is at the next tag. */
export function textEnd(text: string, at: number): number {
  const end = text.indexOf('<', at)
  if (end < 0 || end - at > MAX_TEXT_CHARACTERS) throw DOUBT
  return end
}

/** A text with its entities resolved; only the five without numbers are. */
export function plainText(text: string, from: number, to: number): string {
  const raw = text.slice(from, to)
  if (!raw.includes('&')) return raw
  const resolved = raw.replace(/&([a-z]{2,4});/g, (entity, name: string) =>
    Object.hasOwn(ENTITIES, name) ? `\0${ENTITIES[name]}` : entity,
  )
  // What was resolved is marked, so that a mark of the text itself still shows.
  if (/(^|[^\0])&/.test(resolved)) throw DOUBT
  return resolved.replaceAll('\0', '')
}

/** Whether a short piece of text stands here: asked many times a cell, and several times as fast as `startsWith`. */
export function standsAt(text: string, at: number, piece: string): boolean {
  for (let index = 0; index < piece.length; index += 1) {
    if (text.charCodeAt(at + index) !== piece.charCodeAt(index)) return false
  }
  return true
}

/** The place after an expected piece of text. */
export function expectAt(text: string, at: number, piece: string): number {
  if (!standsAt(text, at, piece)) throw DOUBT
  return at + piece.length
}

/**
 * The end of a start tag whose attributes are all on the list and none twice; true in `isEmpty` when it closes itself.
 * `onValue` gets the place of each value.
 */
export function scanAttributes(
  text: string,
  from: number,
  known: ReadonlyMap<string, number>,
  onValue: (bit: number, from: number, to: number) => void,
): { end: number; isEmpty: boolean } {
  let at = from
  let seen = 0
  for (;;) {
    const next = skipBlanks(text, at)
    if (text[next] === '>') return { end: next + 1, isEmpty: false }
    if (text[next] === '/') return { end: expectAt(text, next, '/>'), isEmpty: true }
    const equals = text.indexOf('="', next)
    if (next === at || equals < 0 || equals - next > 40) throw DOUBT
    const bit = known.get(text.slice(next, equals)) ?? 0
    const close = text.indexOf('"', equals + 2)
    if (bit === 0 || (seen & bit) !== 0 || close < 0) throw DOUBT
    seen |= bit
    refuseMarkup(text, equals + 2, close)
    onValue(bit, equals + 2, close)
    at = close + 1
  }
}

function refuseMarkup(text: string, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 60 || code === 38) throw DOUBT
  }
}
