/** Months as they begin in the languages that sheets are read in, without accents: three letters or four, that begin no other month. */
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

const LENGTHS = [3, 4]
const MONTH_OF = new Map(
  BEGINNINGS.flatMap((beginnings, index) => beginnings.map((beginning) => [beginning, index + 1] as const)),
)

/** Month 1 to 12 by its name or its first letters, null when it is none. */
export function monthNamed(word: string): number | null {
  const bare = foldAccents(word)
  if (bare.length < 3 || bare.length > 10) return null
  for (const length of LENGTHS) {
    const month = MONTH_OF.get(bare.slice(0, length))
    if (month !== undefined) return month
  }
  return null
}

/** Lower case, without accents. */
export function foldAccents(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

const ASCII = /^[\0-\x7f]*$/

const FULL = new Set(
  `january januar janvier enero gennaio janeiro januari styczen leden ocak januarie ianuarie январь february februar fevrier febrero febbraio fevereiro
  februari luty unor subat февраль march marz maerz mars marzo marco maart marzec brezen mart март april avril abril aprile kwiecien duben nisan апрель
  may mai mayo maggio maio mei maj kveten mayis май june juni juin junio giugno junho czerwiec cerven haziran июнь july juli juillet julio luglio julho
  lipiec cervenec temmuz июль august aout agosto augustus augusti sierpien srpen agustos август september septembre septiembre settembre setembro
  wrzesien zari eylul сентябрь october oktober octobre octubre ottobre outubro pazdziernik rijen ekim октябрь november novembre noviembre novembro
  listopad kasim ноябрь december dezember decembre diciembre dicembre dezembro desember grudzien prosinec aralik декабрь`.split(
    /\s+/,
  ),
)

/** Whether a word is a month by its whole name or its usual first letters, and not just begins like one. */
export function isMonth(word: string): boolean {
  const bare = foldAccents(word.replace(/\.$/, ''))
  return monthNamed(bare) !== null && (FULL.has(bare) || BEGINNINGS.some((beginnings) => beginnings.includes(bare)))
}
