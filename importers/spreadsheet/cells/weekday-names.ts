import { foldAccents } from './month-names.ts'

/**
 * Monday to Sunday as they begin in the languages that sheets are read in, without accents. What means different days in
 * two of them (`do` is Thursday in German and Sunday in Spanish) is in none.
 */
const BEGINNINGS: readonly (readonly string[])[] = [
  ['mon', 'lun', 'seg', 'maandag', 'пн', 'пон', 'pn', 'man'],
  ['tue', 'die', 'mar', 'ter', 'din', 'вт', 'wt', 'tir', 'tis'],
  ['wed', 'mit', 'mie', 'mer', 'qua', 'woe', 'ср', 'sr', 'ons'],
  ['thu', 'donn', 'jue', 'jeu', 'gio', 'qui', 'donderdag', 'чт', 'чет', 'cz', 'tor'],
  ['fri', 'fre', 'vie', 'ven', 'sex', 'vri', 'пт', 'пят', 'pt', 'pia'],
  ['sat', 'sam', 'sab', 'zat', 'сб', 'суб', 'lor'],
  ['sun', 'son', 'dom', 'dim', 'zon', 'вс', 'вос'],
]

/** Day 1 (Monday) to 7 of the week by the word in front of a date, null when it is none. */
export function weekdayNamed(word: string): number | null {
  const bare = foldAccents(word)
  const index = BEGINNINGS.findIndex((beginnings) => beginnings.some((beginning) => bare.startsWith(beginning)))
  return index < 0 ? null : index + 1
}

const WHOLE = new Set(
  `monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
  lunes martes miercoles jueves viernes sabado domingo segunda terca quarta quinta sexta lunedi martedi mercoledi giovedi venerdi domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
  понедельник вторник среда четверг пятница суббота воскресенье poniedziałek wtorek sroda czwartek piatek sobota niedziela pondeli utery streda ctvrtek patek nedele
  mandag tirsdag onsdag torsdag fredag lørdag søndag mandag tisdag lordag sondag maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai hetfo kedd szerda csutortok pentek szombat vasarnap
  senin selasa rabu kamis jumat sabtu minggu pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena понеділок вівторок середа четвер пʼятниця субота неділя luni marți miercuri joi vineri sâmbătă duminică δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
  pazartesi sali carsamba persembe cuma cumartesi pazar mon tue tues wed thu thur thurs fri sat sun mo di mi do fr sa so lu ma me je ve lun mar mer jeu ven sam dim mie jue vie sab dom wo vr za zo пн вт ср чт пт сб вс
  月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日 월요일 화요일 수요일 목요일 금요일 토요일 일요일`
    .split(/\s+/)
    .map(foldAccents),
)
const LONGEST = 13

/** Whether a cell is the name of a weekday and nothing else. */
export function isWeekday(text: string): boolean {
  return text.length <= LONGEST && !/[\d\s]/.test(text) && WHOLE.has(foldAccents(text.replace(/\.$/, '')))
}
