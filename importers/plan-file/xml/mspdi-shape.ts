// Which parts of the XML file are read; everything else streams past.

import { container, numbered, type RecordShape } from './plan-record.ts'

export const PROJECT = numbered(
  'Name Title StartDate FinishDate StatusDate CalendarUID MinutesPerDay ScheduleFromStart SaveVersion BuildNumber',
)
export const TASK = numbered(`UID ID Name IsNull Active Manual OutlineLevel OutlineNumber WBS Priority Start Finish
Duration DurationFormat PercentComplete ActualStart ActualFinish Milestone Summary EarlyStart EarlyFinish LateStart
LateFinish ConstraintType ConstraintDate Deadline CalendarUID Notes ExternalTask IsSubproject SubprojectName Cost
FixedCost LevelingDelay`)
export const LINK = numbered('PredecessorUID Type LinkLag LagFormat CrossProject')
export const CUSTOM_DURATION = numbered('FieldID Value DurationFormat')
export const BASELINE = numbered('Number Start Finish')
export const CUSTOM_FIELD = numbered('FieldID Alias FieldName')
export const OUTLINE_CODE = numbered('FieldID')
export const OUTLINE_VALUE = numbered('ValueID ParentValueID Value')
export const TASK_CODE = numbered('FieldID ValueID')
export const TIME_PERIOD = numbered('FromDate ToDate')
export const WEEK_DAY = numbered('DayType DayWorking')
export const WORKING_TIME = numbered('FromTime ToTime')
export const EXCEPTION = numbered('Name Type Period Month MonthItem MonthPosition MonthDay DaysOfWeek DayWorking')
export const CALENDAR = numbered('UID Name IsBaseCalendar BaseCalendarUID')
export const RESOURCE = numbered('UID Name Type IsCostResource MaxUnits EmailAddress CalendarUID IsNull')
export const ASSIGNMENT = numbered('TaskUID ResourceUID Units Work')

const timePeriod: RecordShape = { leaves: TIME_PERIOD }
const workingTimes = container({ WorkingTime: { leaves: WORKING_TIME } })
const weekDay: RecordShape = { leaves: WEEK_DAY, children: { TimePeriod: timePeriod, WorkingTimes: workingTimes } }
const weekDays = container({ WeekDay: weekDay })

const task: RecordShape = {
  leaves: TASK,
  children: {
    PredecessorLink: { leaves: LINK },
    ExtendedAttribute: { leaves: CUSTOM_DURATION },
    Baseline: { leaves: BASELINE },
    OutlineCode: { leaves: TASK_CODE },
  },
}

const calendar: RecordShape = {
  leaves: CALENDAR,
  children: {
    WeekDays: weekDays,
    Exceptions: container({ Exception: { leaves: EXCEPTION, children: { TimePeriod: timePeriod } } }),
    WorkWeeks: container({
      WorkWeek: { leaves: numbered('Name'), children: { TimePeriod: timePeriod, WeekDays: weekDays } },
    }),
  },
}

/** The root element `Project`. */
export const mspdiShape: RecordShape = {
  leaves: PROJECT,
  children: {
    OutlineCodes: container({
      OutlineCode: { leaves: OUTLINE_CODE, children: { Values: container({ Value: { leaves: OUTLINE_VALUE } }) } },
    }),
    ExtendedAttributes: container({ ExtendedAttribute: { leaves: CUSTOM_FIELD } }),
    Calendars: container({ Calendar: calendar }),
    Tasks: container({ Task: task }),
    Resources: container({ Resource: { leaves: RESOURCE } }),
    Assignments: container({ Assignment: { leaves: ASSIGNMENT } }),
  },
}
