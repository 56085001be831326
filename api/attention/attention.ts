import { formatCivilDay, isoWeekday, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import {
  type DatedTask,
  findBlocked,
  findLateCritical,
  findOverloaded,
  findTasksOfCaller,
  findUnassigned,
  type Overload,
} from './attention.queries.ts'
import type { AttentionItem, BlockedQuery } from './attention.schema.ts'

const ITEMS_OF_A_TYPE = 3
const APPROACHING_DAYS = 7
const MAX_BLOCKED = 500
const DAY_MS = 86_400_000

const dayOf = (text: string): number => parseCivilDay(text) as number

/** The day it is where the project stands, as a number. */
async function todayOf(ctx: Ctx<ProjectScope>): Promise<number> {
  const { timezone } = await loadProjectFacts(ctx, ctx.scope.projectId)
  return dayOf(ctx.services.clock.today(timezone))
}

/** What somebody should look at in a project, a few of each kind, the gravest kind first. */
export async function listAttention(ctx: Ctx<ProjectScope>): Promise<{ items: AttentionItem[] }> {
  const today = await todayOf(ctx)
  const days = { from: formatCivilDay(today), to: formatCivilDay(today + APPROACHING_DAYS) }
  const late = await findLateCritical(ctx, formatCivilDay(today), ITEMS_OF_A_TYPE)
  const unassigned = await findUnassigned(ctx, days, ITEMS_OF_A_TYPE)
  const overloaded = await findOverloaded(ctx, formatCivilDay(today), ITEMS_OF_A_TYPE)
  return {
    items: [
      ...late.map((task) => lateItem(task, today)),
      ...unassigned.map((task) => unassignedItem(task)),
      ...overloaded.map((one) => overloadedItem(one)),
    ],
  }
}

function lateItem(task: DatedTask, today: number): AttentionItem {
  const days = today - dayOf(task.early_finish as string)
  return {
    severity: 'critical',
    type: 'critical_task_late',
    ...named(task),
    date: task.early_finish,
    detail: `On the critical path and ${days} ${days === 1 ? 'day' : 'days'} past its finish.`,
  }
}

function unassignedItem(task: DatedTask): AttentionItem {
  const detail = 'Begins within a week and nobody is assigned.'
  return { severity: 'warning', type: 'unassigned_approaching', ...named(task), date: task.early_start, detail }
}

function overloadedItem(one: Overload): AttentionItem {
  const [load, available] = [one.load, one.available].map((units) => `${Math.round(units * 100)} %`)
  return {
    severity: 'warning',
    type: 'overallocation',
    task_id: one.task_id,
    task_name: one.task_name,
    assignee_name: one.name,
    date: one.day,
    detail: `Assigned for ${load} at one time in this project, of ${available} that there are.`,
    link_target: null,
  }
}

function named({ id, name, assignee }: DatedTask) {
  return { task_id: id, task_name: name, assignee_name: assignee?.display_name ?? null, link_target: null }
}

/** What the caller is to finish this week, which begins on Monday. */
export async function listMyTasks(ctx: Ctx<ProjectScope>) {
  const { projectId, code } = ctx.scope
  const today = await todayOf(ctx)
  const monday = today - isoWeekday(today) + 1
  const week = { from: formatCivilDay(monday), to: formatCivilDay(monday + 6) }
  const rows = await findTasksOfCaller(ctx, week)
  const tasks = rows.map(({ number, ...row }) => ({ ...row, short_id: `${code}-T-${number}` }))
  return { project_id: projectId, week_start: week.from, week_finish: week.to, count: tasks.length, tasks }
}

/** What is flagged as blocked, the longest first. */
export async function listBlocked(ctx: Ctx<ProjectScope>, query: BlockedQuery) {
  const nowMs = ctx.services.clock.now().getTime()
  const { min_age_days: days, blocker_type: type } = query
  const since = days === undefined ? null : new Date(nowMs - days * DAY_MS)
  const found = await findBlocked(ctx, { blockerType: type ?? null, since, limit: MAX_BLOCKED + 1 })
  const rows = found.slice(0, MAX_BLOCKED)
  const { projectId, code } = ctx.scope
  const blocked = rows.map(({ number, blocking_id, blocking_name, blocking_number, ...row }) => ({
    ...row,
    short_id: `${code}-T-${number}`,
    blocking_task:
      blocking_id === null || blocking_name === null
        ? null
        : { id: blocking_id, name: blocking_name, short_id: `${code}-T-${blocking_number}` },
    blocked_since: instantText(row.blocked_since),
    blocked_age_seconds: ageSeconds(row.blocked_since, nowMs),
  }))
  return { project_id: projectId, count: rows.length, blocked, truncated: found.length > MAX_BLOCKED }
}

function ageSeconds(since: string | null, nowMs: number): number | null {
  return since === null ? null : Math.max(0, Math.floor((nowMs - Date.parse(since)) / 1_000))
}
