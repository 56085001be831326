import t from 'tap'
import { formatCivilDay, isoWeekday } from '../../compute/plan/civil-day.ts'
import { type DayRange, flattenExceptions } from '../../compute/plan/flatten-exceptions.ts'
import { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { parseDay } from '../../importers/plan/file-day.ts'
import { expandRecurrence } from '../../importers/plan-file/build/expand-recurrence.ts'
import type { RawRecurrence } from '../../importers/plan-file/raw-project.ts'

const day = (text: string) => parseDay(text) ?? 0

type Rule = Partial<RawRecurrence> & { kind: number }

function expand(from: string, to: string, rule: Rule, window = [from, to], most = 1000): string[] {
  const recurrence = { period: 1, month: 1, monthDay: 1, monthItem: 0, monthPosition: 0, daysOfWeek: 0, ...rule }
  const exception = { name: null, fromDay: day(from), toDay: day(to), isWorking: false, recurrence }
  const [first = from, last = to] = window
  return expandRecurrence(exception, recurrence, { firstDay: day(first), lastDay: day(last) }, most).map(formatCivilDay)
}

t.test('each kind of recurrence yields its days', async (t) => {
  t.same(expand('2000-02-01', '2000-02-10', { kind: 7, period: 3 }), [
    '2000-02-01',
    '2000-02-04',
    '2000-02-07',
    '2000-02-10',
  ])
  t.same(expand('2001-01-01', '2001-01-15', { kind: 6, daysOfWeek: 2 }), ['2001-01-01', '2001-01-08', '2001-01-15'])
  t.same(expand('2001-01-01', '2001-01-12', { kind: 6, daysOfWeek: 2 + 32 }), [
    '2001-01-01',
    '2001-01-05',
    '2001-01-08',
    '2001-01-12',
  ])
  t.same(expand('2002-01-01', '2002-05-06', { kind: 5, period: 2, monthItem: 4 }), [
    '2002-01-07',
    '2002-03-04',
    '2002-05-06',
  ])
  t.same(expand('2003-01-01', '2005-02-04', { kind: 4, period: 5, monthDay: 4 }).length, 6)
  t.same(expand('2004-01-01', '2006-12-31', { kind: 3, month: 3, monthItem: 5 }), [
    '2004-03-02',
    '2005-03-01',
    '2006-03-07',
  ])
  t.same(expand('2005-01-01', '2007-02-01', { kind: 2, month: 2, monthDay: 1 }), [
    '2005-02-01',
    '2006-02-01',
    '2007-02-01',
  ])
})

t.test(
  'counting begins with the week of the first day, also when its own occurrence lies before that day',
  async (t) => {
    t.same(expand('2001-01-01', '2001-04-08', { kind: 6, period: 7, daysOfWeek: 1 }), ['2001-02-18', '2001-04-08'])
  },
)

t.test('the last weekday, any weekday and the 31st of short months are found', async (t) => {
  t.same(expand('2026-01-01', '2026-03-31', { kind: 5, monthItem: 8, monthPosition: 4 }), [
    '2026-01-30',
    '2026-02-27',
    '2026-03-27',
  ])
  t.same(expand('2026-02-01', '2026-02-28', { kind: 5, monthItem: 1, monthPosition: 4 }), ['2026-02-27'])
  t.same(expand('2026-01-01', '2026-03-31', { kind: 4, monthDay: 31 }), ['2026-01-31', '2026-02-28', '2026-03-31'])
})

t.test('a window cuts out the days inside it, and nothing is walked that lies before', async (t) => {
  const rules: Rule[] = [
    { kind: 7, period: 11 },
    { kind: 6, period: 3, daysOfWeek: 0b100_1010 },
    { kind: 4, period: 5, monthDay: 31 },
    { kind: 5, period: 7, monthItem: 1, monthPosition: 4 },
    { kind: 2, month: 2, monthDay: 29 },
    { kind: 3, month: 11, monthItem: 7, monthPosition: 3 },
  ]
  for (const rule of rules) {
    const all = expand('1990-05-17', '2060-12-31', rule, undefined, 100_000)
    for (const [first, last] of [
      ['1980-01-01', '2199-01-01'],
      ['2026-01-01', '2030-06-30'],
      ['1990-05-17', '1990-12-31'],
      ['2061-01-01', '2062-01-01'],
    ] as const) {
      const inside = all.filter((date) => date >= first && date <= last)
      t.same(
        expand('1990-05-17', '2060-12-31', rule, [first, last], 100_000),
        inside,
        `kind ${rule.kind}, ${first} to ${last}`,
      )
    }
  }
  t.equal(expand('1900-01-01', '2199-12-31', { kind: 7 }, undefined, 50).length, 50)
})

t.test('counting working days agrees with walking them', async (t) => {
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const base = day('2026-01-01')
  for (let round = 0; round < 200; round += 1) {
    const working_days = [1, 2, 3, 4, 5, 6, 7].filter(() => random(3) > 0)
    const exceptions = Array.from({ length: random(8) }, () => {
      const fromDay = base + random(80)
      return { from: formatCivilDay(fromDay), to: formatCivilDay(fromDay + random(15)), working: random(2) === 1 }
    })
    const fromDay = base + random(90) - 5
    const toDay = fromDay + random(60)
    let walked = 0
    for (let d = fromDay; d <= toDay; d += 1) {
      const last = exceptions.findLast(({ from, to }) => from <= formatCivilDay(d) && formatCivilDay(d) <= to)
      if (last?.working ?? working_days.includes(isoWeekday(d))) walked += 1
    }
    const counted = new WorkingDayCounter({ working_days, exceptions }).count(fromDay, toDay)
    if (counted !== walked) return t.fail(`round ${round}: ${counted}, walked ${walked}`)
  }
  t.pass('200 random calendars agree')
})

/** The slow and obvious way: every day belongs to the last range that covers it. */
function dayByDay(ranges: readonly DayRange[]): Map<number, boolean> {
  const days = new Map<number, boolean>()
  for (const range of ranges) for (let d = range.fromDay; d <= range.toDay; d += 1) days.set(d, range.isWorking)
  return days
}

t.test('flattened exceptions mean the same day by day, do not overlap and are in order', async (t) => {
  let seed = 20_260_302
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 300; round += 1) {
    const ranges = Array.from({ length: random(12) }, () => {
      const fromDay = random(60)
      return { fromDay, toDay: fromDay + random(20), isWorking: random(2) === 1 }
    })
    const flat = flattenExceptions(ranges)
    const overlap = flat.some((range, index) => index > 0 && range.fromDay <= (flat[index - 1]?.toDay ?? -1))
    const expected = [...dayByDay(ranges)].sort((a, b) => a[0] - b[0])
    const actual = [...dayByDay(flat)].sort((a, b) => a[0] - b[0])
    if (overlap || JSON.stringify(actual) !== JSON.stringify(expected))
      return t.fail(`round ${round}: ${JSON.stringify(ranges)}`)
  }
  t.pass('300 random sets agree')
})
