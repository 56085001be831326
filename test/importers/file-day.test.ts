import t from 'tap'
import { civilParts, formatCivilDay, isoWeekday } from '../../compute/plan/civil-day.ts'
import { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { dayNumber, FIRST_DAY, LAST_DAY, parseDay } from '../../importers/plan/file-day.ts'

t.test('every day from 1900 to 2199 survives the way to parts and back', async (t) => {
  let wrong = 0
  for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
    const { year, month, day: dayOfMonth } = civilParts(day)
    if (dayNumber(year, month, dayOfMonth) !== day || parseDay(formatCivilDay(day)) !== day) wrong += 1
  }
  t.equal(wrong, 0)
  t.equal(LAST_DAY - FIRST_DAY + 1, 109_573)
})

t.test('known days have the weekday that calendars print', async (t) => {
  t.equal(isoWeekday(parseDay('1970-01-01') ?? 0), 4)
  t.equal(isoWeekday(parseDay('2026-03-02') ?? 0), 1)
  t.equal(isoWeekday(parseDay('1900-01-01') ?? 0), 1)
  t.equal(isoWeekday(parseDay('2000-02-29') ?? 0), 2)
})

t.test('days that do not exist and years out of range are no dates', async (t) => {
  for (const text of [
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '1899-12-31',
    '2200-01-01',
  ]) {
    t.equal(parseDay(text), null, text)
  }
  for (const text of ['20260401', '2026-4-1', '2026-04-01T00:00', ' 2026-04-01', ''])
    t.equal(parseDay(text), null, text)
})

t.test('working days are counted with exceptions of both kinds', async (t) => {
  const counter = new WorkingDayCounter({
    working_days: [1, 2, 3, 4, 5],
    exceptions: [
      { from: '2026-04-03', to: '2026-04-06', working: false },
      { from: '2026-04-11', to: '2026-04-11', working: true },
    ],
  })
  const count = (from: string, to: string) => counter.count(parseDay(from) ?? 0, parseDay(to) ?? 0)
  t.equal(count('2026-03-30', '2026-04-12'), 9)
  t.equal(count('2026-04-04', '2026-04-05'), 0)
  t.equal(count('2026-04-11', '2026-04-11'), 1)
  t.equal(count('2026-04-12', '2026-04-11'), 0)
})
