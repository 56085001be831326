import t from 'tap'
import {
  type CalendarLayer,
  composeCalendars,
  isWorkingDay,
  nextWorkingDay,
} from '../../../api/calendars/compose-calendars.ts'
import { isoWeekday, parseCivilDay } from '../../../compute/plan/civil-day.ts'

const day = (text: string) => parseCivilDay(text) as number
const range = (from: string, to: string, isWorking: boolean) => ({ fromDay: day(from), toDay: day(to), isWorking })

/** The rule in words, day by day: every calendar says working, and a day off beats an extra day within one. */
function worksByRule(layers: readonly CalendarLayer[], at: number): boolean {
  const rules = layers.length > 0 ? layers : [{ workingDays: 31, ranges: [] }]
  return rules.every((layer) => {
    const covering = layer.ranges.filter((each) => each.fromDay <= at && at <= each.toDay)
    if (covering.some((each) => !each.isWorking)) return false
    return covering.length > 0 || ((layer.workingDays >> (isoWeekday(at) - 1)) & 1) === 1
  })
}

t.test('no calendar is Monday to Friday', async (t) => {
  t.strictSame(composeCalendars([]), { workingDays: 31, ranges: [] })
})

t.test('an extra working day under a day off of an overlay is off', async (t) => {
  const base = { workingDays: 31, ranges: [range('2026-05-02', '2026-05-03', true)] }
  const overlay = { workingDays: 127, ranges: [range('2026-05-03', '2026-05-03', false)] }
  t.strictSame(composeCalendars([base, overlay]), {
    workingDays: 31,
    ranges: [range('2026-05-02', '2026-05-02', true), range('2026-05-03', '2026-05-03', false)],
  })
  const weekdayOverlay = { workingDays: 31, ranges: [] }
  t.strictSame(composeCalendars([base, weekdayOverlay]).ranges, [], 'the overlay’s week has no weekend')
})

t.test('within one calendar a day off beats an extra working day, whatever their order', async (t) => {
  const off = range('2026-01-03', '2026-01-03', false)
  const on = range('2026-01-01', '2026-01-04', true)
  const expected = [range('2026-01-01', '2026-01-02', true), off, range('2026-01-04', '2026-01-04', true)]
  t.strictSame(composeCalendars([{ workingDays: 31, ranges: [off, on] }]).ranges, expected)
  t.strictSame(composeCalendars([{ workingDays: 31, ranges: [on, off] }]).ranges, expected)
})

t.test('touching ranges become one', async (t) => {
  const layer = {
    workingDays: 31,
    ranges: [range('2026-01-05', '2026-01-06', false), range('2026-01-07', '2026-01-09', false)],
  }
  t.strictSame(composeCalendars([layer]).ranges, [range('2026-01-05', '2026-01-09', false)])
})

t.test('random calendars agree with the rule on every day, in order and without overlap', async (t) => {
  let seed = 20260105
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const first = day('2026-01-01')
  for (let round = 0; round < 400; round++) {
    const layers = Array.from({ length: random(4) }, () => ({
      workingDays: 1 + random(127),
      ranges: Array.from({ length: random(6) }, () => {
        const fromDay = first + random(60)
        return { fromDay, toDay: fromDay + random(12), isWorking: random(2) === 1 }
      }),
    }))
    const composed = composeCalendars(layers)
    for (let at = first - 3; at < first + 80; at++) {
      if (isWorkingDay(composed, at) !== worksByRule(layers, at)) t.fail(JSON.stringify({ at, layers, composed }))
    }
    composed.ranges.forEach((each, index) => {
      const next = composed.ranges[index + 1]
      if (each.toDay < each.fromDay || (next && next.fromDay <= each.toDay)) t.fail(JSON.stringify(composed))
    })
  }
})

t.test('the next working day is sought within a century', async (t) => {
  const holidays = { workingDays: 31, ranges: [range('2026-01-03', '2026-12-31', false)] }
  t.equal(nextWorkingDay(holidays, day('2026-01-03')), day('2027-01-01'))
  t.equal(nextWorkingDay({ workingDays: 0, ranges: [] }, day('2026-01-03')), null)
  const once = { workingDays: 0, ranges: [range('2026-02-01', '2026-02-01', true)] }
  t.equal(nextWorkingDay(once, day('2026-01-03')), day('2026-02-01'))
  t.equal(nextWorkingDay(once, day('2026-02-02')), null)
  t.equal(
    nextWorkingDay({ workingDays: 31, ranges: [range('2026-01-01', '2199-12-31', false)] }, day('2026-01-03')),
    null,
  )
})
