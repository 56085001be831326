import { foldAccents } from './month-names.ts'

/** Monday to Sunday by their whole names, `_` for a blank: all languages that sheets are read in, in the forms that stand beside dates. */
const NAMES: readonly string[] = [
  `monday montag lundi lunes segunda segunda-feira lunedi maandag понедельник poniedzialek pondeli pondelok понеділок mandag maanantai hetfo luni δευτερα senin pirmdiena pirmadienis
    esmaspaev pazartesi ponedjeljak ponedeljek понеделник понедељак 月曜日 月曜 星期一 周一 週一 礼拜一 월요일 thu_hai thu_2 วันจันทร์ จันทร์ الاثنين الإثنين יום_שני שני دوشنبه सोमवार`,
  `tuesday dienstag mardi martes terca terca-feira martedi dinsdag вторник wtorek utery utorok вівторок tirsdag tisdag tiistai kedd marti τριτη selasa otrdiena antradienis teisipaev sali
    utorak torek уторак 火曜日 火曜 星期二 周二 週二 礼拜二 화요일 thu_ba thu_3 วันอังคาร อังคาร الثلاثاء יום_שלישי שלישי سه‌شنبه سه_شنبه मंगलवार`,
  `wednesday mittwoch mercredi miercoles quarta quarta-feira mercoledi woensdag среда sroda streda середа onsdag keskiviikko szerda miercuri τεταρτη rabu tresdiena treciadienis
    kolmapaev carsamba srijeda sreda сряда 水曜日 水曜 星期三 周三 週三 礼拜三 수요일 thu_tu thu_4 วันพุธ พุธ الأربعاء الاربعاء יום_רביעי רביעי چهارشنبه बुधवार`,
  `thursday donnerstag jeudi jueves quinta quinta-feira giovedi donderdag четверг czwartek ctvrtek stvrtok четвер torsdag torstai csutortok joi πεμπτη kamis ceturtdiena ketvirtadienis
    neljapaev persembe cetvrtak cetrtek четвъртък четвртак 木曜日 木曜 星期四 周四 週四 礼拜四 목요일 thu_nam thu_5 วันพฤหัสบดี พฤหัสบดี الخميس יום_חמישי חמישי پنجشنبه गुरुवार गुरूवार बृहस्पतिवार`,
  `friday freitag vendredi viernes sexta sexta-feira venerdi vrijdag пятница piatek patek piatok пʼятниця п'ятниця пятниця fredag perjantai pentek vineri παρασκευη jumat piektdiena
    penktadienis reede cuma petak петък петак 金曜日 金曜 星期五 周五 週五 礼拜五 금요일 thu_sau thu_6 วันศุกร์ ศุกร์ الجمعة יום_שישי שישי petek جمعه शुक्रवार`,
  `saturday samstag sonnabend samedi sabado sabato zaterdag суббота sobota субота lordag lauantai szombat sambata σαββατο sabtu sestdiena sestadienis laupaev cumartesi subota събота
    土曜日 土曜 星期六 周六 週六 礼拜六 토요일 thu_bay thu_7 วันเสาร์ เสาร์ السبت שבת יום_שבת شنبه शनिवार`,
  `sunday sonntag dimanche domingo domenica zondag воскресенье niedziela nedele nedela неділя sondag sunnuntai vasarnap duminica κυριακη minggu ahad svetdiena sekmadienis puhapaev pazar
    nedjelja nedelja неделя недеља 日曜日 日曜 星期日 星期天 周日 週日 礼拜日 礼拜天 일요일 chu_nhat วันอาทิตย์ อาทิตย์ الأحد الاحد יום_ראשון ראשון یکشنبه रविवार इतवार`,
]

/** What is written for short, and means different days in some of the languages. */
const SHORT = `mon tue tues wed thu thur thurs fri sat sun mo di mi do fr sa so lu ma me je ve lun mar mer jeu ven sam dim mie jue vie sab dom wo vr za zo пн вт ср чт пт сб вс нд
  pn wt sr cz pt nd po ut st ct pa ne pon uto sre cet pet pzt sal car per cum cmt paz ke pe su man tir ons tor lor son seg ter qua qui sex δευ τρι τετ πεμ παρ σαβ κυρ จ อ พ พฤ ศ ส อา`

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

const bareWeekday = (text: string) => foldAccents(text.trim().replace(/\.$/, ''))

const NAMED = new Map(
  NAMES.flatMap((names, index) =>
    names.split(/\s+/).map((name) => [bareWeekday(name.replace('_', ' ')), index + 1] as const),
  ),
)
const ABBREVIATED = new Set(SHORT.split(/\s+/).map(bareWeekday))
const LONGEST = 14

/** Day 1 (Monday) to 7 of the week by the word in front of a date, null when it is none. */
export function weekdayNamed(word: string): number | null {
  const bare = bareWeekday(word)
  const named = NAMED.get(bare)
  if (named !== undefined) return named
  const index = BEGINNINGS.findIndex((beginnings) => beginnings.some((beginning) => bare.startsWith(beginning)))
  return index < 0 ? null : index + 1
}

/** Whether a cell is the name of a weekday and nothing else. */
export function isWeekday(text: string): boolean {
  if (text.length > LONGEST) return false
  const bare = bareWeekday(text)
  return NAMED.has(bare) || ABBREVIATED.has(bare)
}

/** The weekday of the word that a text begins with, in a bracket or not: `Mon 6/1`; null when it is none. */
export function weekdayInFront(text: string): number | null {
  const word = FRONT_WORD.exec(text.trim())?.[1]
  return word === undefined ? null : weekdayNamed(word)
}
const FRONT_WORD = /^\(?(\p{L}{2,12})/u
