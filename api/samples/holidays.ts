import { formatCivilDay, parseCivilDay } from '../../compute/calendar/civil-day.ts'
import type { HolidayRule, SampleException } from './sample-file.ts'

/** The days off that rules give in the years `firstYear` to `lastYear`, in order of date. */
export function layOutHolidays(rules: readonly HolidayRule[], firstYear: number, lastYear: number): SampleException[] {
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)
  return years
    .flatMap((year) => rules.map((rule) => holidayOf(rule, year)))
    .sort((left, right) => (left.from < right.from ? -1 : 1))
}

function holidayOf(rule: HolidayRule, year: number): SampleException {
  const day = rule.date === undefined ? easterSunday(year) + (rule.easter ?? 0) : parseCivilDay(`${year}-${rule.date}`)
  if (day === null) throw new Error(`the holiday ${rule.name} has no date in ${year}: ${rule.date}`)
  return {
    from: formatCivilDay(day),
    to: formatCivilDay(day + (rule.days ?? 1) - 1),
    working: false,
    description: rule.name,
  }
}

/** Easter Sunday of the Gregorian calendar as a day number, by the tables of the computus in whole numbers. */
export function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const fullMoon = epact - Math.floor((golden + 11 * epact) / 319)
  const toSunday = (2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - (yearOfCentury % 4) - fullMoon + 32) % 7
  const sunday = (toSunday + 7) % 7
  const month = Math.floor((fullMoon + sunday + 90) / 25)
  const dayOfMonth = (fullMoon + sunday + month + 19) % 32
  return parseCivilDay(
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`,
  ) as number
}
