import { loadUserSummaries, type UserSummary } from '../accounts/user-summary.ts'
import { type CalendarSummary, loadCalendarSummaries } from '../calendars/calendar-days.queries.ts'
import { retiredKeyCounts } from '../keys/key.queries.ts'
import { loadWorkspace } from '../levels/load-workspace.ts'
import type { Program } from '../levels/program.entity.ts'
import type { Workspace } from '../levels/workspace.entity.ts'
import type { Ctx } from '../platform/context.ts'
import type { OffsetPage } from '../platform/http/paging.ts'
import { pinnedAmong } from '../projects/pins/pin.queries.ts'
import { findProgramFigures, findPrograms, type ListProgramsQuery, pageProgramIds } from './program.queries.ts'

/** A program with everything its JSON needs from other rows. */
export interface ProgramView {
  program: Program
  workspace: Workspace
  ownCalendar: CalendarSummary | null
  inheritedCalendar: CalendarSummary | null
  lead: UserSummary | null
  role: number | null
  projectCount: number
  memberCount: number
  isSample: boolean
  retiredKeyCount: number
  isPinned: boolean
}

/** The caller's programs by name. */
export async function pagePrograms(ctx: Ctx<unknown>, query: ListProgramsQuery): Promise<OffsetPage<ProgramView>> {
  const page = await pageProgramIds(ctx, query)
  const results = await viewPrograms(
    ctx,
    page.results.map((row) => row.id),
  )
  return { ...page, results }
}

export async function viewProgram(ctx: Ctx<unknown>, programId: string): Promise<ProgramView> {
  const view = (await viewPrograms(ctx, [programId]))[0]
  if (!view) throw new Error('the program vanished inside the transaction')
  return view
}

async function viewPrograms(ctx: Ctx<unknown>, ids: readonly string[]): Promise<ProgramView[]> {
  if (ids.length === 0) return []
  const programs = await findPrograms(ctx, ids)
  const workspace = await loadWorkspace(ctx)
  const calendarIds = programs.map((program) => program.calendar_id ?? null)
  const calendars = await loadCalendarSummaries(ctx, [...calendarIds, workspace.calendar_id ?? null])
  const leads = await loadUserSummaries(
    ctx,
    programs.map((program) => program.lead_id),
  )
  const figures = await findProgramFigures(ctx, ids)
  const retired = await retiredKeyCounts(ctx, ids)
  const pinned = await pinnedAmong(ctx, ids)
  const calendarOf = (id: string | null | undefined) => (id && calendars.get(id)) || null
  return programs.map((program) => {
    const figure = figures.get(program.id)
    return {
      program,
      workspace,
      ownCalendar: calendarOf(program.calendar_id),
      inheritedCalendar: calendarOf(workspace.calendar_id),
      lead: (program.lead_id && leads.get(program.lead_id)) || null,
      role: figure?.role ?? null,
      projectCount: figure?.project_count ?? 0,
      memberCount: figure?.member_count ?? 0,
      isSample: program.is_sample || Boolean(figure?.has_sample),
      retiredKeyCount: retired.get(program.id) ?? 0,
      isPinned: pinned.has(program.id),
    }
  })
}
