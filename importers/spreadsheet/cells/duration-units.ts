import { foldAccents } from './month-names.ts'

export type DurationUnit = 'minute' | 'hour' | 'day' | 'week' | 'month'

const SPELLINGS: Readonly<Record<DurationUnit, string>> = {
  minute: `m min mins minute minutes minuto minutos minuut minuten minuti minuta мин минут минуты 分 分钟 分鐘 분`,
  hour: `h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren u ч час часа часов
    時間 小时 小時 时 시간`,
  day: `d dy dys day days wd workday workdays businessday businessdays t tg tag tage tagen arbeitstag arbeitstage at j jour jours dia dias
    giorno giorni g gg dag dagen dgn д дн дня дней день 日 日間 天 工作日 일`,
  week: `w wk wks week weeks wo wochen woche sem semaine semaines semana semanas settimana settimane sett weken нед неделя недели недель
    週 週間 周 星期 주 주일`,
  month: `mo mon mons mth mths month months monat monate monaten mois mes meses mese mesi maand maanden mnd мес месяц месяца месяцев
    月 ヶ月 か月 个月 個月 개월 달`,
}

const UNITS = new Map<string, DurationUnit>()
for (const unit of ['minute', 'hour', 'day', 'week', 'month'] as const)
  for (const spelling of SPELLINGS[unit].split(/\s+/)) UNITS.set(spelling, unit)
const ELAPSED = new Map<string, DurationUnit>()
for (const [spelling, unit] of UNITS) {
  if (!/^[a-z]+$/.test(spelling)) continue
  for (const prefix of ['e', 'elapsed', 'f']) if (!UNITS.has(prefix + spelling)) ELAPSED.set(prefix + spelling, unit)
}

/** A unit by its name or letters in any of the languages; elapsed units run through nights and free days. */
export function unitNamed(word: string): { unit: DurationUnit; isElapsed: boolean } | null {
  const bare = foldAccents(word).replace(/[^\p{L}]/gu, '')
  const unit = UNITS.get(bare)
  if (unit !== undefined) return { unit, isElapsed: false }
  const elapsed = ELAPSED.get(bare)
  return elapsed === undefined ? null : { unit: elapsed, isElapsed: true }
}

const UNPARTED_UNITS: readonly (readonly [RegExp, DurationUnit])[] = [
  [/小时|小時|時間|시간/u, 'hour'],
  [/週|周|주\)/u, 'week'],
  [/[个個ヶか]月|개월/u, 'month'],
  [/日数|天|日\)|일\)|일수/u, 'day'],
]

/**
 * The unit that a header gives to numbers without one: `Duration (hours)`, `Effort in hrs`, `Dauer [Tage]`. One letter
 * counts only in brackets.
 */
export function unitOfHeader(header: string): DurationUnit | null {
  const bracketed = /[([（［]\s*([^()[\]（）［］]{1,30}?)\s*[)\]）］]/u.exec(header)?.[1] ?? ''
  const words = bracketed.split(/[^\p{L}]+/u)
  const outside = header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 2)
  for (const word of [...words, ...outside]) {
    const known = word === '' ? null : unitNamed(word)
    if (known !== null) return known.unit
  }
  return UNPARTED_UNITS.find(([pattern]) => pattern.test(header))?.[1] ?? null
}
