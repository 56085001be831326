import { standardCalendar } from '../../compute/plan/working-days.ts'
import { Diagnostics } from '../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../plan/fallback-start.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan, PlanCalendar, PlanDependency, PlanTask } from '../plan/imported-plan.ts'
import { parentPath, placeSeedTasks } from './place-seed-tasks.ts'
import { readSeed } from './read-seed.ts'
import { placeOfRef } from './seed-kinds.ts'
import type { SeedCalendar, SeedDocument, SeedProject, SeedTask } from './seed-schema.ts'

const SHOWN_PROBLEMS = 20

/** Reads a seed as one plan. Relative dates of a document without an anchor count from `startDate`. */
export function readSeedAsPlan(bytes: Uint8Array, startDate: string | undefined, limits: ImportLimits): ImportedPlan {
  if (bytes.length > limits.planJsonBytes)
    throw new ImportRefusal('too_large', `the file has ${bytes.length} bytes; at most ${limits.planJsonBytes} are read`)
  const today = startDate ?? FALLBACK_START_DATE
  const { seed, errors } = readSeed(bytes, { today })
  if (seed !== null) {
    const plan = planFromSeed(seed)
    const message = `Dates that count from an anchor count from ${today}: the document names none.`
    if (lacksAnchor(bytes))
      plan.receipt.unshift({ severity: 'warning', code: 'anchor_defaulted', where: { field: 'anchor' }, message })
    return plan
  }
  const more = errors.length > SHOWN_PROBLEMS ? ` (and ${errors.length - SHOWN_PROBLEMS} more)` : ''
  throw new ImportRefusal('invalid_plan', `${errors.slice(0, SHOWN_PROBLEMS).join(' ')}${more}`)
}

function lacksAnchor(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  return /"A[+-]\d{1,4}!?"/.test(text) && !/"anchor"\s*:/.test(text)
}

/**
 * A program as one plan: of several projects each is a phase under its name. What is not scheduled (backlog, epics,
 * recurring rules) is left out, and so is everything a plan has no word for.
 */
export function planFromSeed(seed: SeedDocument): ImportedPlan {
  const receipt = new Diagnostics()
  const isOne = seed.projects.length === 1
  const idOf = (project: string, wbs: string) => (isOne ? wbs : `${project}:${wbs}`)
  const starts = seed.projects.map((project) => project.start_date).sort()
  const start = starts[0] as string
  const base = seed.projects.find((project) => project.calendar)?.calendar ?? seed.program.calendar ?? null
  const tasks = seed.projects.flatMap((project): PlanTask[] => {
    const rows = planTasks(project, seed, { idOf, start, base, isOne })
    return isOne ? rows : [phaseOf(project), ...rows]
  })
  const known = new Set(tasks.map((task) => task.id))
  const dependencies = seed.projects.flatMap((project) =>
    (project.dependencies ?? []).flatMap((link): PlanDependency[] => {
      const [from, to] = [placeOfRef(link.predecessor, project.slug), placeOfRef(link.successor, project.slug)]
      if (from === null || to === null) return []
      const [predecessor, successor] = [idOf(from.project, from.wbs), idOf(to.project, to.wbs)]
      if (!known.has(predecessor) || !known.has(successor)) return []
      const { dep_type, lag = 0, lag_unit = 'working' } = link
      return [{ predecessor, successor, dep_type, lag, lag_unit }]
    }),
  )
  sayWhatIsLeftOut(seed, tasks.length - (isOne ? 0 : seed.projects.length), receipt)
  const status = [...new Set(seed.projects.map((project) => project.status_date ?? null))]
  return {
    format: 'svc-plan/1',
    name: seed.program.name,
    start_date: start,
    status_date: status.length === 1 ? (status[0] ?? null) : null,
    calendar: calendarOf(seed, base),
    calendars: Object.fromEntries((seed.calendars ?? []).map((calendar) => [calendar.slug, planCalendar(calendar)])),
    tasks,
    dependencies,
    resources: (seed.resources ?? []).map((resource) => ({
      id: resource.slug,
      name: resource.name,
      type: 'work',
      max_units: resource.max_units ?? 1,
      email: resource.email ?? null,
      calendar: resource.calendar ?? null,
    })),
    assignments: seed.projects.flatMap((project) =>
      (project.tasks ?? []).flatMap((task) =>
        (task.assignments ?? [])
          .map(({ resource, units }) => ({
            task: idOf(project.slug, task.wbs_path),
            resource,
            units: units ?? 1,
            work_minutes: 0,
          }))
          .filter((assignment) => known.has(assignment.task)),
      ),
    ),
    source: {
      format: 'seed',
      application: null,
      minutes_per_day: null,
      start: null,
      finish: null,
      status_date: null,
      default_calendar: base,
    },
    receipt: receipt.entries(),
  }
}

interface Facts {
  readonly idOf: (project: string, wbs: string) => string
  readonly start: string
  readonly base: string | null
  readonly isOne: boolean
}

function planTasks(project: SeedProject, seed: SeedDocument, facts: Facts): PlanTask[] {
  const { placed } = placeSeedTasks((project.tasks ?? []).filter(isScheduled))
  const paths = new Set(placed.map(({ task }) => task.wbs_path))
  const phases = new Set([...paths].flatMap((path) => parentPath(path, paths) ?? []))
  const labelNames = new Map((project.labels ?? []).map((label) => [label.slug, label.name]))
  const own = project.calendar ?? seed.program.calendar ?? null
  return placed.map(({ task, parent }) => {
    const isPhase = phases.has(task.wbs_path)
    const isMilestone = (task.is_milestone ?? task.delivery_mode === 'milestone') && !isPhase
    // A later start of the project holds the tasks that say nothing themselves.
    const floor = !isPhase && project.start_date > facts.start ? project.start_date : null
    const estimate = isPhase || isMilestone ? null : task.estimate
    return {
      id: facts.idOf(project.slug, task.wbs_path),
      name: task.name,
      duration: isMilestone ? 0 : (task.duration ?? 0),
      parent: parent === null ? (facts.isOne ? null : project.slug) : facts.idOf(project.slug, parent),
      calendar: task.calendar ?? (own === facts.base ? null : own),
      is_milestone: isMilestone,
      planned_start: task.planned_start ?? floor,
      ...(task.constraint_type === undefined
        ? {}
        : { constraint_type: task.constraint_type, constraint_date: task.constraint_date ?? null }),
      ...(task.deadline == null ? {} : { deadline: task.deadline }),
      ...(isMilestone && task.milestone_at !== undefined ? { milestone_at: task.milestone_at } : {}),
      percent_complete: task.status === 'COMPLETE' || task.status === 'REVIEW' ? 100 : (task.percent_complete ?? 0),
      actual_start: task.actual_start ?? null,
      actual_finish: task.actual_finish ?? null,
      optimistic_duration: estimate?.optimistic ?? null,
      most_likely_duration: estimate?.most_likely ?? null,
      pessimistic_duration: estimate?.pessimistic ?? null,
      delivery_mode: isMilestone ? 'milestone' : (task.delivery_mode ?? 'waterfall'),
      story_points: task.story_points ?? null,
      status: task.status ?? 'NOT_STARTED',
      ...(task.notes ? { notes: task.notes } : {}),
      ...(task.labels?.length ? { labels: task.labels.map((slug) => labelNames.get(slug) ?? slug) } : {}),
    }
  })
}

function isScheduled(task: SeedTask): boolean {
  return task.status !== 'BACKLOG' && task.type !== 'epic' && !task.is_recurring && !task.recurrence
}

function phaseOf(project: SeedProject): PlanTask {
  return {
    id: project.slug,
    name: project.name,
    duration: 0,
    parent: null,
    calendar: null,
    is_milestone: false,
    planned_start: null,
    percent_complete: 0,
    actual_start: null,
    actual_finish: null,
    optimistic_duration: null,
    most_likely_duration: null,
    pessimistic_duration: null,
    delivery_mode: 'waterfall',
    story_points: null,
  }
}

function calendarOf(seed: SeedDocument, slug: string | null): PlanCalendar {
  const calendar = seed.calendars?.find((each) => each.slug === slug)
  return calendar === undefined ? standardCalendar() : planCalendar(calendar)
}

function planCalendar(calendar: SeedCalendar): PlanCalendar {
  const mask = calendar.working_days ?? 31
  return {
    working_days: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => mask & (1 << (weekday - 1))),
    exceptions: (calendar.exceptions ?? []).map(({ exc_start, exc_end, is_working }) => ({
      from: exc_start,
      to: exc_end,
      working: is_working ?? false,
    })),
    source: { uid: 0, name: calendar.name, parent_uid: null },
  }
}

function sayWhatIsLeftOut(seed: SeedDocument, keptTasks: number, receipt: Diagnostics): void {
  const inProjects = (count: (project: SeedProject) => number) =>
    seed.projects.reduce((sum, project) => sum + count(project), 0)
  const lines: [count: number, field: string, what: string][] = [
    [
      inProjects((project) => project.tasks?.length ?? 0) - keptTasks,
      'tasks',
      'backlog items, epics and recurring tasks',
    ],
    [
      inProjects((project) => project.calendar_overlays?.length ?? 0),
      'calendar_overlays',
      'calendars laid over others',
    ],
    [inProjects((project) => project.sprints?.length ?? 0), 'sprints', 'sprints'],
    [inProjects((project) => project.risks?.length ?? 0) + (seed.risks?.length ?? 0), 'risks', 'risks'],
    [inProjects((project) => project.baselines?.length ?? 0), 'baselines', 'baselines'],
    [inProjects((project) => project.custom_fields?.length ?? 0), 'custom_fields', 'fields of projects’ own'],
    [seed.events?.length ?? 0, 'events', 'events'],
  ]
  for (const [count, field, what] of lines)
    if (count > 0) receipt.warn('not_imported', { field }, `Not imported: ${count} ${what}.`)
}
