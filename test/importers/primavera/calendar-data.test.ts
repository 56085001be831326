import t from 'tap'
import { civilDay } from '../../../compute/plan/civil-day.ts'
import { readCalendarData } from '../../../importers/primavera/xer/calendar-data.ts'

const whole = (days: string, exceptions: string) =>
  `(0||CalendarData()((0||DaysOfWeek()(${days}))(0||Exceptions()(${exceptions}))))`

t.test('shifts add up in any order, with hours of one digit and days without a night', async (t) => {
  const data = whole(
    '(0||1()())(0||2()((0||0(s|8:00|f|12:00)())(0||1(f|17:30|s|13:00)())))(0||3()((0||0(s|00:00|f|00:00)())))(0||4()((0||0(s|22:00|f|06:00)())))',
    '',
  )
  t.same(readCalendarData(data)?.week, [510, 1440, 480, null, null, null, 0])
})

t.test('days off and other days are told apart by what stands in them, whatever marks stand between', async (t) => {
  const data = whole('', '(0||0(d|46023)())\u007f\u007f  (0||1(d|46024)(\u007f\u007f  (0||0(s|08:00|f|11:59)())))')
  t.same(readCalendarData(data)?.exceptions, [
    { day: civilDay(2026, 1, 1), minutes: 0 },
    { day: civilDay(2026, 1, 2), minutes: 240 },
  ])
})

t.test('looser forms of other writers are read, and what is none of it is not', async (t) => {
  t.same(
    readCalendarData('(0||CalendarData()(0||DaysOfWeek()(0||2()(0|s|08:00|f|12:00)(0|s|13:00|f|17:00))))')?.week[0],
    480,
  )
  for (const broken of ['', '((((', '(0||CalendarData()', `${'('.repeat(100)}${')'.repeat(100)}`, ')'])
    t.equal(readCalendarData(broken), null, broken.slice(0, 20))
})
