import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, isTimeZone, wireId } from '../platform/http/wire-kinds.ts'
import { END_TYPES, FREQUENCIES } from './recurrence-rule.entity.ts'

const ALL_WEEKDAYS = 127

export const listRulesQuery = z.object({ ...pageQuery, project: wireId.optional(), task: wireId.optional() })
export type ListRulesQuery = z.output<typeof listRulesQuery>

export const ruleBody = z.object({
  task: wireId.describe('the template; it stays'),
  frequency: z.enum(FREQUENCIES).optional().describe('DAILY and CUSTOM count days; DAILY when left out'),
  interval: z.int().min(1).max(365).optional(),
  weekdays: z.int().min(0).max(ALL_WEEKDAYS).optional().describe('Monday 1 to Sunday 64; for WEEKLY'),
  day_of_month: z.int().min(1).max(31).nullable().optional().describe('for MONTHLY; short months take their last day'),
  time_of_day: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Send a time as HH:MM')
    .transform((time) => (time.length === 5 ? `${time}:00` : time))
    .optional()
    .describe('when the next day ahead gets its task, on the clocks of the zone'),
  timezone: z.string().min(1).max(64).refine(isTimeZone, 'Not a time zone of the IANA list').optional(),
  end_type: z.enum(END_TYPES).optional(),
  end_date: civilDate.nullable().optional(),
  end_count: z.int().min(1).max(2_147_483_647).nullable().optional(),
  inherit_assignee: z.boolean().optional().describe('who the template is assigned to, and its resources'),
  inherit_subtasks: z.boolean().optional().describe('the drawer subtasks of the template, not begun'),
  inherit_attachments: z.boolean().optional().describe('its files and links, each a copy'),
  inherit_morning_notification: z.boolean().optional().describe('its assignee is reminded at that hour of its day'),
})
export type RuleInput = z.output<typeof ruleBody>
export const rulePatch = ruleBody.partial()

export const ruleReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    task: z.guid(),
    frequency: z.enum(FREQUENCIES),
    interval: z.int(),
    weekdays: z.int(),
    day_of_month: z.int().nullable(),
    time_of_day: z.string(),
    timezone: z.string(),
    end_type: z.enum(END_TYPES),
    end_date: z.string().nullable(),
    end_count: z.int().nullable(),
    inherit_assignee: z.boolean(),
    inherit_subtasks: z.boolean(),
    inherit_attachments: z.boolean(),
    inherit_morning_notification: z.boolean(),
    generated_through: z.string().nullable(),
    occurrence_count: z.int(),
  })
  .meta({ id: 'RecurrenceRule' })
