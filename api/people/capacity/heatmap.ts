import { weekPercent } from '../../../compute/capacity/daily-load.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { mondayOf, weekName } from '../../../compute/plan/iso-week.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { findSchedulePeriod, loadProjectZone } from './capacity.queries.ts'
import { datedPeriod, readDay } from './capacity-window.ts'
import { loadWeeks, type PersonWeeks } from './weekly-load.ts'

const WEEK_COUNTS = [4, 8, 12, 16]
export const DEFAULT_WEEKS = 8

/** One of these stands for somebody wherever they are shown; told apart also by who sees few colours. */
const PALETTE = [
  '#4E79A7',
  '#F28E2B',
  '#E15759',
  '#76B7B2',
  '#59A14F',
  '#EDC948',
  '#B07AA1',
  '#FF9DA7',
  '#9C755F',
  '#6B6ECF',
  '#8CA252',
  '#7B848C',
] as const

/** How much of each week's time the tasks of a project take of everybody on the roster or assigned. */
export async function readHeatmap(
  ctx: Ctx<ProjectScope>,
  query: { weeks?: string | undefined; start?: string | undefined; group_by?: 'none' | 'role' | 'project' | undefined },
): Promise<object> {
  const weekCount = query.weeks === undefined ? DEFAULT_WEEKS : Number(query.weeks)
  refuseUnless(WEEK_COUNTS.includes(weekCount), () => new Refusal(400, 'weeks must be 4, 8, 12 or 16.'))
  const start = readDay('start', query.start)
  const monday = start === undefined ? await currentMonday(ctx) : mondayOf(start)
  datedPeriod(await findSchedulePeriod(ctx, [ctx.scope.projectId]))
  const people = await loadWeeks(ctx, monday, weekCount)
  if (query.group_by === 'project') tellDeprecation(ctx)
  const groupBy = query.group_by === 'role' ? 'role' : 'none'
  return {
    weeks: Array.from({ length: weekCount }, (_, week) => weekName(monday + week * 7)),
    resources: (groupBy === 'role' ? byRole(people) : people).map(presentRow),
    group_by: groupBy,
  }
}

/** 2026-11-26, as RFC 9745 writes it. */
const DEPRECATED_SINCE = '@1795651200'

/** Served as none for as long as it is served; what to send in its place is one link away. */
function tellDeprecation(ctx: Ctx<ProjectScope>): void {
  ctx.replyHeaders.set('Deprecation', DEPRECATED_SINCE)
  ctx.replyHeaders.set('Link', '<?group_by=none>; rel="alternate"')
}

export async function currentMonday(ctx: Ctx<ProjectScope>): Promise<number> {
  const today = ctx.services.clock.today(await loadProjectZone(ctx, ctx.scope.projectId))
  return mondayOf(parseCivilDay(today) as number)
}

/** By job role whatever its case; within one they stay by name. */
function byRole(people: readonly PersonWeeks[]): PersonWeeks[] {
  const roleOf = ({ person }: PersonWeeks) => person.row.job_role.toLowerCase()
  return [...people].sort((a, b) => (roleOf(a) < roleOf(b) ? -1 : roleOf(a) > roleOf(b) ? 1 : 0))
}

function presentRow({ person: { row, differsFromProject }, weeks }: PersonWeeks): object {
  return {
    id: row.id,
    name: row.name,
    initials: initialsOf(row.name),
    job_role: row.job_role,
    color: colorOf(row.id),
    calendar_differs_from_project: differsFromProject,
    util: weeks.map(weekPercent),
  }
}

/** First and last word, or the first two letters of a name of one. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters =
    words.length > 1 ? [[...(words[0] ?? '')][0], [...(words.at(-1) ?? '')][0]] : [...name.trim()].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** The last digits of an id are random, also of ids that begin with the time. */
function colorOf(id: string): string {
  return PALETTE[Number.parseInt(id.slice(-6), 16) % PALETTE.length] as string
}
