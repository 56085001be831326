import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { type Diagnostics, quoted } from '../plan/diagnostics.ts'
import type { PlanTask } from '../plan/imported-plan.ts'
import { readStoryPoints } from '../plan/story-points.ts'
import { type IssueStatus, readIssueDay, readStatus } from './read-values.ts'
import { stripMarkup } from './strip-markup.ts'
import type { TrackerIssue } from './tracker-issue.ts'

const SECONDS_PER_DAY = 8 * 3600
const MAX_DURATION_DAYS = 36_525
const MAX_NAME = 512

export type TaskContext = {
  parent: string | null
  isParent: boolean
  labels: string[]
  workingDays: WorkingDayCounter
  diagnostics: Diagnostics
  /** Counts what is said once for the file. */
  counts: { guessedDurations: number; dueDates: number }
}

/** A task from one issue, keyed by the issue's key. */
export function buildTask(issue: TrackerIssue, context: TaskContext): PlanTask {
  const { diagnostics, parent, isParent } = context
  const day = (field: 'start' | 'due' | 'resolved') => issueDay(issue, field, diagnostics)
  const startDay = day('start')
  const dueDay = day('due')
  const status = statusOf(issue, diagnostics)
  const isDone = status === 'COMPLETE' || status === 'REVIEW'
  const finishDay = status === 'COMPLETE' ? day('resolved') : null
  const plannedStart = startDay === null || isParent ? null : formatCivilDay(startDay)
  if (dueDay !== null) context.counts.dueDates += 1
  if (dueDay !== null && startDay !== null && dueDay < startDay)
    diagnostics.warn('finish_before_start', { row: issue.row, field: 'due' }, `${issue.key}: due before it starts`)
  const notes = stripMarkup(issue.description)
  return {
    id: issue.key,
    name: nameOf(issue),
    duration: isParent ? 0 : durationOf(issue, { startDay, dueDay }, context),
    parent,
    calendar: null,
    is_milestone: false,
    planned_start: plannedStart,
    percent_complete: isDone ? 100 : 0,
    actual_start: finishDay !== null && startDay !== null && startDay <= finishDay ? plannedStart : null,
    actual_finish: finishDay === null || isParent ? null : formatCivilDay(finishDay),
    optimistic_duration: null,
    most_likely_duration: null,
    pessimistic_duration: null,
    delivery_mode: 'waterfall',
    story_points: readStoryPoints(
      issue.storyPoints,
      { row: issue.row, field: 'story_points' },
      diagnostics,
      `${issue.key}: `,
    ),
    status,
    ...(notes === '' ? {} : { notes }),
    ...(context.labels.length === 0 ? {} : { labels: context.labels }),
    source: {
      uid: null,
      row: issue.row,
      outline_level: null,
      wbs: null,
      start: startDay === null ? null : formatCivilDay(startDay),
      finish: null,
      actual_start: null,
      actual_finish: finishDay === null ? null : formatCivilDay(finishDay),
      duration_minutes: issue.estimateSeconds === null ? null : issue.estimateSeconds / 60,
      percent_complete: isDone ? 100 : 0,
      constraint_type: plannedStart === null ? 'ASAP' : 'SNET',
      constraint_date: plannedStart,
      deadline: dueDay === null ? null : formatCivilDay(dueDay),
      milestone: false,
      summary: isParent,
      active: true,
      mode: 'auto',
      early_start: null,
      early_finish: null,
      late_start: null,
      late_finish: null,
    },
  }
}

/** The summary, else the title without the key in front of it, else the key. */
function nameOf(issue: TrackerIssue): string {
  const title = issue.title.replace(/^\[[^\]]{1,100}\]\s*/, '')
  return (issue.summary || title || issue.key).slice(0, MAX_NAME)
}

function issueDay(issue: TrackerIssue, field: 'start' | 'due' | 'resolved', diagnostics: Diagnostics): number | null {
  const text = issue[field]
  if (text === '') return null
  const day = readIssueDay(text)
  if (day === null)
    diagnostics.warn('bad_date', { row: issue.row, field }, `${issue.key}: ${quoted(text)} is not a date`)
  return day
}

function statusOf(issue: TrackerIssue, diagnostics: Diagnostics): IssueStatus {
  const status = readStatus(issue.statusCategory, issue.status)
  if (status !== null) return status
  if (issue.status !== '') {
    const text = `${issue.key}: status ${quoted(issue.status)} is not known; it counts as not started`
    diagnostics.warn('unknown_status', { row: issue.row, field: 'status' }, text)
  }
  return 'NOT_STARTED'
}

/** The original estimate in days of eight hours, rounded up; else the working days from start to due date; else one day. */
function durationOf(
  issue: TrackerIssue,
  { startDay, dueDay }: { startDay: number | null; dueDay: number | null },
  context: TaskContext,
): number {
  const { estimateSeconds } = issue
  if (estimateSeconds !== null && estimateSeconds > 0) {
    const days = Math.ceil(estimateSeconds / SECONDS_PER_DAY)
    if (days <= MAX_DURATION_DAYS) return days
    const text = `${issue.key}: ${days} days are more than ${MAX_DURATION_DAYS}`
    context.diagnostics.warn('bad_duration', { row: issue.row, field: 'timeoriginalestimate' }, text)
    return MAX_DURATION_DAYS
  }
  if (startDay !== null && dueDay !== null && dueDay >= startDay) {
    return Math.min(MAX_DURATION_DAYS, Math.max(1, context.workingDays.count(startDay, dueDay)))
  }
  context.counts.guessedDurations += 1
  return 1
}
