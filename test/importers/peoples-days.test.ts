// Seen failing before: a person's days off moved nothing, and the date check named the calendar as the reason.

import t from 'tap'
import { schedulePlan } from '../../compute/index.ts'
import { readPlan } from '../../importers/read-plan.ts'

const SHIFTS =
  '<WorkingTime><FromTime>08:00:00</FromTime><ToTime>12:00:00</ToTime></WorkingTime><WorkingTime><FromTime>13:00:00</FromTime><ToTime>17:00:00</ToTime></WorkingTime>'
const NIGHT = '<WorkingTime><FromTime>00:00:00</FromTime><ToTime>08:00:00</ToTime></WorkingTime>'
const week = (days: readonly number[], shifts: string) =>
  [1, 2, 3, 4, 5, 6, 7]
    .map((day) => {
      const isWorked = days.includes(day)
      const times = isWorked ? `<WorkingTimes>${shifts}</WorkingTimes>` : ''
      return `<WeekDay><DayType>${day}</DayType><DayWorking>${isWorked ? 1 : 0}</DayWorking>${times}</WeekDay>`
    })
    .join('')
const away = (from: string, to: string) =>
  `<Exceptions><Exception><TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod><Type>1</Type><DayWorking>0</DayWorking></Exception></Exceptions>`
const calendar = (uid: number, inside: string) =>
  `<Calendar><UID>${uid}</UID><Name>C${uid}</Name><IsBaseCalendar>${uid === 1 ? 1 : 0}</IsBaseCalendar><BaseCalendarUID>${uid === 1 ? -1 : 1}</BaseCalendarUID>${inside}</Calendar>`
const task = (uid: number, more = '') =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>Task ${uid}</Name><OutlineLevel>1</OutlineLevel><Duration>PT24H0M0S</Duration><CalendarUID>-1</CalendarUID>${more}</Task>`
const person = (uid: number, calendarUid: number) =>
  `<Resource><UID>${uid}</UID><ID>${uid}</ID><Name>Person ${uid}</Name><Type>1</Type><CalendarUID>${calendarUid}</CalendarUID></Resource>`
const work = (taskUid: number, resourceUid: number) =>
  `<Assignment><UID>${taskUid * 10 + resourceUid}</UID><TaskUID>${taskUid}</TaskUID><ResourceUID>${resourceUid}</ResourceUID><Units>1</Units></Assignment>`

// People: 1 like the plan, 2 and 3 away on two days each alike, 4 away on another, 5 at night.
const plan = readPlan(
  Buffer.from(`<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project">
<StartDate>2026-03-02T08:00:00</StartDate><CalendarUID>1</CalendarUID><MinutesPerDay>480</MinutesPerDay>
<Calendars>${calendar(1, `<WeekDays>${week([2, 3, 4, 5, 6], SHIFTS)}</WeekDays>`)}${calendar(2, '')}
${calendar(3, away('2026-03-03', '2026-03-04'))}${calendar(4, away('2026-03-03', '2026-03-04'))}${calendar(5, away('2026-03-05', '2026-03-05'))}
${calendar(6, `<WeekDays>${week([3, 4, 5, 6, 7], NIGHT)}</WeekDays>`)}</Calendars>
<Tasks>${task(1)}${task(2)}${task(3)}${task(4)}${task(5)}${task(6, '<Manual>1</Manual><Start>2026-03-02T08:00:00</Start><Finish>2026-03-04T17:00:00</Finish>')}</Tasks>
<Resources>${person(1, 2)}${person(2, 3)}${person(3, 4)}${person(4, 5)}${person(5, 6)}</Resources>
<Assignments>${work(1, 1)}${work(2, 2)}${work(3, 2)}${work(3, 3)}${work(4, 2)}${work(4, 4)}${work(5, 5)}${work(6, 2)}</Assignments></Project>`),
  'plan.xml',
)
const calendarOf = (id: string) => plan.tasks.find((found) => found.id === id)?.calendar

t.test('a task without a calendar is scheduled by the days of its people where these are alike', async (t) => {
  t.equal(calendarOf('1'), null, 'a person who works as the plan does')
  t.equal(calendarOf('2'), '3')
  t.equal(calendarOf('3'), '3', 'two who are away together')
  t.equal(schedulePlan(plan).tasks.find(({ id }) => id === '2')?.early_finish, '2026-03-06')
  t.match(
    plan.receipt.filter(({ code }) => code === 'calendar_of_people'),
    [{ message: /2 of 6 tasks/ }],
  )
})

t.test('people of other days or hours each, and who was placed by hand, leave the calendar of the plan', async (t) => {
  t.equal(calendarOf('4'), null)
  t.equal(calendarOf('5'), null)
  t.equal(calendarOf('6'), null)
})
