import t from 'tap'
import {
  FIRST_CIVIL_DAY,
  formatCivilDay,
  isoWeekday,
  LAST_CIVIL_DAY,
  parseCivilDay,
} from '../../../compute/plan/civil-day.ts'
import { mondayOfName, weekName } from '../../../compute/plan/iso-week.ts'

t.test('every day of the years 1 to 9999 agrees with the platform calendar', async (t) => {
  const date = new Date(FIRST_CIVIL_DAY * 86_400_000)
  for (let day = FIRST_CIVIL_DAY; day <= LAST_CIVIL_DAY; day += 17) {
    date.setTime(day * 86_400_000)
    const text = date.toISOString().slice(0, 10)
    if (formatCivilDay(day) !== text) t.fail(`${day} formats as ${formatCivilDay(day)}, not ${text}`)
    if (parseCivilDay(text) !== day) t.fail(`${text} parses as ${parseCivilDay(text)}, not ${day}`)
    if (isoWeekday(day) !== (date.getUTCDay() || 7)) t.fail(`${text} has the wrong weekday`)
  }
  t.equal(formatCivilDay(FIRST_CIVIL_DAY), '0001-01-01')
  t.equal(formatCivilDay(LAST_CIVIL_DAY), '9999-12-31')
})

t.test('only exact real dates are parsed', async (t) => {
  t.equal(parseCivilDay('1970-01-01'), 0)
  t.equal(parseCivilDay('2024-02-29'), 19_782)
  const refused = [
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '0000-01-01',
    '20260401',
    '2026-092',
    '2026-W15-2',
    '2026-4-1',
    ' 2026-04-01',
    '2026-04-01T00:00:00Z',
    '+002026-04-01',
    '２０２６-04-01',
    '',
  ]
  for (const text of refused) t.equal(parseCivilDay(text), null, text)
})

t.test('a day outside four-digit years does not format', async (t) => {
  t.throws(() => formatCivilDay(LAST_CIVIL_DAY + 1), RangeError)
  t.throws(() => formatCivilDay(Number.NaN), RangeError)
})

t.test('the name of a week leads to its Monday and back, over the ends of years', async (t) => {
  for (let monday = 4; monday < 40_000; monday += 7) {
    if (mondayOfName(weekName(monday)) !== monday) t.fail(`${weekName(monday)} is not ${monday}`)
  }
  t.equal(weekName(parseCivilDay('2026-12-28') ?? 0), '2026-W53')
  t.equal(mondayOfName('2027-W01'), parseCivilDay('2027-01-04'))
  t.equal(mondayOfName('2027-1'), null)
})
