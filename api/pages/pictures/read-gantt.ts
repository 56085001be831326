import type { PlanCalendar } from '../../../compute/plan/plan-document.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { composeProjectCalendar, type ScheduleCalendar } from '../../calendars/project-calendar.ts'
import { loadWorkspace } from '../../levels/load-workspace.ts'
import type { GanttInput, GanttRow } from '../../pictures/gantt-frame.ts'
import { ganttSvg } from '../../pictures/gantt-svg.ts'
import { networkSvg } from '../../pictures/network-svg.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { Project } from '../../projects/project.entity.ts'
import { findLinksAmong } from '../../sharing/share-link.queries.ts'
import { BY_OUTLINE, onSchedule } from '../../sharing/shared-task.queries.ts'
import { loadSharedTasks, type SharedTask } from '../../sharing/shared-tasks.ts'
import { loadSharedTotals } from '../../sharing/shared-totals.queries.ts'
import type { GanttDocument, GanttQuery, NetworkQuery } from './picture.schema.ts'

/** More rows are cut off and said to be: the totals are of all of them. */
const MAX_ROWS = 20_000

export async function loadPictured(ctx: Ctx<ProjectScope>): Promise<Project> {
  const project = await ctx.em.findOne(Project, { id: ctx.scope.projectId, is_deleted: false })
  refuseUnless(project, notFound)
  return project
}

export function facts(project: Pick<Project, 'id' | 'name' | 'code'>) {
  return { id: project.id, name: project.name, code: project.code }
}

/** The rows, links and marks of a project's schedule, as a Gantt shows them. */
export async function readGantt(ctx: Ctx<ProjectScope>): Promise<GanttDocument> {
  const project = await loadPictured(ctx)
  const condition = onSchedule(true)
  const wanted = { condition, order: BY_OUTLINE, limit: MAX_ROWS, showAssignees: false }
  const { tasks, isTruncated } = await loadSharedTasks(ctx, project, wanted)
  const links = await findLinksAmong(
    ctx,
    tasks.map((task) => task.id),
  )
  const zone = project.timezone || (await loadWorkspace(ctx)).timezone
  return {
    project: facts(project),
    data_date: project.status_date ?? null,
    today: ctx.services.clock.today(zone),
    calendar: { ...planCalendar(await composeProjectCalendar(ctx, project.id)) },
    totals: { ...(await loadSharedTotals(ctx, project.id, condition)) },
    truncated: isTruncated,
    rows: tasks.map(presentRow),
    links: links.map(({ predecessor_id, successor_id, ...link }) => ({
      predecessor: predecessor_id,
      successor: successor_id,
      ...link,
    })),
  }
}

function presentRow(task: SharedTask): GanttDocument['rows'][number] {
  const { baseline_start: start, baseline_finish: finish } = task
  return {
    id: task.id,
    parent_id: task.parent_id,
    short_id: task.short_id,
    wbs: task.wbs_path ?? '',
    name: task.name,
    depth: (task.wbs_path ?? '').split('.').length - 1,
    start: task.scheduled_start ?? task.early_start,
    finish: task.early_finish,
    duration: task.duration,
    percent_complete: task.percent_complete,
    total_float: task.total_float,
    is_milestone: task.is_milestone,
    is_summary: task.is_parent,
    is_critical: task.is_critical,
    deadline: task.deadline,
    baseline: start === null || finish === null ? null : { start, finish },
  }
}

function planCalendar(calendar: ScheduleCalendar): PlanCalendar {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => (calendar.workingDays >> (weekday - 1)) & 1)
  return { working_days: weekdays, exceptions: [...calendar.exceptions] }
}

export function drawGantt(document: GanttDocument, query: GanttQuery): string {
  return ganttSvg({ ...pictured(document, query), id: 'gantt', isStandalone: true })
}

/** What the picture takes of the document. */
export function pictured(document: GanttDocument, query: GanttQuery): Omit<GanttInput, 'id'> {
  const { layout, zoom, width, scheme, from, to } = query
  const { links, data_date, today, calendar, truncated, totals, rows } = document
  const cut = truncated ? `, the first ${rows.length} of ${totals.row_count} rows` : ''
  return {
    title: `Schedule of ${document.project.name}${cut}`,
    rows: query.critical ? onCriticalPath(rows.map(ganttRow)) : rows.map(ganttRow),
    links: links.map(({ dep_type, is_driving, ...ends }) => ({ ...ends, depType: dep_type, isDriving: is_driving })),
    dataDate: data_date,
    today: isWithin(document, today) ? today : null,
    calendar: calendar as PlanCalendar,
    ...(layout ? { layout } : {}),
    ...(zoom ? { zoom } : {}),
    width,
    scheme,
    ...(from !== undefined && to !== undefined ? { range: { from, to } } : {}),
  }
}

export function ganttRow(row: GanttDocument['rows'][number]): GanttRow {
  const { percent_complete, is_milestone, is_summary, is_critical, ...same } = row
  return {
    ...same,
    percentComplete: percent_complete,
    isMilestone: is_milestone,
    isSummary: is_summary,
    isCritical: is_critical,
  }
}

/** A plan of another year would shrink to a stroke if the axis had to reach today. */
export function isWithin({ totals }: GanttDocument, day: string): boolean {
  return totals.start !== null && totals.finish !== null && totals.start <= day && day <= totals.finish
}

/** Open critical tasks, and the phases that they lie in: a phase stands right before what is in it. */
function onCriticalPath(rows: readonly GanttRow[]): GanttRow[] {
  const kept: GanttRow[] = []
  let above: GanttRow[] = []
  for (const row of rows) {
    above = above.filter((phase) => phase.depth < row.depth)
    if (row.isSummary) above.push(row)
    else if (row.isCritical && row.percentComplete < 100) {
      kept.push(...above.filter((phase) => !kept.includes(phase)), row)
    }
  }
  return kept
}

export function drawNetwork(document: GanttDocument, query: NetworkQuery): string {
  const { rows, links } = pictured(document, {})
  const title = `Network of ${document.project.name}`
  return networkSvg({ id: 'network', title, rows, links, scheme: query.scheme, isStandalone: true })
}
