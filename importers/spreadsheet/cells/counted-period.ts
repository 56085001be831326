import { type DurationUnit, unitNamed } from './duration-units.ts'

export type CountedPeriod = { unit: 'day' | 'week' | 'month'; number: number; word: string }

const BEHIND = /^(\p{L}[\p{L}\p{M}]{0,13}?)(?:ที่|\s(?:ke|thứ|no|nr|n[º°]|№))?\s?\.?\s?[#−–-]?\s?(\d{1,3})$/iu
/** The number stands first, with a sign that it says which and not how many: `1. Hafta`, `2ª semana`, `第3周`, `3주차`. */
const IN_FRONT =
  /^(?:(\d{1,3})(?:\s?\.|[ºª°]|er|re|e|ère|ème|eme|-я|-й)\s*(\p{L}[\p{L}\p{M}]{1,13})|第\s?(\d{1,3})\s?([週周日天]|个月|個月)|(\d{1,3})\s?([週주일日]|개월)(?:目|차|간目|間目))$/iu
/** One letter or two are units only where nothing else is counted so. */
const SHORT: Readonly<Record<string, DurationUnit>> = { w: 'week', wk: 'week', m: 'month', d: 'day', ay: 'month' }
const SHORTEST = 3

/** `Week 3`, `M4`, `Tydzień 2`, `1. Hafta`, `第3周`: which day, week or month it is, in any of the languages; null for anything else. */
export function countedPeriod(text: string): CountedPeriod | null {
  const bare = text.trim()
  if (bare.length > 30) return null
  const behind = BEHIND.exec(bare)
  const parts = behind === null ? IN_FRONT.exec(bare) : null
  const word = (behind?.[1] ?? parts?.[2] ?? parts?.[4] ?? parts?.[6] ?? '').toLowerCase()
  const number = Number(behind?.[2] ?? parts?.[1] ?? parts?.[3] ?? parts?.[5])
  const unit = word === '' ? undefined : unitOf(word, parts !== null)
  return unit === 'day' || unit === 'week' || unit === 'month' ? { unit, number, word } : null
}

function unitOf(word: string, isMarked: boolean): DurationUnit | undefined {
  if (SHORT[word] !== undefined) return SHORT[word]
  const named = word.length >= SHORTEST || isMarked ? unitNamed(word) : null
  return named === null || named.isElapsed ? undefined : named.unit
}

/** Whether a word is one for weeks; in English they are hardly ever those of the calendar. */
export function isWeekWord(word: string): boolean {
  return word.length >= SHORTEST && !/^w(?:eek|ks)/i.test(word) && unitNamed(word)?.unit === 'week'
}
