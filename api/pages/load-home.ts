import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { PlanCalendar } from '../../compute/plan/plan-document.ts'
import { composeProjectCalendars, type ScheduleCalendar } from '../calendars/project-calendar.ts'
import { findWaitingProjects } from '../dependencies/dependency.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal } from '../platform/errors.ts'
import { findSample, type Sample } from '../samples/sample-file.ts'
import { newestForecasts } from '../schedule/monte-carlo/monte-carlo.queries.ts'
import { type ForecastInProgram, forecastInProgram } from '../schedule/program/simulate-program.ts'
import {
  type LoadedSample,
  type SampleLinkRow,
  type SampleProjectRow,
  type SampleTaskRow,
  sampleLinks,
  sampleProjects,
  sampleTasks,
} from './home.queries.ts'
import {
  type CrossLink,
  type HomeForecast,
  type HomeModel,
  type HomeProject,
  type HomeRow,
  rollUpProgress,
} from './home-model.ts'

/** The loaded sample as the start page shows it; null when its file is not bundled any more. */
export async function loadHome(ctx: Ctx, loaded: LoadedSample): Promise<HomeModel | null> {
  const sample = findSample(loaded.sampleKey)
  if (!sample) return null
  const projects = await sampleProjects(ctx, loaded.programId)
  const projectIds = projects.map((project) => project.id)
  const tasks = await sampleTasks(ctx, projectIds, loaded.sampleKey)
  const links = await sampleLinks(ctx, projectIds)
  const calendars = await composeProjectCalendars(ctx, projectIds)
  const names = new Names(sample)
  const waiting = await findWaitingProjects(ctx, projectIds)
  const forecasts = await loadForecasts(ctx, loaded.programId, projectIds, waiting)
  const shown = projects.flatMap((project): HomeProject[] => {
    const own = tasks.filter((task) => task.project_id === project.id && names.hasTask(task.external_id))
    const source = own[0] && names.projectOf(own[0].external_id)
    if (!source) return []
    const forecast = forecasts.get(project.id) ?? null
    return [
      {
        name: source.name,
        description: source.description ?? '',
        rows: rowsOf(own, names),
        links: links.map((link) => ganttLink(link)),
        calendar: planCalendar(calendars.get(project.id)),
        dataDate: project.status_date,
        isComputed: isComputed(project),
        waitsForOthers: waiting.has(project.id),
        forecast: forecast === 'busy' ? null : forecast,
      },
    ]
  })
  const crossLinks = crossLinksOf(tasks, links, names)
  const isPartial = projectIds.some((id) => forecasts.get(id) === 'busy')
  return {
    title: sample.document.program.name,
    description: sample.description,
    projects: shown,
    crossLinks,
    isPartial,
  }
}

/**
 * The newest kept simulation of each project; of one that waits for others the program's, made from all projects anew: a sample
 * is small, and the page is kept until something changes.
 */
async function loadForecasts(
  ctx: Ctx,
  programId: string,
  projectIds: readonly string[],
  waiting: ReadonlySet<string>,
): Promise<Map<string, HomeForecast | 'busy'>> {
  const kept = await newestForecasts(ctx, projectIds)
  const together =
    waiting.size === 0 ? new Map<string, never>() : await forecastInProgram(ctx, programId, {}).catch(busy)
  return new Map(
    [...kept].map(([id, own]): [string, HomeForecast | 'busy'] => {
      const { takenAt: _, ...alone } = own
      if (!waiting.has(id)) return [id, { ...alone, isOfProgram: false }]
      if (together === 'busy') return [id, together]
      const found = together.get(id)
      return [id, found ? ofProgram(found, own.plannedFinish) : { ...alone, isOfProgram: false }]
    }),
  )
}

/** The page is there while the threads that simulate are not. */
function busy(error: unknown): 'busy' {
  if (error instanceof Refusal) return 'busy'
  throw error
}

function ofProgram(found: ForecastInProgram, plannedFinish: string | null): HomeForecast {
  return {
    runs: found.runs,
    seed: found.seed,
    p50: formatCivilDay(found.p50Day),
    p80: formatCivilDay(found.p80Day),
    p95: formatCivilDay(found.p95Day),
    plannedFinish,
    histogram: found.finishes.map(({ day, count }) => [formatCivilDay(day), count] as const),
    isOfProgram: true,
  }
}

type SampleProject = Sample['document']['projects'][number]

/** Names by the ids of the file: what people have written into the sample since is not shown to strangers. */
class Names {
  private readonly taskNames = new Map<string, string>()
  private readonly projects = new Map<string, SampleProject>()

  constructor({ document }: Sample) {
    for (const project of document.projects) {
      for (const { name, external_id } of project.tasks ?? []) {
        if (external_id == null) continue
        this.taskNames.set(external_id, name)
        this.projects.set(external_id, project)
      }
    }
  }

  hasTask(fileId: string): boolean {
    return this.taskNames.has(fileId)
  }

  taskName(fileId: string): string {
    return this.taskNames.get(fileId) ?? ''
  }

  projectOf(fileId: string): SampleProject | undefined {
    return this.projects.get(fileId)
  }
}

function isComputed(project: SampleProjectRow): boolean {
  return project.recalculated_at !== null
}

function rowsOf(tasks: readonly SampleTaskRow[], names: Names): HomeRow[] {
  const tree = tasks.map((task) => ({
    id: task.id,
    parentId: task.parent_id,
    duration: task.duration,
    percentComplete: task.percent_complete,
  }))
  const progress = rollUpProgress(tree)
  return tasks.map((task) => ({
    id: task.id,
    wbs: task.wbs_path ?? '',
    name: names.taskName(task.external_id),
    depth: task.level - 1,
    start: task.scheduled_start,
    finish: task.early_finish,
    percentComplete: progress.get(task.id) ?? task.percent_complete,
    isMilestone: task.is_milestone,
    isSummary: progress.has(task.id),
    isCritical: task.is_critical === true,
    duration: task.duration,
    totalFloat: task.total_float,
  }))
}

function ganttLink(link: SampleLinkRow) {
  const { predecessor_id, successor_id, dep_type, is_driving } = link
  return { predecessor: predecessor_id, successor: successor_id, depType: dep_type, isDriving: is_driving }
}

function planCalendar(calendar: ScheduleCalendar | undefined): PlanCalendar {
  if (!calendar) return {}
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => (calendar.workingDays >> (weekday - 1)) & 1)
  return { working_days: weekdays, exceptions: [...calendar.exceptions] }
}

function crossLinksOf(tasks: readonly SampleTaskRow[], links: readonly SampleLinkRow[], names: Names): CrossLink[] {
  const taskOf = new Map(tasks.map((task) => [task.id, task]))
  const inWords = (task: SampleTaskRow) => {
    const project = names.projectOf(task.external_id)
    return `${names.taskName(task.external_id)} (${project?.name ?? ''})`
  }
  return links.flatMap((link) => {
    const from = taskOf.get(link.predecessor_id)
    const to = taskOf.get(link.successor_id)
    if (!from || !to || from.project_id === to.project_id) return []
    const lag = link.lag === 0 ? '' : ` ${link.lag > 0 ? '+' : '−'}${Math.abs(link.lag)} d`
    return [{ predecessor: inWords(from), successor: inWords(to), type: `${link.dep_type}${lag}` }]
  })
}
