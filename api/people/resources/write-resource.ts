import { lockCalendarsInUse } from '../../calendars/calendar.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { foldName } from '../../platform/fold-name.ts'
import { newId } from '../../platform/ids.ts'
import { emitRosterChanged } from '../people.events.ts'
import { findProjectsOfResource, insertResource, lockResource, updateResourceColumns } from './resource.queries.ts'
import type { ResourceFields } from './resource.schema.ts'

/** Adds a resource to the catalogue of the workspace; returns its id. */
export async function createResource(ctx: Ctx<unknown>, input: ResourceFields & { name: string }): Promise<string> {
  await checkCalendar(ctx, input.calendar)
  const id = newId()
  await insertResource(ctx, {
    id,
    name: input.name,
    folded_name: foldName(input.name),
    email: input.email ?? '',
    job_role: input.job_role ?? '',
    calendar_id: input.calendar ?? null,
    max_units: input.max_units ?? '1.00',
  })
  return id
}

/** Changes what was sent. Another capacity or calendar is told to the projects that count on the resource. */
export async function updateResource(ctx: Ctx<unknown>, resourceId: string, input: ResourceFields): Promise<string> {
  const stored = await lockResource(ctx, resourceId)
  await checkCalendar(ctx, input.calendar)
  const name = input.name ?? stored.name
  const max_units = input.max_units ?? stored.max_units
  const calendar_id = input.calendar === undefined ? stored.calendar_id : input.calendar
  await updateResourceColumns(ctx, resourceId, {
    name,
    folded_name: foldName(name),
    email: input.email ?? stored.email,
    job_role: input.job_role ?? stored.job_role,
    calendar_id,
    max_units,
  })
  if (max_units !== stored.max_units || calendar_id !== stored.calendar_id) {
    emitRosterChanged(ctx, await findProjectsOfResource(ctx, resourceId), resourceId)
  }
  return resourceId
}

async function checkCalendar(ctx: Ctx<unknown>, calendarId: string | null | undefined): Promise<void> {
  if (!calendarId) return
  const known = await lockCalendarsInUse(ctx, [calendarId])
  refuseUnless(known.has(calendarId), () => fieldError('calendar', 'Object does not exist.'))
}
