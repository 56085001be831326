import { type LoadColumns, type RowRange, sumDailyLoad } from '../../../compute/capacity/daily-load.ts'
import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import {
  countTasksIn,
  findSchedulePeriod,
  loadProjectZone,
  loadTaskSpans,
  type TaskSpanRow,
} from './capacity.queries.ts'
import { type CapacityWindow, lookAround, presentWindow } from './capacity-window.ts'
import { loadPeople, type Person, spanColumns } from './load-people.ts'

interface DayLoad {
  readonly hours: number
  readonly tasks: string[]
  readonly load_pct: number | null
  readonly load_band: 'on-track' | 'at-risk' | 'critical'
  readonly overallocated: boolean
}

/** How much of each day of everybody's time the tasks of a project take. Who is asked for nothing is left out. */
export async function readUtilization(
  ctx: Ctx<ProjectScope>,
  asked: { start?: string | undefined; end?: string | undefined },
): Promise<object> {
  const { projectId } = ctx.scope
  const today = parseCivilDay(ctx.services.clock.today(await loadProjectZone(ctx, projectId))) as number
  const window = lookAround(asked, await findSchedulePeriod(ctx, [projectId]), today)
  const people = await loadPeople(ctx, projectId, window)
  const rows = await loadTaskSpans(ctx, projectId, window)
  const { columns, rangeOf } = spanColumns(rows)
  const worked = new Set<string>()
  const resources = people.flatMap((person) => {
    const range = rangeOf.get(person.row.id)
    const days = range ? loadDays(person, { rows, columns, range, window }) : {}
    for (const { tasks } of Object.values(days)) for (const id of tasks) worked.add(id)
    return Object.keys(days).length > 0 ? [presentPerson(person, days)] : []
  })
  return {
    project_id: projectId,
    window: presentWindow(window),
    resources,
    unassigned_task_count: (await countTasksIn(ctx, projectId, window)) - worked.size,
  }
}

interface Work {
  readonly rows: readonly TaskSpanRow[]
  readonly columns: LoadColumns
  readonly range: RowRange
  readonly window: CapacityWindow
}

/** The days on which a person works on anything, with what it is. */
function loadDays(person: Person, { rows, columns, range, window }: Work): Record<string, DayLoad> {
  const dayCount = window.lastDay - window.firstDay + 1
  const daily = sumDailyLoad(columns, range, { firstDay: window.firstDay, dayCount })
  const tasksOf = new Map<number, string[]>()
  for (let index = range.from; index < range.to; index++) {
    const from = Math.max((columns.firstDay[index] as number) - window.firstDay, 0)
    const to = Math.min((columns.lastDay[index] as number) - window.firstDay, dayCount - 1)
    for (let day = from; day <= to; day++) {
      if (person.working[day] === 0) continue
      const known = tasksOf.get(day)
      const id = (rows[index] as TaskSpanRow).task_id
      if (known) known.push(id)
      else tasksOf.set(day, [id])
    }
  }
  const days = [...tasksOf].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    days.map(([day, tasks]) => [
      formatCivilDay(window.firstDay + day),
      { tasks, ...judge(daily[day] as number, person) },
    ]),
  )
}

/** Whole hundredths are compared, so that exactly full is never too much. Work without capacity always is. */
function judge(hundredths: number, { capacityHundredths, calendar }: Person): Omit<DayLoad, 'tasks'> {
  const isOver = hundredths > capacityHundredths
  const share = capacityHundredths === 0 ? null : (100 * hundredths) / capacityHundredths
  return {
    hours: Math.round(hundredths * calendar.hoursPerDay) / 100,
    load_pct: share === null ? null : Math.round(share * 10) / 10,
    load_band: isOver ? 'critical' : share !== null && share >= 85 ? 'at-risk' : 'on-track',
    overallocated: isOver,
  }
}

function presentPerson({ row, calendar, differsFromProject }: Person, days: Record<string, DayLoad>): object {
  return {
    resource_id: row.id,
    resource_name: row.name,
    max_units: row.max_units,
    hours_per_day: calendar.hoursPerDay,
    calendar_id: calendar.id,
    calendar_differs_from_project: differsFromProject,
    overallocated: Object.values(days).some((day) => day.overallocated),
    days,
  }
}
