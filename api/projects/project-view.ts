import { loadUserSummaries, type UserSummary } from '../accounts/user-summary.ts'
import { type CalendarSummary, loadCalendarSummaries } from '../calendars/calendar-days.queries.ts'
import { type CalendarChain, calendarChains } from '../calendars/calendar-use.queries.ts'
import { retiredKeyCounts } from '../keys/key.queries.ts'
import { loadWorkspace } from '../levels/load-workspace.ts'
import type { Program } from '../levels/program.entity.ts'
import type { Workspace } from '../levels/workspace.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { pinnedAmong } from './pins/pin.queries.ts'
import type { Project } from './project.entity.ts'
import { findProjectsAndPrograms, rolesIn } from './project.queries.ts'

/** A project with everything its JSON needs from other rows. */
export interface ProjectView {
  project: Project
  program: Program | null
  workspace: Workspace
  chain: CalendarChain | undefined
  calendar: CalendarSummary | null
  lead: UserSummary | null
  role: number | null
  retiredKeyCount: number
  isPinned: boolean
}

/** Views of projects by id, in the order of the ids, with a fixed number of queries. Unknown ids are left out. */
export async function viewProjects(ctx: Ctx<unknown>, ids: readonly string[]): Promise<ProjectView[]> {
  if (ids.length === 0) return []
  const { projects, programs } = await findProjectsAndPrograms(ctx, ids)
  const workspace = await loadWorkspace(ctx)
  const chains = await calendarChains(ctx, ids)
  const calendars = await loadCalendarSummaries(
    ctx,
    [...chains.values()].map((chain) => chain.baseId),
  )
  const leads = await loadUserSummaries(
    ctx,
    projects.map((project) => project.lead_id),
  )
  const roles = await rolesIn(ctx, ids)
  const retired = await retiredKeyCounts(ctx, ids)
  const pinned = await pinnedAmong(ctx, ids)
  const programOf = new Map(programs.map((program) => [program.id, program]))
  const projectOf = new Map(projects.map((project) => [project.id, project]))
  return ids.flatMap((id): ProjectView[] => {
    const project = projectOf.get(id)
    if (!project) return []
    const chain = chains.get(id)
    return [
      {
        project,
        program: (project.program_id && programOf.get(project.program_id)) || null,
        workspace,
        chain,
        calendar: (chain?.baseId && calendars.get(chain.baseId)) || null,
        lead: (project.lead_id && leads.get(project.lead_id)) || null,
        role: roles.get(id) ?? null,
        retiredKeyCount: retired.get(id) ?? 0,
        isPinned: pinned.has(id),
      },
    ]
  })
}

export async function viewProject(ctx: Ctx<unknown>, projectId: string): Promise<ProjectView> {
  const view = (await viewProjects(ctx, [projectId]))[0]
  if (!view) throw new Error('the project vanished inside the transaction')
  return view
}
