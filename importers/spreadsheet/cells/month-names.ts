/**
 * Months by their names and by what is written for short, January to December, without accents: English, German, French,
 * Spanish, Portuguese, Italian, Dutch, the north, then Polish, Czech, Slovak, Croatian, Turkish, Romanian, Latvian, Lithuanian,
 * Estonian, Finnish, Hungarian, Indonesian, then Russian, Ukrainian, Bulgarian, Serbian and Greek, then Thai, Arabic and Hebrew, in the forms
 * that stand in dates.
 */
const MONTHS: readonly string[] = [
  `jan 一月 january januar janner janvier janv enero ene gennaio gen janeiro januari styczen stycznia sty leden ledna sijecanj sijecnja ocak oca ianuarie ian janvaris janvari
    sausis sausio jaanuar tammikuu tammikuuta tammikuun tammi januar jan январь января янв січень січня січ януари јануар јануара ιανουαριος ιανουαριου ιαν มกราคม ม.ค يناير ינואר januara januarja ژانویه जनवरी`,
  `feb 二月 february februar fevrier fevr fev febrero febbraio fevereiro februari luty lutego lut unor unora uno veljaca veljace subat sub februarie februaris vasaris vasario
    veebruar helmikuu helmikuuta helmikuun helmi februar peb pebruari февраль февраля фев лютий лютого лют февруари фебруар фебруара φεβρουαριος φεβρουαριου φεβ กุมภาพันธ์ ก.พ فبراير شباط פברואר februara februarja فوریه फरवरी`,
  `mar 三月 march marz maerz mrz mars marzo marco maart mrt maa marzec marca brezen brezna bre marec ozujak ozujka mart martie marts kovas kovo marts maaliskuu maaliskuuta maaliskuun maalis
    marcius marc maret март марта мар березень березня бер март мapт μαρτιος μαρτιου μαρ มีนาคม มี.ค مارس آذار מרץ מרס मार्च`,
  `apr 四月 april avril avr abril abr aprile kwiecien kwietnia kwi duben dubna dub travanj travnja nisan nis aprilie aprilis aprili balandis balandzio aprill huhtikuu huhtikuuta huhtikuun huhti
    aprilis апрель апреля апр квітень квітня квіт април априла απριλιος απριλιου απρ เมษายน เม.ย أبريل ابريل إبريل نيسان אפריל aprila آوریل अप्रैल`,
  `may 五月 mai mayo maggio mag maio mei maj maja kveten kvetna kve svibanj svibnja mayis maijs maija geguze geguzes toukokuu toukokuuta toukokuun touko majus май маи мая травень травня трав
    мај маја μαιος μαιου μαι พฤษภาคม พ.ค مايو أيار ايار מאי مه می मई`,
  `jun 六月 june juni juin junio giugno giu junho czerwiec czerwca cze cerven cervna cvn jun lipanj lipnja haziran haz iunie iun junijs junija birzelis birzelio juuni kesakuu kesakuuta kesakuun kesa
    junius июнь июня июн червень червня чер юни јун јуна ιουνιος ιουνιου ιουν มิถุนายน มิ.ย يونيو حزيران יוני juna ژوئن ژوئن जून`,
  `jul 七月 july juli juillet juil julio luglio lug julho lipiec lipca lip cervenec cervence cvc srpanj srpnja temmuz tem iulie iul julijs julija liepa liepos juuli heinakuu heinakuuta heinakuun heina
    julius июль июля июл липень липня лип юли јул јула ιουλιος ιουλιου ιουλ กรกฎาคม ก.ค يوليو تموز יולי jula ژوئیه جولای जुलाई`,
  `aug 八月 august aout aou agosto ago augustus augusti sierpien sierpnia sie srpen srpna srp kolovoz kolovoza agustos agu augusts augusta rugpjutis rugpjucio elokuu elokuuta elokuun elo
    augusztus agustus agt август августа авг серпень серпня серп август августа αυγουστος αυγουστου αυγ สิงหาคม ส.ค أغسطس اغسطس آب אוגוסט avgust avgusta اوت آگوست अगस्त`,
  `sep 九月 sept september septembre septiembre settembre set setembro wrzesien wrzesnia wrz zari zar rujan rujna eylul eyl septembrie septembris septembri rugsejis rugsejo syyskuu syyskuuta syyskuun syys
    szeptember szept сентябрь сентября сен сент вересень вересня вер септември септембар септембра σεπτεμβριος σεπτεμβριου σεπ กันยายน ก.ย سبتمبر أيلول ספטמבר septembra سپتامبر सितंबर सितम्बर`,
  `oct 十月 october oktober octobre octubre ottobre outubro okt out ott pazdziernik pazdziernika paz rijen rijna rij ekim eki octombrie oktobris oktobri spalis spalio oktoober
    lokakuu lokakuuta lokakuun loka oktober октябрь октября окт жовтень жовтня жовт октомври октобар октобра οκτωβριος οκτωβριου οκτ ตุลาคม ต.ค أكتوبر اكتوبر אוקטובר oktobra اکتبر अक्टूबर अक्तूबर`,
  `nov 十一月 november novembre noviembre novembro listopad listopada listopadu lis lst studeni studenog kasim kas noiembrie noi novembris novembri lapkritis lapkricio marraskuu marraskuuta marraskuun marras
    november ноябрь ноября ноя нояб листопад листопада лист ноември новембар новембра νοεμβριος νοεμβριου νοε พฤศจิกายน พ.ย نوفمبر נובמבר novembra studenoga نوامبر नवंबर नवम्बर`,
  `dec 十二月 december dezember decembre diciembre dic dicembre dezembro dez desember des grudzien grudnia gru prosinec prosince prosinac prosinca aralik ara decembrie decembris decembri
    gruodis gruodzio detsember joulukuu joulukuuta joulukuun joulu desember декабрь декабря дек грудень грудня груд декември децембар децембра δεκεμβριος δεκεμβριου δεκ ธันวาคม ธ.ค ديسمبر דצמבר decembra دسامبر दिसंबर दिसम्बर`,
]

/** Beginnings of three letters or four that begin no other month: people cut names where they like. */
const BEGINNINGS: readonly string[] = [
  'jan janv ene gen янв',
  'feb fev fevr фев',
  'mar maa mrt mrz мар',
  'apr avr abr апр',
  'may mai maj mei mag май маи мая',
  'jun juin giu июн',
  'jul juil lug июл',
  'aug aou ago авг',
  'sep set sept сен',
  'oct okt out ott окт',
  'nov ноя',
  'dec dez dic дек',
]

const ASCII = /^[\0-\x7f]*$/
/** Accents, the points of Hebrew and the vowels of Arabic, the dot below letters of Hindi, and what joins and parts letters unseen. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0670\u093c\u200c\u200d]/g
/** Letters that are no other letter with a mark, and are written as one where there is no such key; Arabic ones that Persian has others for. */
const UNMARKED: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd', ø: 'o', ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه' }

/** Lower case, without accents. */
export function foldAccents(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[ıłđøيىكة]/g, (letter) => UNMARKED[letter] ?? letter)
}

const numbered = (months: readonly string[]) =>
  new Map(months.flatMap((words, index) => words.split(/\s+/).map((word) => [foldAccents(word), index + 1] as const)))

const NAMED = numbered(MONTHS)
const BEGUN = numbered(BEGINNINGS)
const LENGTHS = [3, 4] as const
const LONGEST = 13

/** Month 1 to 12 by its name or its first letters, null when it is none. */
export function monthNamed(word: string): number | null {
  const bare = foldAccents(word.endsWith('.') ? word.slice(0, -1) : word)
  if (bare.length > LONGEST) return null
  const named = NAMED.get(bare)
  if (named !== undefined) return named
  if (bare.length < LENGTHS[0]) return null
  for (const length of LENGTHS) {
    const month = BEGUN.get(bare.slice(0, length))
    if (month !== undefined) return month
  }
  return null
}

/** Whether a word is a month by its whole name or its usual first letters, and not just begins like one. */
export function isMonth(word: string): boolean {
  return NAMED.has(foldAccents(word.replace(/\.$/, '')))
}
