import { type CalendarSummary, loadCalendarSummaries } from '../calendars/calendar-days.queries.ts'
import { retiredKeyCounts } from '../keys/key.queries.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { orderBySql, searchSql } from '../platform/http/list-query.ts'
import { type OffsetPage, PROJECT_LIST, pageRequest } from '../platform/http/paging.ts'
import { loadUserSummaries, type UserSummary } from '../projects/members/user-summary.ts'
import { pinnedAmong } from '../projects/pins/pins.ts'
import { loadWorkspace } from '../workspace/load-workspace.ts'
import type { Workspace } from '../workspace/workspace.entity.ts'
import { Program } from './program.entity.ts'

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

interface ListQuery {
  page?: string | undefined
  page_size?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
}

/** The caller's programs by name. */
export async function pagePrograms(ctx: Ctx<unknown>, query: ListQuery): Promise<OffsetPage<ProgramView>> {
  const request = pageRequest(query, PROJECT_LIST)
  const params: unknown[] = [actingAccount(ctx).id]
  const where = searchSql(query.search, ['g.name', 'g.code'], params)
  if (ctx.actor.kind === 'agent') where.push('g.mcp_enabled is not false')
  const from = `from programs g
    join program_members m on m.program_id = g.id and m.account_id = $1 and not m.is_deleted
    where not g.is_deleted ${where.map((condition) => `and ${condition}`).join(' ')}`
  const total = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const rows = await sql<{ id: string }>(
    ctx,
    `select g.id ${from} order by ${orderBySql(query.ordering, { name: 'g.name' }, 'g.name', 'g.id')}
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, request.pageSize, request.offset],
  )
  const results = await viewPrograms(
    ctx,
    rows.map((row) => row.id),
  )
  return { count: total?.count ?? 0, results, request }
}

export async function viewProgram(ctx: Ctx<unknown>, programId: string): Promise<ProgramView> {
  const view = (await viewPrograms(ctx, [programId]))[0]
  if (!view) throw new Error('the program vanished inside the transaction')
  return view
}

async function viewPrograms(ctx: Ctx<unknown>, ids: readonly string[]): Promise<ProgramView[]> {
  if (ids.length === 0) return []
  const programs = await ctx.em.find(Program, { id: { $in: [...ids] } }, { refresh: true })
  programs.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const workspace = await loadWorkspace(ctx)
  const calendarIds = programs.map((program) => program.calendar_id ?? null)
  const calendars = await loadCalendarSummaries(ctx, [...calendarIds, workspace.calendar_id ?? null])
  const leads = await loadUserSummaries(
    ctx,
    programs.map((program) => program.lead_id),
  )
  const counts = await countMembersAndProjects(ctx, ids)
  const retired = await retiredKeyCounts(ctx, ids)
  const pinned = await pinnedAmong(ctx, ids)
  const calendarOf = (id: string | null | undefined) => (id && calendars.get(id)) || null
  return programs.map((program) => {
    const count = counts.get(program.id)
    return {
      program,
      workspace,
      ownCalendar: calendarOf(program.calendar_id),
      inheritedCalendar: calendarOf(workspace.calendar_id),
      lead: (program.lead_id && leads.get(program.lead_id)) || null,
      role: count?.role ?? null,
      projectCount: count?.projects ?? 0,
      memberCount: count?.members ?? 0,
      isSample: program.is_sample || (count?.has_sample ?? false),
      retiredKeyCount: retired.get(program.id) ?? 0,
      isPinned: pinned.has(program.id),
    }
  })
}

interface Counts {
  id: string
  projects: number
  members: number
  role: number | null
  has_sample: boolean
}

async function countMembersAndProjects(ctx: Ctx<unknown>, ids: readonly string[]): Promise<Map<string, Counts>> {
  const viewerId = ctx.actor.kind === 'account' || ctx.actor.kind === 'agent' ? ctx.actor.account.id : null
  const rows = await sql<Counts>(
    ctx,
    `select g.id,
       (select count(*)::int from projects p where p.program_id = g.id and not p.is_deleted) as projects,
       exists (select 1 from projects p where p.program_id = g.id and not p.is_deleted and p.is_sample) as has_sample,
       (select count(*)::int from program_members m where m.program_id = g.id and not m.is_deleted) as members,
       (select m.role from program_members m
        where m.program_id = g.id and m.account_id = $2 and not m.is_deleted) as role
     from programs g where g.id = any($1::uuid[])`,
    [ids, viewerId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
