import { civilParts } from '../../compute/plan/civil-day.ts'
import { parseDay } from '../plan/file-day.ts'
import type { ImportedPlan } from '../plan/imported-plan.ts'
import { orderTasks } from './order-tasks.ts'
import type { ScheduleDates } from './schedule-dates.ts'

export const ICS_OMISSIONS: readonly string[] = [
  'everything but names, dates, notes and progress: links, calendars, durations, estimates and summaries',
  'tasks without computed dates',
]

export type FeedFacts = {
  /** Makes the ids of events unique in the world. */
  feedId: string
  /** When the dates were computed. */
  stamp: Date
}

/** Octets of a line, its end not counted. */
const MAX_OCTETS = 75
const MAX_NOTES = 2_000

/** Milestones and the tasks at the ends of the tree as all-day events (RFC 5545). The same plan gives the same bytes. */
export function writeIcs(plan: ImportedPlan, dates: ScheduleDates, { feedId, stamp }: FeedFacts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//SVC//Schedule//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(plan.name)}`,
  ]
  const time = `${stamp.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  for (const { task, isSummary } of orderTasks(plan.tasks)) {
    const own = dates.get(task.id)
    if (own === undefined || isSummary) continue
    const name = task.name ?? `Task ${task.id}`
    lines.push(
      'BEGIN:VEVENT',
      `UID:${escapeText(`task-${task.id}@${feedId}`)}`,
      `DTSTAMP:${time}`,
      `DTSTART;VALUE=DATE:${compactDay(own.start, 0)}`,
      // The end of an all-day event is the first day after it.
      `DTEND;VALUE=DATE:${compactDay(own.finish, 1)}`,
      `SUMMARY:${escapeText(task.is_milestone ? `◆ ${name}` : name)}`,
      ...(task.notes === undefined ? [] : [`DESCRIPTION:${escapeText(task.notes.slice(0, MAX_NOTES))}`]),
      `CATEGORIES:${task.is_milestone ? 'MILESTONE' : 'TASK'}`,
      // Dates of a plan take nobody's time in a calendar.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    )
  }
  lines.push('END:VCALENDAR')
  return lines.map(fold).join('')
}

/** `YYYYMMDD` of the date, some days later. Dates of a schedule may lie beyond the years that files may hold. */
function compactDay(date: string, later: number): string {
  const day = parseDay(date)
  if (day === null) return date.replaceAll('-', '')
  const { year, month, day: monthDay } = civilParts(day + later)
  return `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(monthDay).padStart(2, '0')}`
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Lines longer than 75 octets go on after a line break and a blank, never inside a character. */
function fold(line: string): string {
  if (line.length <= MAX_OCTETS && Buffer.byteLength(line) <= MAX_OCTETS) return `${line}\r\n`
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return `${[...parts, part].join('\r\n')}\r\n`
}
