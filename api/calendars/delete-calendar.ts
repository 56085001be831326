import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { calendarInUse } from './calendar.errors.ts'
import { lockCalendar } from './calendar.queries.ts'

/** Soft-deletes a calendar that nothing refers to. */
export async function deleteCalendar(ctx: Ctx<unknown>, calendarId: string): Promise<void> {
  const calendar = await lockCalendar(ctx, calendarId)
  const references = await referencesTo(ctx, calendarId)
  if (references.length > 0) throw calendarInUse(references)
  calendar.is_deleted = true
  calendar.server_version += 1
  await ctx.em.flush()
}

export interface CalendarReference {
  type: string
  id: string
  name: string
  isVisible: boolean
}

/** Everything live that points at the calendar; layers and tasks stand for their project. Sorted by type, then id. */
async function referencesTo(ctx: Ctx<unknown>, calendarId: string): Promise<CalendarReference[]> {
  return sql<CalendarReference>(
    ctx,
    `select 'program' as type, g.id::text as id, g.name, m.id is not null as "isVisible"
     from programs g left join program_members m on m.program_id = g.id and m.account_id = $2 and not m.is_deleted
     where g.calendar_id = $1 and not g.is_deleted
     union all
     select 'project', p.id::text, p.name, m.id is not null
     from projects p left join project_members m on m.project_id = p.id and m.account_id = $2 and not m.is_deleted
     where not p.is_deleted and (p.calendar_id = $1
       or p.id in (select o.project_id from project_calendar_overlays o where o.calendar_id = $1)
       or p.id in (select t.project_id from tasks t where t.calendar_id = $1 and not t.is_deleted))
     union all
     select 'resource', r.id::text, r.name, true from resources r where r.calendar_id = $1 and not r.is_deleted
     union all
     select 'workspace', w.id::text, w.name, true from workspace w where w.calendar_id = $1
     order by type, id`,
    [calendarId, actingAccount(ctx).id],
  )
}
