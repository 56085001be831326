import { z } from 'zod'
import { calendarReply } from '../../calendars/calendar.schema.ts'
import { civilDate, wireId } from '../../platform/http/wire-kinds.ts'

const MAX_OVERLAYS = 50

const layer = z
  .object({
    layer_id: z.guid().nullable(),
    role: z.enum(['project', 'holidays', 'workspace']),
    sort_order: z.int(),
    calendar: calendarReply,
  })
  .meta({ id: 'AppliedCalendar' })

export const appliedReply = z
  .object({ base: calendarReply.nullable(), overlays: z.array(layer), applied: z.array(layer) })
  .meta({ id: 'AppliedCalendars' })

export const applyBody = z.object({
  base_calendar_id: wireId.nullable().optional().describe('null inherits; absent keeps'),
  overlays: z
    .array(
      z.object({
        calendar_id: wireId,
        role: z.enum(['holidays', 'workspace']).optional(),
      }),
    )
    .max(MAX_OVERLAYS),
})

export type ApplyInput = z.output<typeof applyBody>

export const previewQuery = z.object({ start: civilDate, end: civilDate })

export const previewReply = z
  .object({
    start: z.string(),
    end: z.string(),
    days: z.array(
      z.object({
        date: z.string(),
        working: z.boolean(),
        sources: z.array(z.object({ role: z.string(), calendar_id: z.guid(), name: z.string() })),
      }),
    ),
  })
  .meta({ id: 'CalendarPreview' })
