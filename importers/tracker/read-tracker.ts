import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { standardCalendar, WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { Diagnostics, quoted } from '../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../plan/fallback-start.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan, PlanAssignment, PlanCalendar, PlanResource, PlanTask } from '../plan/imported-plan.ts'
import { detectFormat } from '../plan-file/detect-format.ts'
import { buildTask } from './build-task.ts'
import { linkIssues } from './link-issues.ts'
import { placeIssues } from './place-issues.ts'
import { readIssueTable } from './read-issue-table.ts'
import { readIssues } from './read-issues.ts'
import { readIssueDay } from './read-values.ts'
import { IssueLabels } from './take-labels.ts'
import type { TrackerFile, TrackerIssue } from './tracker-issue.ts'

const MAX_KEY = 100

export type TrackerOptions = {
  /** Counts working days between an issue's start and due date; Monday to Friday when absent. */
  calendar?: PlanCalendar
  /** The start of a plan in which no issue has a start date. */
  startDate?: string
}

/** Reads an issue tracker's export, XML or a table of text: one task an issue, parents and epics as the tree, "Blocks" links as the network. */
export function readTracker(
  bytes: Uint8Array,
  fileName: string,
  options: TrackerOptions,
  limits: ImportLimits,
): ImportedPlan {
  if (bytes.length > limits.trackerBytes) {
    throw new ImportRefusal('too_large', `the file has ${bytes.length} bytes; at most ${limits.trackerBytes} are read`)
  }
  const file = detectFormat(bytes) === 'text' ? readIssueTable(bytes, limits) : readIssues(bytes, limits)
  const diagnostics = new Diagnostics(limits.maxReceiptEntries)
  const issues = usableIssues(file, diagnostics)
  if (issues.length === 0) throw new ImportRefusal('no_tasks', 'the file holds no issue with a key')
  const parents = placeIssues(issues, diagnostics)
  const dependencies = linkIssues(issues, parents, diagnostics)
  const calendar = options.calendar ?? standardCalendar()
  const tasks = buildTasks(issues, parents, { calendar, diagnostics })
  const people = assignPeople(issues)
  return {
    format: 'svc-plan/1',
    name: fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || file.title || 'Imported issues',
    start_date: startOf(tasks, issues, options),
    status_date: null,
    calendar,
    calendars: {},
    tasks,
    dependencies,
    ...people,
    source: {
      format: 'tracker',
      application: file.application,
      minutes_per_day: 480,
      start: null,
      finish: null,
      status_date: null,
      default_calendar: null,
    },
    receipt: diagnostics.entries(),
  }
}

/** Issues with a key of their own. An export that was cut at the tracker's page size says so in its head. */
function usableIssues(file: TrackerFile, diagnostics: Diagnostics): TrackerIssue[] {
  if (file.total !== null && file.end !== null && file.total > file.end) {
    const text = `the export holds issues up to ${file.end} of ${file.total}; the others were left out by the tracker`
    diagnostics.warn('export_cut', {}, text)
  }
  const seen = new Set<string>()
  return file.issues.filter((issue) => {
    const where = { row: issue.row, field: 'key' }
    if (issue.key === '' || issue.key.length > MAX_KEY) {
      diagnostics.error('missing_key', where, `item ${quoted(issue.title)} has no usable key and is skipped`)
      return false
    }
    if (seen.has(issue.key)) {
      diagnostics.error('duplicate_key', where, `a second item ${issue.key} is skipped`)
      return false
    }
    seen.add(issue.key)
    return true
  })
}

function buildTasks(
  issues: readonly TrackerIssue[],
  parents: ReadonlyMap<string, string>,
  { calendar, diagnostics }: { calendar: PlanCalendar; diagnostics: Diagnostics },
): PlanTask[] {
  const withChildren = new Set(parents.values())
  const workingDays = new WorkingDayCounter(calendar)
  const labels = new IssueLabels(diagnostics)
  const counts = { guessedDurations: 0, dueDates: 0 }
  const tasks = issues.map((issue) =>
    buildTask(issue, {
      parent: parents.get(issue.key) ?? null,
      isParent: withChildren.has(issue.key),
      labels: labels.take(issue),
      workingDays,
      diagnostics,
      counts,
    }),
  )
  const total = issues.length
  const guess = 'No estimate and not both dates, one day is assumed'
  diagnostics.warnCounted('duration_missing', 'timeoriginalestimate', counts.guessedDurations, total, guess)
  diagnostics.warnCounted('deadline_not_imported', 'due', counts.dueDates, total, 'Due dates do not hold the schedule')
  return tasks
}

function assignPeople(issues: readonly TrackerIssue[]): { resources: PlanResource[]; assignments: PlanAssignment[] } {
  const resources = new Map<string, PlanResource>()
  const assignments: PlanAssignment[] = []
  for (const { key, assignee, estimateSeconds } of issues) {
    if (assignee === null) continue
    const { id, name } = assignee
    if (!resources.has(id)) resources.set(id, { id, name, type: 'work', max_units: 1, email: null, calendar: null })
    assignments.push({ task: key, resource: id, units: 1, work_minutes: (estimateSeconds ?? 0) / 60 })
  }
  return { resources: [...resources.values()], assignments }
}

/** The earliest start date of an issue, else what the caller names, else the day the first issue was created. */
function startOf(tasks: readonly PlanTask[], issues: readonly TrackerIssue[], options: TrackerOptions): string {
  const starts = tasks.flatMap((task) => (task.planned_start === null ? [] : [task.planned_start]))
  if (starts.length > 0) return starts.reduce((first, start) => (start < first ? start : first))
  if (options.startDate !== undefined) return options.startDate
  const created = issues.flatMap((issue) => readIssueDay(issue.created) ?? [])
  if (created.length === 0) return FALLBACK_START_DATE
  return formatCivilDay(created.reduce((first, day) => Math.min(first, day)))
}
