/** Months as they begin in the languages that sheets are read in, without accents; the first that fits is meant. */
const BEGINNINGS: readonly (readonly string[])[] = [
  ['jan', 'janv', 'ene', 'gen', 'янв'],
  ['feb', 'fev', 'fevr', 'фев'],
  ['mar', 'maa', 'mrt', 'mrz', 'мар'],
  ['apr', 'avr', 'abr', 'апр'],
  ['may', 'mai', 'maj', 'mei', 'mag', 'май', 'маи', 'мая'],
  ['jun', 'juin', 'giu', 'июн'],
  ['jul', 'juil', 'lug', 'июл'],
  ['aug', 'aou', 'ago', 'авг'],
  ['sep', 'set', 'sept', 'сен'],
  ['oct', 'okt', 'out', 'ott', 'окт'],
  ['nov', 'ноя'],
  ['dec', 'dez', 'dic', 'дек'],
]

/** Month 1 to 12 by its name or its first letters, null when it is none. */
export function monthNamed(word: string): number | null {
  const bare = foldAccents(word)
  if (bare.length < 3 || bare.length > 10) return null
  const index = BEGINNINGS.findIndex((beginnings) => beginnings.some((beginning) => bare.startsWith(beginning)))
  return index < 0 ? null : index + 1
}

export function foldAccents(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}
