import type { ProjectScope } from '../../access/project-scope.ts'
import { loadBaseCalendar } from '../../calendars/base-calendar.queries.ts'
import type { CalendarLayer } from '../../calendars/compose-calendars.ts'
import type { Ctx } from '../../platform/context.ts'
import { dayOf, loadProjectDays, workingDaysBetween } from '../sprint-days.ts'
import { loadSprintAssignments } from './capacity.queries.ts'

interface Dated {
  readonly id: string
  readonly start_date: string
  readonly finish_date: string
}

type Assignment = Awaited<ReturnType<typeof loadSprintAssignments>>[number]

export interface MemberCapacity {
  readonly member_id: string
  readonly member_name: string
  readonly initials: string
  readonly committed_hours: number
  readonly available_hours: number
  readonly ratio: number
  readonly is_over: boolean
}

export interface SprintCapacity {
  readonly members: readonly MemberCapacity[]
  readonly totals: {
    readonly committed_hours: number
    readonly available_hours: number
    readonly ratio: number
    readonly buffer_hours: number
    readonly label: 'on_track' | 'at_risk' | 'over_capacity'
    /** Nobody records time off yet. */
    readonly pto_days: 0
  }
  readonly working_days: number
  readonly hours_per_day: number
}

/** The hours that the tasks of a sprint ask of everyone assigned to them, beside the hours they have. */
export async function readCapacity(ctx: Ctx<ProjectScope>, sprint: Dated): Promise<SprintCapacity> {
  const { projectId } = ctx.scope
  const days = await loadProjectDays(ctx, projectId)
  const { hoursPerDay: hours_per_day } = await loadBaseCalendar(ctx, projectId)
  const working_days = workingDaysBetween(days, dayOf(sprint.start_date), dayOf(sprint.finish_date))
  const rows = working_days === 0 ? [] : await loadSprintAssignments(ctx, sprint.id)
  const members = [...Map.groupBy(rows, (row) => row.resource_id).values()].map((own) =>
    member(own, {
      available: (own[0] as Assignment).capacity_units * working_days * hours_per_day,
      committed: own.reduce((sum, row) => sum + row.units * overlap(days, row, sprint) * hours_per_day, 0),
    }),
  )
  return { members, totals: totals(members), working_days, hours_per_day }
}

/** Working days that a task has in the sprint; where it has no dates, those of the sprint. */
function overlap(days: CalendarLayer, task: Assignment, sprint: Dated): number {
  const first = Math.max(dayOf(task.start ?? sprint.start_date), dayOf(sprint.start_date))
  const last = Math.min(dayOf(task.finish ?? sprint.finish_date), dayOf(sprint.finish_date))
  return workingDaysBetween(days, first, last)
}

function member(own: readonly Assignment[], hours: { available: number; committed: number }): MemberCapacity {
  const { resource_id, name } = own[0] as Assignment
  return {
    member_id: resource_id,
    member_name: name,
    initials: initialsOf(name),
    committed_hours: rounded(hours.committed, 2),
    available_hours: rounded(hours.available, 2),
    ratio: share(hours),
    is_over: hours.committed > hours.available,
  }
}

function totals(members: readonly MemberCapacity[]): SprintCapacity['totals'] {
  const committed = members.reduce((sum, each) => sum + each.committed_hours, 0)
  const available = members.reduce((sum, each) => sum + each.available_hours, 0)
  const ratio = share({ committed, available })
  return {
    committed_hours: rounded(committed, 2),
    available_hours: rounded(available, 2),
    ratio,
    buffer_hours: rounded(available - committed, 2),
    label: committed > available ? 'over_capacity' : ratio >= 0.9 ? 'at_risk' : 'on_track',
    pto_days: 0,
  }
}

/** Of the hours there are; who has none and is asked for some is asked for too many. */
function share({ committed, available }: { committed: number; available: number }): number {
  if (available > 0) return rounded(committed / available, 4)
  return committed > 0 ? 9999 : 0
}

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word as string)][0]?.toUpperCase() ?? '').join('')
}

/** Who is asked for more than they have, and what the sprint could hold if they were the measure. */
export function capacityWarnings({ members }: SprintCapacity, committedPoints: number) {
  return members
    .filter((each) => each.is_over)
    .map(({ member_id, member_name, committed_hours, available_hours }) => ({
      type: 'over_capacity' as const,
      member_id,
      member_name,
      committed_hours,
      available_hours,
      suggested_commitment_points: Math.round((committedPoints * available_hours) / committed_hours),
    }))
}
