/** Eras of Japan and Taiwan, which begin with their year 1, by name and by letter. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  民國: 1911,
  民国: 1911,
}

const NAMED = /^(令和|平成|昭和|民國|民国)\s?(\d{1,3}|元)(?=\s?[年./-])/u
/** A letter says an era only in a whole date: `R8.4` may be anything. */
const LETTERED = /^([RH])\s?(\d{1,2})(?=\s?(?:年\d{1,2}月|([./-])\d{1,2}\3\d{1,2}(?!\d)))/u

/** `令和8年4月1日`, `R8.4.1`: the year as the rest of the world counts it; any other text as it is. */
export function withWesternYear(text: string): string {
  const match = NAMED.exec(text) ?? LETTERED.exec(text)
  if (match === null) return text
  const [start, era = '', year = ''] = match
  return `${(ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year))}${text.slice(start.length)}`
}

/** `令和7年度`, `民國114年`, `114學年度`, `ปี 2568`, `พ.ศ. 2568` in a title. */
const IN_TITLE =
  /(令和|平成|民國|民国)\s?(\d{1,3}|元)(?=\s?年)|(?<![\d年])(1[0-3]\d)(?=\s?[學学]?年度)|(?<=(?:พ\.?ศ\.?|ปี[\p{Script=Thai}]*)\s?)(2[56]\d\d)/gu
const [MINGUO_YEARS, BUDDHIST_YEARS] = [1911, 543]

/** A title with the years of eras and of the Buddhist calendar in it as the rest of the world counts them. */
export function withWesternYears(title: string): string {
  return title.replace(
    IN_TITLE,
    (_, era: string | undefined, year: string, minguo: string | undefined, buddhist: string) => {
      if (era !== undefined) return String((ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year)))
      return String(minguo === undefined ? Number(buddhist) - BUDDHIST_YEARS : Number(minguo) + MINGUO_YEARS)
    },
  )
}
