import { defineEntity, p } from '@mikro-orm/postgresql'

/** A workspace calendar. `workingDays` is a bit mask, Monday = 1 to Sunday = 64. */
export const CalendarSchema = defineEntity({
  name: 'Calendar',
  tableName: 'calendars',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    name: p.string().columnType('varchar(255)'),
    workingDays: p.smallint().default(31),
    hoursPerDay: p.double().default(8),
    timezone: p.text().default('UTC'),
    isDeleted: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})
export class Calendar extends CalendarSchema.class {}
CalendarSchema.setClass(Calendar)

/** An inclusive range of dates that departs from the week: days off, or (an addition) extra working days. */
export const CalendarExceptionSchema = defineEntity({
  name: 'CalendarException',
  tableName: 'calendar_exceptions',
  properties: {
    id: p.uuid().primary(),
    calendarId: p.uuid(),
    excStart: p.date(),
    excEnd: p.date(),
    isWorking: p.boolean().default(false),
    description: p.string().columnType('varchar(255)').default(''),
  },
  indexes: [{ properties: ['calendarId', 'excStart'] }],
})
export class CalendarException extends CalendarExceptionSchema.class {}
CalendarExceptionSchema.setClass(CalendarException)

/** Calendars laid over a project's base calendar: a day works only if every applied calendar says so. */
export const ProjectCalendarOverlaySchema = defineEntity({
  name: 'ProjectCalendarOverlay',
  tableName: 'project_calendar_overlays',
  properties: {
    projectId: p.uuid().primary(),
    position: p.smallint().primary(),
    layerId: p.uuid(),
    calendarId: p.uuid(),
    /** What the layer stands for: `holidays` or `workspace`. */
    role: p.text().default('holidays'),
  },
  indexes: [{ properties: ['calendarId'] }],
})
