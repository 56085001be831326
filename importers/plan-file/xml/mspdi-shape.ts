// Which parts of the XML file are read; everything else streams past.

import { container, type RecordShape } from './stream-records.ts'

const leaves = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const duration: RecordShape = { leaves: leaves('FieldID Value DurationFormat') }

const task: RecordShape = {
  leaves: leaves(
    'UID ID Name IsNull Active Manual OutlineLevel OutlineNumber WBS Priority Start Finish Duration DurationFormat ' +
      'PercentComplete ActualStart ActualFinish Milestone Summary EarlyStart EarlyFinish LateStart LateFinish ' +
      'ConstraintType ConstraintDate Deadline CalendarUID Notes ExternalTask IsSubproject SubprojectName Cost FixedCost',
  ),
  children: {
    PredecessorLink: { leaves: leaves('PredecessorUID Type LinkLag LagFormat CrossProject') },
    ExtendedAttribute: duration,
    Baseline: { leaves: leaves('Number') },
  },
}

const timePeriod: RecordShape = { leaves: leaves('FromDate ToDate') }
const weekDay: RecordShape = { leaves: leaves('DayType DayWorking'), children: { TimePeriod: timePeriod } }
const weekDays = container({ WeekDay: weekDay })

const calendar: RecordShape = {
  leaves: leaves('UID Name IsBaseCalendar BaseCalendarUID'),
  children: {
    WeekDays: weekDays,
    Exceptions: container({
      Exception: {
        leaves: leaves('Name Type Period Month MonthItem MonthPosition MonthDay DaysOfWeek DayWorking'),
        children: { TimePeriod: timePeriod },
      },
    }),
    WorkWeeks: container({
      WorkWeek: { leaves: leaves('Name'), children: { TimePeriod: timePeriod, WeekDays: weekDays } },
    }),
  },
}

/** The root element `Project`. */
export const mspdiShape: RecordShape = {
  leaves: leaves(
    'Name Title StartDate FinishDate StatusDate CalendarUID MinutesPerDay ScheduleFromStart SaveVersion BuildNumber',
  ),
  children: {
    ExtendedAttributes: container({ ExtendedAttribute: { leaves: leaves('FieldID Alias') } }),
    Calendars: container({ Calendar: calendar }),
    Tasks: container({ Task: task }),
    Resources: container({
      Resource: { leaves: leaves('UID Name Type IsCostResource MaxUnits EmailAddress CalendarUID IsNull') },
    }),
    Assignments: container({ Assignment: { leaves: leaves('TaskUID ResourceUID Units Work') } }),
  },
}
