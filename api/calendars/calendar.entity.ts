import { defineEntity, p } from '@mikro-orm/postgresql'
import { holds, ownedBy, references, unchecked } from '../platform/db/references.ts'

/** A workspace calendar. `working_days` is a bit mask, Monday = 1 to Sunday = 64. */
export const CalendarSchema = defineEntity({
  name: 'Calendar',
  tableName: 'calendars',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    name: p.string().columnType('varchar(255)'),
    working_days: p.smallint().default(31),
    hours_per_day: p.double().default(8),
    timezone: p.text().default('UTC'),
    is_deleted: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
  },
})

/** An inclusive range of dates that departs from the week: days off, or (an addition) extra working days. */
export const CalendarExceptionSchema = defineEntity({
  name: 'CalendarException',
  tableName: 'calendar_exceptions',
  properties: {
    id: p.uuid().primary(),
    calendar_id: p.uuid(),
    exc_start: p.date(),
    exc_end: p.date(),
    is_working: p.boolean().default(false),
    description: p.string().columnType('varchar(255)').default(''),
  },
  indexes: [{ properties: ['calendar_id', 'exc_start'] }],
})
references(CalendarExceptionSchema, { calendar_id: ownedBy('calendars') }, 'commit')

/** Calendars laid over a project's base calendar: a day works only if every applied calendar says so. */
export const ProjectCalendarOverlaySchema = defineEntity({
  name: 'ProjectCalendarOverlay',
  tableName: 'project_calendar_overlays',
  properties: {
    project_id: p.uuid().primary(),
    position: p.smallint().primary(),
    layer_id: p.uuid(),
    calendar_id: p.uuid(),
    /** What the layer stands for: `holidays` or `workspace`. */
    role: p.text().default('holidays'),
  },
  indexes: [{ properties: ['calendar_id'] }],
})
references(
  ProjectCalendarOverlaySchema,
  {
    project_id: ownedBy('projects'),
    calendar_id: holds('calendars'),
    layer_id: unchecked('the row itself, as callers know it'),
  },
  'commit',
)
