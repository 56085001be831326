import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { loadCalendarLayers } from '../../calendars/calendar-days.queries.ts'
import { type CalendarLayer, composeCalendars } from '../../calendars/compose-calendars.ts'
import { composeProjectLayers } from '../../calendars/project-calendar.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import type { MissingSkill } from '../skills/skill-fit.ts'
import type { AssignmentRow, FittedAssignment } from './assignment.queries.ts'
import { findOverload, type Load } from './find-overload.ts'

export interface AssignmentWarning {
  readonly code: 'resource_overallocated' | 'skill_mismatch'
  readonly detail: string
  readonly [fact: string]: unknown
}

/** Skills named in the sentence; the list beside it holds all. */
const NAMED_SKILLS = 3

/** What a person should know of an assignment that was written. Nothing here stands in its way. */
export async function warnOfAssignment(
  ctx: Ctx<unknown>,
  { row, fit }: FittedAssignment,
): Promise<AssignmentWarning[]> {
  return [...(await warnOfLoad(ctx, row)), ...warnOfSkills(row, fit.missing)]
}

async function warnOfLoad(ctx: Ctx<unknown>, row: AssignmentRow): Promise<AssignmentWarning[]> {
  const facts = await sqlOne<{ capacity: number; calendar_id: string | null }>(
    ctx,
    `select coalesce(pr.units_override, r.max_units)::float8 as capacity, r.calendar_id from resources r
     left join project_resources pr on pr.resource_id = r.id and pr.project_id = $2 where r.id = $1`,
    [row.resource_id, row.project_id],
  )
  const capacity = facts?.capacity ?? 1
  const calendar = await calendarOf(ctx, row.project_id, facts?.calendar_id ?? null)
  const overload = findOverload(await loadsOf(ctx, row), row.task_id, capacity, calendar)
  if (overload === null) return []
  const date = overload.day === null ? null : formatCivilDay(overload.day)
  const share = `${percent(overload.load)} allocated with ${percent(capacity)} available`
  return [
    {
      code: 'resource_overallocated',
      detail: `${row.resource_name} is ${share} ${date === null ? 'over the open tasks without dates' : `on ${date}`}.`,
      resource_id: row.resource_id,
      resource_name: row.resource_name,
      date,
      load: overload.load.toFixed(2),
      capacity: capacity.toFixed(2),
    },
  ]
}

function percent(units: number): string {
  return `${Math.round(units * 100)}%`
}

async function calendarOf(ctx: Ctx<unknown>, projectId: string, ownId: string | null): Promise<CalendarLayer> {
  const own = ownId === null ? undefined : (await loadCalendarLayers(ctx, [ownId])).get(ownId)
  if (own) return composeCalendars([own])
  return (await composeProjectLayers(ctx, [projectId])).get(projectId) ?? composeCalendars([])
}

/** Open work of the resource in the project. */
function loadsOf(ctx: Ctx<unknown>, row: AssignmentRow): Promise<Load[]> {
  return sql<Load>(
    ctx,
    `select a.task_id as "taskId", a.units::float8 as units, coalesce(s.scheduled_start, s.early_start) as start,
       s.early_finish as finish
     from task_resources a
     join tasks t on t.id = a.task_id and not t.is_deleted and t.status not in ('BACKLOG', 'COMPLETE')
       and t.type <> 'epic' and not t.is_recurring
     left join task_schedules s on s.task_id = t.id
     where a.resource_id = $1 and a.project_id = $2`,
    [row.resource_id, row.project_id],
  )
}

function warnOfSkills(row: AssignmentRow, missing: readonly MissingSkill[]): AssignmentWarning[] {
  if (missing.length === 0) return []
  const named = missing.slice(0, NAMED_SKILLS).map((skill) => skill.skill_name)
  const rest = missing.length > named.length ? ` and ${missing.length - named.length} more` : ''
  return [
    {
      code: 'skill_mismatch',
      detail: `${row.resource_name} lacks skills that the task asks for: ${named.join(', ')}${rest}.`,
      missing_skills: missing,
    },
  ]
}
