import { findWaitingProjects } from '../dependencies/dependency.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { Project } from '../projects/project.entity.ts'
import { type KeptForecast, newestForecasts } from '../schedule/monte-carlo/monte-carlo.queries.ts'
import type { SharedSchedule } from './share.schema.ts'
import type { ShareLink } from './share-link.entity.ts'
import { findLinksAmong } from './share-link.queries.ts'
import { BY_OUTLINE, onSchedule } from './shared-task.queries.ts'
import { loadSharedTasks, type SharedTask } from './shared-tasks.ts'
import { loadSharedTotals, type SharedTotals } from './shared-totals.queries.ts'

export type SharedLink = Awaited<ReturnType<typeof findLinksAmong>>[number]

/** What a link shows, with the ids that tie it together and stay inside. */
export interface ScheduleContent {
  readonly link: ShareLink
  readonly project: Project
  readonly tasks: readonly SharedTask[]
  readonly links: readonly SharedLink[]
  readonly isTruncated: boolean
  /** Of the plan, not of the rows that are shown. */
  readonly totals: SharedTotals
  /** Undefined where the link shows none; null before the first simulation that is kept. */
  readonly forecast?: SharedForecast | null
}

export interface SharedForecast extends KeptForecast {
  readonly waitsForOthers: boolean
}

export async function loadScheduleContent(
  ctx: Ctx<unknown>,
  link: ShareLink,
  project: Project,
): Promise<ScheduleContent> {
  const condition = onSchedule(link.show_milestone_dates)
  const { tasks, isTruncated } = await loadSharedTasks(ctx, project, {
    condition,
    order: BY_OUTLINE,
    limit: ctx.services.config.shareScheduleMaxTasks,
    showAssignees: link.show_assignees,
  })
  const links = await findLinksAmong(
    ctx,
    tasks.map((task) => task.id),
  )
  const totals = await loadSharedTotals(ctx, project.id, condition)
  const forecast = link.show_forecast ? { forecast: await loadForecast(ctx, project.id) } : {}
  return { link, project, tasks, links, isTruncated, totals, ...forecast }
}

/** Nobody who only has an address makes the service simulate: what is shown was computed for the people of the project. */
async function loadForecast(ctx: Ctx<unknown>, projectId: string): Promise<SharedForecast | null> {
  const kept = (await newestForecasts(ctx, [projectId])).get(projectId)
  if (kept === undefined) return null
  return { ...kept, waitsForOthers: (await findWaitingProjects(ctx, [projectId])).has(projectId) }
}

/** References in place of ids. */
export function presentSchedule(content: ScheduleContent): SharedSchedule {
  const { link, project, tasks } = content
  const referenceOf = new Map(tasks.map((task) => [task.id, task.short_id]))
  return {
    content_kind: 'schedule',
    project: { name: project.name, short_id: project.code },
    truncated: content.isTruncated,
    ...(content.isTruncated ? { totals: content.totals } : {}),
    tasks: tasks.map(presentTask),
    dependencies: content.links.map((edge) => ({
      predecessor_short_id: referenceOf.get(edge.predecessor_id) as string,
      successor_short_id: referenceOf.get(edge.successor_id) as string,
      dep_type: edge.dep_type,
      lag: edge.lag,
    })),
    show_assignees: link.show_assignees,
    show_milestone_dates: link.show_milestone_dates,
    ...(content.forecast === undefined ? {} : { forecast: content.forecast && presentForecast(content.forecast) }),
  }
}

function presentForecast({ takenAt, runs, p50, p80, p95, plannedFinish, waitsForOthers }: SharedForecast) {
  return {
    taken_at: instantText(takenAt) as string,
    runs,
    p50,
    p80,
    p95,
    cpm_finish: plannedFinish,
    waits_for_others: waitsForOthers,
  }
}

function presentTask(task: SharedTask) {
  const {
    id: _,
    parent_id: _parent,
    is_parent: _phase,
    baseline_start: _start,
    baseline_finish: _finish,
    ...rest
  } = task
  const { deadline: _deadline, total_float: _float, ...told } = rest
  return told
}
