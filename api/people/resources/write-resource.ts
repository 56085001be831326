import { lockCalendarsInUse } from '../../calendars/calendar.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { foldName } from '../../platform/fold-name.ts'
import { newId } from '../../platform/ids.ts'
import { emitRosterChanged } from '../people.events.ts'
import { lockResource, projectsOfResource } from './resource.queries.ts'
import type { ResourceFields } from './resource.schema.ts'

/** Adds a resource to the catalogue of the workspace; answers its id. */
export async function createResource(ctx: Ctx<unknown>, input: ResourceFields & { name: string }): Promise<string> {
  await checkCalendar(ctx, input.calendar)
  const id = newId()
  await sql(
    ctx,
    `insert into resources (id, name, folded_name, email, job_role, calendar_id, max_units)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      input.name,
      foldName(input.name),
      input.email ?? '',
      input.job_role ?? '',
      input.calendar ?? null,
      input.max_units ?? '1.00',
    ],
  )
  return id
}

/** Changes what was sent. Another capacity or calendar is told to the projects that count on the resource. */
export async function updateResource(ctx: Ctx<unknown>, resourceId: string, input: ResourceFields): Promise<string> {
  const stored = await lockResource(ctx, resourceId)
  await checkCalendar(ctx, input.calendar)
  const name = input.name ?? stored.name
  const after = {
    maxUnits: input.max_units ?? stored.max_units,
    calendarId: input.calendar === undefined ? stored.calendar_id : input.calendar,
  }
  await sql(
    ctx,
    `update resources set name = $2, folded_name = $3, email = $4, job_role = $5, calendar_id = $6, max_units = $7,
       server_version = server_version + 1 where id = $1`,
    [
      resourceId,
      name,
      foldName(name),
      input.email ?? stored.email,
      input.job_role ?? stored.job_role,
      after.calendarId,
      after.maxUnits,
    ],
  )
  if (after.maxUnits !== stored.max_units || after.calendarId !== stored.calendar_id) {
    emitRosterChanged(ctx, await projectsOfResource(ctx, resourceId), resourceId)
  }
  return resourceId
}

async function checkCalendar(ctx: Ctx<unknown>, calendarId: string | null | undefined): Promise<void> {
  if (!calendarId) return
  const known = await lockCalendarsInUse(ctx, [calendarId])
  refuseUnless(known.has(calendarId), () => fieldError('calendar', 'Object does not exist.'))
}
