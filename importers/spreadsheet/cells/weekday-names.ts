import { foldAccents } from './month-names.ts'

/**
 * Monday to Sunday as they begin in the languages that sheets are read in, without accents. What means different days in
 * two of them (`do` is Thursday in German and Sunday in Spanish) is in none.
 */
const BEGINNINGS: readonly (readonly string[])[] = [
  ['mon', 'lun', 'seg', 'maandag', 'пн', 'пон'],
  ['tue', 'die', 'mar', 'ter', 'din', 'вт'],
  ['wed', 'mit', 'mie', 'mer', 'qua', 'woe', 'ср'],
  ['thu', 'donn', 'jue', 'jeu', 'gio', 'qui', 'donderdag', 'чт', 'чет'],
  ['fri', 'fre', 'vie', 'ven', 'sex', 'vri', 'пт', 'пят'],
  ['sat', 'sam', 'sab', 'zat', 'сб', 'суб'],
  ['sun', 'son', 'dom', 'dim', 'zon', 'вс', 'вос'],
]

/** Day 1 (Monday) to 7 of the week by the word in front of a date, null when it is none. */
export function weekdayNamed(word: string): number | null {
  const bare = foldAccents(word)
  const index = BEGINNINGS.findIndex((beginnings) => beginnings.some((beginning) => bare.startsWith(beginning)))
  return index < 0 ? null : index + 1
}
