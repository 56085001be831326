import { foldAccents } from './month-names.ts'

/** Seconds are what trackers count estimates in; no cell names them. */
export type DurationUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const SPELLINGS: Readonly<Record<Exclude<DurationUnit, 'second'>, string>> = {
  minute: `m min mins minute minutes minuto minutos minuut minuten minuti minuta minut minuty minuter minutter minuuttia minuutti perc dakika dk хвилина хвилин хвилини хв λεπτο λεπτα menit phút นาที دقيقة دقائق דקה דקות минута минути minutit minutų دقیقه मिनट мин минут минуты 分 分钟 分鐘 分钟工时 분`,
  hour: `ur ura uri hodine sata сат сата сати valandos valanda valandų tundi tund ساعت घंटा घंटे घण्टे घण्टा ชั่วโมง ชม ساعة ساعات שעה שעות godz hod h hr hrs hour hours manhour manhours personhour personhours std stunde stunden heure heures hora horas ora ore uur uren u ч час часа
    часов godzina godziny godzin hodina hodiny hodin timme timmar timer time tim saat jam giờ stunda stundas stundu val sat sati tunti tuntia ora orak година години годин ore ωρα ωρες 時間 小时 小時 时 工时 小时工时 人時 人时 시간`,
  day: `дан дана дани дни дена päeva päev tööpäeva روز روزه दिन दिनों วัน يوم أيام ايام يوما יום ימים ימי d dy dys day days den wd wt workday workdays workingday workingdays businessday businessdays manday mandays md personday persondays pd t tg tag
    tage tagen arbeitstag arbeitstage werktag werktage personentage pt at j jour jours joursouvres jourhomme dia dias diasutiles diasuteis diaslaborables
    diashabiles giorno giorni giornilavorativi g gg dag dagen dgn werkdag werkdagen д дн дня дней день рабдн рабочихдней
    dzien dni dn dniroboczych dnirobocze dny dnu pracovnidny dagar arbetsdagar dage arbejdsdage dager arbeidsdager gun isgunu ngày hari dienas diena dienu diendarbs darbadienas dana danu darbodienos dienos dienų ημέρα pv paiva paivaa tyopaiva tyopaivaa nap munkanap день днів дні zi zile ημερα ημερες
    du dd jo jh mt hdag hverdag hverdage hverdager virkedag virkedager arkipaiva arkipaivaa harikerja ngaylamviec darbadienas pracdni робдн робочихднів
    日 日間 天 工作日 个工作日 個工作日 工作天 天工时 营业日 營業日 営業日 人日 人天 일 영업일 근무일 작업일`,
  week: `teden tedna tedne tedni tednov недеља недеље недељу седмице седмица tyzdne هفته सप्ताह हफ्ता हफ्ते สัปดาห์ อาทิตย์ أسبوع أسابيع اسبوع اسابيع שבוע שבועות nädal nädalat viikot veckor tyg v vk tyd sems sett tuần minggu ned nedēļa nedēļas nedēļu savaitė savaitės sav tjedan tjedna tjedana nedelja nedelje седмица седмици týždeň týždne týždňov w wk wks week weeks wo wochen woche sem sm semaine semaines semana semanas settimana settimane sett weken wkn нед неделя недели недель
    tydzien tygodnie tygodni tyden tydny tydnu vecka veckor uge uger uke uker hafta viikko viikkoa het тиждень тижні тижнів saptamana saptamani εβδομαδα εβδομαδες
    週 週間 周 周工时 星期 주 주일 주간`,
  month: `mesiac mesiaca mesiace mesiacov mesec meseca meseci mesecev месец месеца месеци mėnesiai mėnesių mėnesio kuud kuu ماه माह महीना महीने เดือน شهر أشهر اشهر شهور חודש חודשים місяців tháng bulan bln mēnesis mēneši mėnuo mėnesiai mjesec mjeseca mjeseci месеца mies miesiac miesiace miesiecy mesic mesice mesicu manad manader maned maneder ay aylik kk kuukausi kuukautta honap месяць місяць місяці luna luni μηνας μηνες mo mos mon mons mth mths month months manmonth manmonths monat monate monaten mois mes meses mese mesi maand maanden mnd мес месяц месяца
    месяцев 月 ヶ月 か月 ヵ月 カ月 ケ月 箇月 个月 個月 个月工时 人月 개월 달`,
  year: `rokov rokoch godina godine godinu gadi gads gadu gada metai metų metus aasta aastat سال वर्ष साल ani an lat rok roky let roku rik рік роки років yil år vuosi vuotta év έτος έτη χρόνια χρόνος tahun thn năm ปี سنة سنوات שנה שנים y yr yrs year years jahr jahre an ans annee annees ano anos anno anni jaar jaren год года лет 年 年間 년`,
}

/** What says that free days count too, beside the letter before a unit. */
const CALENDAR_DAYS = `kt jc diascalendario calendarday calendardays calday caldays kalendertag kalendertage jourscalendaires diasnaturales diascorridos
  giornidicalendario kalenderdag kalenderdagen сут сутки суток календарныхдней календднів 日历日 日曆天 暦日`

const UNITS = new Map<string, DurationUnit>()
for (const unit of ['minute', 'hour', 'day', 'week', 'month', 'year'] as const)
  for (const spelling of SPELLINGS[unit].split(/\s+/)) UNITS.set(foldAccents(spelling), unit)
const ELAPSED = new Map<string, DurationUnit>(
  CALENDAR_DAYS.split(/\s+/).map((spelling) => [foldAccents(spelling), 'day']),
)
for (const [spelling, unit] of UNITS) {
  if (!/^[a-z]+$/.test(spelling)) continue
  for (const prefix of ['e', 'elapsed', 'f']) if (!UNITS.has(prefix + spelling)) ELAPSED.set(prefix + spelling, unit)
}

/** A unit by its name or letters in any of the languages; elapsed units run through nights and free days. */
export function unitNamed(word: string): { unit: DurationUnit; isElapsed: boolean } | null {
  const bare = foldAccents(word).replace(/[^\p{L}\p{M}]/gu, '')
  const unit = UNITS.get(bare)
  if (unit !== undefined) return { unit, isElapsed: false }
  const elapsed = ELAPSED.get(bare)
  return elapsed === undefined ? null : { unit: elapsed, isElapsed: true }
}

const UNPARTED_UNITS: readonly (readonly [RegExp, DurationUnit])[] = [
  [/(?:\sin\s|[([])KW(?!\p{L})/u, 'week'],
  [/小时|小時|時間|시간/u, 'hour'],
  [/週|周|주\)/u, 'week'],
  [/[个個ヶか]月|개월/u, 'month'],
  [/日数|天|日[)）]|일[)）]|일수/u, 'day'],
]

/**
 * The unit that a header gives to numbers without one: `Duration (hours)`, `Effort in hrs`, `Dauer [Tage]`. One letter
 * counts only in brackets or behind `in`.
 */
export function unitOfHeader(header: string): DurationUnit | null {
  const bracketed = /[([（［]\s*([^()[\]（）［］]{1,30}?)\s*[)\]）］]/u.exec(header)?.[1] ?? ''
  const behind = /\s(?:in|en|em|w|v|i)\s+(\p{L}{1,14})\s*$/u.exec(header)?.[1] ?? ''
  const words = [...bracketed.split(/[^\p{L}]+/u), behind]
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
