import { ImportRefusal } from '../plan/import-refusal.ts'

const QUOTE = 34
const BACKSLASH = 92
const COLON = 58

/**
 * Looks over JSON text before it is parsed: refuses nesting deeper than `maxDepth` and objects that say a key twice,
 * of which a parser would silently keep the last. Everything else is the parser's to judge. One pass.
 */
export function scanJson(text: string, maxDepth: number): void {
  // One entry a nesting level: the keys of an object, or null for an array.
  const levels: (Set<string> | null)[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = stringEnd(text, at)
      const keys = levels.at(-1)
      if (keys && isKey(text, end + 1)) addKey(keys, text.slice(at, end + 1))
      at = end
    } else if (code === 0x7b || code === 0x5b) {
      levels.push(code === 0x7b ? new Set() : null)
      if (levels.length > maxDepth) throw new ImportRefusal('too_complex', `the JSON is nested deeper than ${maxDepth}`)
    } else if (code === 0x7d || code === 0x5d) {
      levels.pop()
    }
    at += 1
  }
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

function isKey(text: string, from: number): boolean {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  return text.charCodeAt(at) === COLON
}

function addKey(keys: Set<string>, literal: string): void {
  const key = literal.includes('\\') ? unescapeKey(literal) : literal.slice(1, -1)
  if (keys.has(key))
    throw new ImportRefusal('invalid_plan', `the key ${literal.slice(0, 60)} occurs twice in one object`)
  keys.add(key)
}

function unescapeKey(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    // The parser will refuse the whole text with a better message than could be given here.
    return literal
  }
}
