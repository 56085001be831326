import type { ImportedPlan, PlanCalendar } from '../../importers/plan/imported-plan.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'

export interface AdoptedCalendars {
  /** Library calendar of each plan calendar key that a task uses. */
  readonly byKey: ReadonlyMap<string, string>
  /** Library calendar of the plan itself; null for plain Monday to Friday. */
  readonly projectCalendarId: string | null
  readonly name: string | null
  readonly isCreated: boolean
  readonly isMatched: boolean
}

const FIVE_DAYS = 31

/**
 * Finds or makes the library calendars that a plan needs. One is reused only when its name and its meaning (week and
 * exceptions) are equal.
 */
export async function adoptCalendars(
  ctx: Ctx<unknown>,
  plan: ImportedPlan,
  planName: string,
): Promise<AdoptedCalendars> {
  const usedKeys = new Set(plan.tasks.flatMap((task) => (task.calendar === null ? [] : [task.calendar])))
  const byKey = new Map<string, string>()
  for (const key of [...usedKeys].sort()) {
    const calendar = plan.calendars[key]
    if (calendar) byKey.set(key, (await adopt(ctx, calendar, calendar.source?.name ?? `${planName}: ${key}`)).id)
  }
  const isPlain = maskOf(plan.calendar) === FIVE_DAYS && plan.calendar.exceptions.length === 0
  if (isPlain) return { byKey, projectCalendarId: null, name: null, isCreated: false, isMatched: false }
  const name = plan.calendar.source?.name ?? defaultCalendarName(plan, planName)
  const adopted = await adopt(ctx, plan.calendar, name)
  return { byKey, projectCalendarId: adopted.id, name, isCreated: adopted.isNew, isMatched: !adopted.isNew }
}

function defaultCalendarName(plan: ImportedPlan, planName: string): string {
  const key = plan.source?.default_calendar
  return (key ? plan.calendars[key]?.source?.name : null) ?? `${planName} calendar`
}

async function adopt(
  ctx: Ctx<unknown>,
  calendar: PlanCalendar,
  wantedName: string,
): Promise<{ id: string; isNew: boolean }> {
  const name = wantedName.slice(0, 255)
  const meaning = calendarMeaning(calendar)
  const known = await sql<{
    id: string
    working_days: number
    exceptions: { from: string; to: string; working: boolean }[]
  }>(
    ctx,
    `select c.id, c.working_days,
       coalesce(json_agg(json_build_object('from', e.exc_start, 'to', e.exc_end, 'working', e.is_working)) filter (where e.id is not null), '[]') as exceptions
     from calendars c left join calendar_exceptions e on e.calendar_id = c.id
     where c.name = $1 and not c.is_deleted group by c.id order by c.id`,
    [name],
  )
  const match = known.find((row) => meaningOf(row.working_days, row.exceptions) === meaning)
  if (match) return { id: match.id, isNew: false }
  const id = newId()
  await sqlOne(ctx, 'insert into calendars (id, name, working_days) values ($1, $2, $3)', [id, name, maskOf(calendar)])
  const { exceptions } = calendar
  await sql(
    ctx,
    `insert into calendar_exceptions (id, calendar_id, exc_start, exc_end, is_working)
     select id, $1, f, t, w from unnest($2::uuid[], $3::date[], $4::date[], $5::boolean[]) as rows(id, f, t, w)`,
    [
      id,
      exceptions.map(() => newId()),
      exceptions.map((e) => e.from),
      exceptions.map((e) => e.to),
      exceptions.map((e) => e.working),
    ],
  )
  return { id, isNew: true }
}

/** Equal for calendars with the same week and the same exceptions. */
export function calendarMeaning(calendar: PlanCalendar): string {
  return meaningOf(maskOf(calendar), calendar.exceptions)
}

function maskOf(calendar: PlanCalendar): number {
  return calendar.working_days.reduce((mask, weekday) => mask | (1 << (weekday - 1)), 0)
}

function meaningOf(mask: number, exceptions: readonly { from: string; to: string; working: boolean }[]): string {
  return `${mask};${exceptions
    .map((e) => `${e.from}/${e.to}/${e.working}`)
    .sort()
    .join(';')}`
}
