import { unitNamed } from './duration-units.ts'
import { foldAccents } from './month-names.ts'

/** Numbers as people write them in front of a unit, by language between commas where they have several forms. */
const WORDS: Readonly<Record<string, string>> = {
  0.5: `half, half a, half an, halber, halbe, halben, halbes, ein halber, eine halbe, einen halben, ein halbes, demi, une demi, un demi, medio, media, meio, meia, mezzo, mezza, halve, een halve, half een, пол,
    половина, половину, пів, pół, půl, pol, halv, en halv, ett halvt, et halvt, halvt, yarım, fél, jumătate de, o jumătate de, puoli, puolikas, μισή, μισό, nửa, setengah, ครึ่ง, نصف, חצי, आधा, आधे, نیم, pola, puse, pusė, pool, половин`,
  1: `one, a, an, ein, eine, einen, einer, un, une, uno, una, um, uma, een, один, одна, одну, одно, одне, jeden, jedna, jedno, jednu, jedan, en, ett, et, én, éin, yksi, egy, unu, o, ένας, μία, μια, ένα,
    bir, satu, một, หนึ่ง, یک, एक, viens, viena, vienas, üks, един, една, едно, један, једна`,
  1.5: 'one and a half, anderthalb, eineinhalb, полтора, полторы, півтора, півтори, półtora, półtorej, anderhalve, anderhalf, halvannen, halvanden, másfél, puolitoista, bir buçuk, डेढ़',
  2: `two, zwei, deux, dos, dois, duas, due, twee, два, две, дві, dwa, dwie, dva, dvě, dve, dvije, två, to, iki, két, kettő, două, doi, kaksi, δύο, δυο, dua, hai, สอง, دو, दो, divas, divi, du, dvi, kaks`,
  3: `three, drei, trois, tres, três, tre, drie, три, trzy, tři, tri, üç, három, trei, kolme, τρεις, τρία, tiga, ba, สาม, سه, ثلاثة, तीन, trīs, trys, kolm`,
  4: `four, vier, quatre, cuatro, quatro, quattro, четыре, чотири, cztery, čtyři, štyri, četiri, štiri, fyra, fire, dört, négy, patru, neljä, τέσσερις, τέσσερα, empat, bốn, สี่, چهار, أربعة, चार, četras, keturios, neli`,
  5: `five, fünf, cinq, cinco, cinque, vijf, пять, п'ять, pięć, pět, päť, pet, fem, beş, öt, cinci, viisi, πέντε, lima, năm, ห้า, پنج, خمسة, पाँच, पांच, piecas, penkios, viis`,
  6: `six, sechs, seis, sei, zes, шесть, шість, sześć, šest, šesť, sex, seks, altı, hat, șase, kuusi, έξι, enam, sáu, หก, شش, ستة, छह, sešas, šešios, kuus`,
  7: 'seven, sieben, sept, siete, sete, sette, zeven, семь, сім, siedem, sedm, sedem, sedam, sju, syv, yedi, hét, șapte, seitsemän, επτά, tujuh, bảy, เจ็ด, هفت, سبعة, सात',
  8: 'eight, acht, huit, ocho, oito, otto, восемь, вісім, osiem, osm, osem, osam, åtta, otte, åtte, sekiz, nyolc, opt, kahdeksan, οκτώ, delapan, tám, แปด, هشت, ثمانية, आठ',
  9: "nine, neun, neuf, nueve, nove, negen, девять, дев'ять, dziewięć, devět, deväť, devet, nio, ni, dokuz, kilenc, nouă, yhdeksän, εννέα, sembilan, chín, เก้า, نه, تسعة, नौ",
  10: 'ten, zehn, dix, diez, dez, dieci, tien, десять, dziesięć, deset, desať, tio, ti, on, tíz, zece, kymmenen, δέκα, sepuluh, mười, สิบ, ده, عشرة, दस',
  11: 'eleven, elf, onze, once, undici, одиннадцать',
  12: 'twelve, zwölf, douze, doce, doze, dodici, twaalf, двенадцать, dwanaście, dvanáct, tolv, on iki, tizenkettő, dousprezece',
}

/** One and two of a unit where the language has a word for that. */
const ALONE: Readonly<Record<string, string>> = {
  '0.5 day': `полдня, півдня, demi-journée, une demi-journée, demi journée, media jornada, medio día, meio dia, mezza giornata, una mezza giornata, halbtags, dagdeel, halvdag`,
  '0.5 month': 'полмесяца, півмісяця',
  '6 month':
    'полгода, півроку, halbes Jahr, ein halbes Jahr, semestre, un semestre, medio año, meio ano, półrocze, pół roku, půl roku',
  '3 month': 'quarter, quartal, trimestre, un trimestre, kwartał, kvartál, квартал',
  '1 day': 'день, сутки, يوم, يوم واحد, יום, sehari',
  '1 week': 'неделя, тиждень, أسبوع, أسبوع واحد, שבוע, seminggu',
  '2 week':
    'quinzaine, une quinzaine, quincena, una quincena, quinzena, fortnight, a fortnight, أسبوعان, أسبوعين, שבועיים',
  '1 month': 'месяц, місяць, شهر, شهر واحد, חודש, sebulan',
  '2 day': 'يومان, يومين, יומיים',
  '2 month': 'شهران, شهرين, חודשיים',
  '1 year': 'год, рік, سنة, שנה, setahun',
}

const spread = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([meant, forms]) =>
      forms.split(/,\s*/).map((form) => [foldAccents(form.trim()), meant] as const),
    ),
  )
const NUMBERS = spread(WORDS)
const WHOLE = spread(ALONE)
const AND_A_HALF =
  /\s(?:and (?:a )?half|y medi[oa]|e mei[oa]|et demie?|e mezz[oa]|(?:und|en) (?:ein )?halbe?|и половина|с половиной|i pół|a půl|és fél|și jumătate|setengah|rưỡi|ครึ่ง|ونصف|و نصف|וחצי)$/u
/** `1か月半`, `2个月半`, `3년 반` */
const HALF_BEHIND = /^(\d{1,3})\s?(\D{1,3}?)\s?(?:半|반)$/u
const LONGEST = 40
const MOST_WORDS = 3
/** `zwei bis drei Wochen`, `two or three days` */
const RANGE_WORDS: ReadonlySet<string> = new Set(
  '- – to or bis oder a à ou o al até ate ad tot of do lub nebo до или чи til till eller ile ila'.split(' '),
)

/** `zwei Wochen`, `une demi-journée`, `una semana y media`, `полтора месяца`, `أسبوعان` with numbers; any other text as it is. */
export function withNumberWords(text: string): string {
  const [, number, unit = ''] = HALF_BEHIND.exec(text) ?? []
  if (number !== undefined && unitNamed(unit) !== null) return `${Number(number) + 0.5} ${unit}`
  if (text.length > LONGEST || !BEGINS_IN_WORDS.test(text)) return text
  const bare = foldAccents(text)
  const alone = WHOLE.get(bare)
  if (alone !== undefined) return alone
  const half = AND_A_HALF.test(bare) ? 0.5 : 0
  const words = bare.replace(AND_A_HALF, '').split(/\s+/)
  for (let count = Math.min(MOST_WORDS, words.length - 1); count > 0; count -= 1) {
    const meant = NUMBERS.get(words.slice(0, count).join(' '))
    if (meant === undefined) continue
    const rest = words.slice(count)
    const longer = RANGE_WORDS.has(rest[0] ?? '') ? withNumberWords(rest.slice(1).join(' ')) : null
    return longer === null ? `${Number(meant) + half} ${rest.join(' ')}` : `${meant} to ${longer}`
  }
  const digits = Number(words[0])
  return half > 0 && words.length > 1 && digits > 0 ? `${digits + half} ${words.slice(1).join(' ')}` : text
}
const BEGINS_IN_WORDS = /^\p{L}|^\d+\s\p{L}.*\s/u
