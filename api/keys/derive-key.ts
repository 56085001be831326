import { foldKey, type KeyKind, keyFault } from './key-forms.ts'

const MAX_LENGTH: Record<KeyKind, number> = { project: 10, program: 40 }
const FALLBACK: Record<KeyKind, string> = { project: 'PRJ', program: 'program' }
const SINGLE_WORD_LENGTH = 4

/** A well-formed key for a name: initials or a short stem for projects, a slug for programs. May be taken. */
export function deriveKey(kind: KeyKind, name: string): string {
  const words = wordsOf(name)
  const derived = kind === 'project' ? projectKey(words) : programKey(words)
  return keyFault(kind, derived) === null ? derived : FALLBACK[kind]
}

/** The key with a number behind it, shortened so that it still fits. */
export function numberedKey(kind: KeyKind, key: string, number: number): string {
  const suffix = kind === 'project' ? String(number) : `-${number}`
  return key.slice(0, MAX_LENGTH[kind] - suffix.length).replace(/-+$/, '') + suffix
}

/** Letters that are no letter with a mark. */
const SPELLED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Latin letters without their marks, and digits; everything else parts words. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED[letter] ?? '')
  return plain.match(/[a-z0-9]+/g) ?? []
}

function projectKey(words: string[]): string {
  const firstLetter = words.findIndex((word) => /^[a-z]/.test(word))
  if (firstLetter < 0) return ''
  const usable = words.slice(firstLetter)
  const initials = usable.map((word) => (/^\d+$/.test(word) ? word : word.charAt(0))).join('')
  const key = initials.length >= 2 ? initials : (usable[0] ?? '').slice(0, SINGLE_WORD_LENGTH)
  return key.slice(0, MAX_LENGTH.project).toUpperCase()
}

function programKey(words: string[]): string {
  return foldKey(words.join('-')).slice(0, MAX_LENGTH.program).replace(/-+$/, '')
}
