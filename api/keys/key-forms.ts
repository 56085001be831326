import { isUuid } from '../platform/ids.ts'

export type KeyKind = 'project' | 'program'
export type KeyFault = 'invalid' | 'reserved'

/** Words that stand in the same place of an address as a key. */
const RESERVED = new Set(['new', 'settings', 'trash'])
const PROJECT_KEY = /^[A-Za-z][A-Za-z0-9]{1,9}$/
const PROGRAM_KEY = /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/
const PROGRAM_KEY_LENGTH = 40
const BARE_UUID = /^[0-9a-f]{32}$/i

/** What forbids a key that somebody chose, before asking whether it is free. */
export function keyFault(kind: KeyKind, text: string): KeyFault | null {
  if (RESERVED.has(text.toLowerCase()) || isUuid(text) || BARE_UUID.test(text)) return 'reserved'
  const isWellFormed = kind === 'project' ? PROJECT_KEY.test(text) : isProgramKey(text)
  return isWellFormed ? null : 'invalid'
}

function isProgramKey(text: string): boolean {
  return text.length <= PROGRAM_KEY_LENGTH && PROGRAM_KEY.test(text)
}

/** Keys are kept in one case: projects upper, programs lower. */
export function keyInCase(kind: KeyKind, text: string): string {
  return kind === 'project' ? text.toUpperCase() : text.toLowerCase()
}

/** The form in which keys are compared and stored in `issued_keys`. */
export function foldKey(text: string): string {
  return text.toLowerCase()
}
