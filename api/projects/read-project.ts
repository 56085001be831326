import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { nextWorkingDay } from '../calendars/compose-calendars.ts'
import { composeProjectLayers } from '../calendars/project-calendar.ts'
import type { Ctx } from '../platform/context.ts'
import { booleanFilter } from '../platform/http/list-query.ts'
import type { OffsetPage } from '../platform/http/paging.ts'
import type { ProjectDetail, ProjectFigures } from './project.present.ts'
import { groupFigures, type ListProjectsQuery, openTaskCounts, pageProjectIds } from './project.queries.ts'
import { type ProjectView, viewProject, viewProjects } from './project-view.ts'
import { presentStaleDates } from './status/stale-dates.ts'
import { findOwnPlace } from './teams/team.queries.ts'

export interface ListedProject {
  view: ProjectView
  figures: ProjectFigures
}

/** The caller's projects. Members and progress are counted only for ungrouped ones, which have no program to show them. */
export async function pageProjects(ctx: Ctx<unknown>, query: ListProjectsQuery): Promise<OffsetPage<ListedProject>> {
  const page = await pageProjectIds(ctx, query)
  const ids = page.results.map((row) => row.id)
  const views = await viewProjects(ctx, ids)
  const openTasks = await openTaskCounts(ctx, ids)
  const groups = booleanFilter(query.program__isnull) === true ? await groupFigures(ctx, ids) : new Map()
  const results = views.map((view) => ({
    view,
    figures: { ...groups.get(view.project.id), openTaskCount: openTasks.get(view.project.id) ?? 0 },
  }))
  return { ...page, results }
}

export async function readProject(ctx: Ctx<ProjectScope>): Promise<ProjectDetail> {
  const { projectId } = ctx.scope
  const view = await viewProject(ctx, projectId)
  const calendar = (await composeProjectLayers(ctx, [projectId])).get(projectId)
  const startDay = parseCivilDay(view.project.start_date) as number
  const floorDay = calendar ? nextWorkingDay(calendar, startDay) : null
  const stale = await presentStaleDates(ctx, view.project)
  const facets = await findOwnPlace(ctx)
  return { view, figures: {}, stale, facets, startFloor: formatCivilDay(floorDay ?? startDay) }
}
