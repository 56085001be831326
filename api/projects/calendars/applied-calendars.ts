import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { emitCalendarChanged } from '../../calendars/calendar.events.ts'
import { type FullCalendar, findCalendars, lockCalendarsInUse } from '../../calendars/calendar.queries.ts'
import { rangeOf } from '../../calendars/calendar-days.queries.ts'
import { calendarChains, overlaysOfProject, replaceOverlays } from '../../calendars/calendar-use.queries.ts'
import { type CalendarLayer, composeCalendars, isWorkingDay } from '../../calendars/compose-calendars.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { lockProjectRow, touchProject } from '../lock-project-row.ts'
import type { ApplyInput } from './applied-calendar.schema.ts'

interface Layer {
  /** Null for the base. */
  readonly layer_id: string | null
  readonly role: string
  readonly sort_order: number
  readonly calendar: FullCalendar
}

interface AppliedCalendars {
  readonly base: FullCalendar | null
  readonly overlays: readonly Layer[]
  readonly applied: readonly Layer[]
}

/** The layers of a project in order. `base` is its own or the inherited calendar; null means Monday to Friday. */
export async function readAppliedCalendars(ctx: Ctx<ProjectScope>): Promise<AppliedCalendars> {
  const { projectId } = ctx.scope
  const baseId = (await calendarChains(ctx, [projectId])).get(projectId)?.baseId ?? null
  const rows = await overlaysOfProject(ctx, projectId)
  const calendars = await findCalendars(ctx, [...rows.map((row) => row.calendar_id), ...(baseId ? [baseId] : [])])
  const overlays = rows.flatMap(({ layer_id, role, position, calendar_id }): Layer[] => {
    const calendar = calendars.get(calendar_id)
    return calendar ? [{ layer_id, role, sort_order: position, calendar }] : []
  })
  const base = (baseId && calendars.get(baseId)) || null
  const baseLayer = base ? [{ layer_id: null, role: 'project', sort_order: 0, calendar: base }] : []
  return { base, overlays, applied: [...baseLayer, ...overlays] }
}

/** Replaces the overlays, and the base when one is named, at once. */
export async function applyCalendars(ctx: Ctx<ProjectScope>, input: ApplyInput): Promise<AppliedCalendars> {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId)
  const { project } = locked
  const baseId = input.base_calendar_id === undefined ? project.calendar_id : input.base_calendar_id
  const overlayIds = input.overlays.map((overlay) => overlay.calendar_id)
  const inUse = await lockCalendarsInUse(ctx, [...overlayIds, ...(baseId ? [baseId] : [])])
  const isUnknown = (id: string) => !inUse.has(id)
  refuseUnless(
    !overlayIds.some(isUnknown) && !(input.base_calendar_id && isUnknown(input.base_calendar_id)),
    () => new Refusal(400, 'A calendar does not exist.'),
  )
  refuseUnless(new Set([...overlayIds, baseId]).size === overlayIds.length + 1, () =>
    fieldError('overlays', 'Each calendar can be applied only once.'),
  )
  project.calendar_id = baseId ?? null
  touchProject(ctx, locked)
  await ctx.em.flush()
  const overlays = input.overlays.map(({ calendar_id, role = 'holidays' }) => ({
    layer_id: newId(),
    calendar_id,
    role,
  }))
  await replaceOverlays(ctx, project.id, overlays)
  emitCalendarChanged(ctx, project.id)
  requestRecompute(ctx, project.id)
  return readAppliedCalendars(ctx)
}

const PREVIEW_DAYS = 366

/** Each day of a range: whether it works, and which calendars say that it does not. */
export async function previewCalendars(
  ctx: Ctx<ProjectScope>,
  query: { start: string; end: string },
): Promise<{ start: string; end: string; days: object[] }> {
  const firstDay = parseCivilDay(query.start) as number
  const lastDay = parseCivilDay(query.end) as number
  refuseUnless(lastDay >= firstDay, () => fieldError('end', 'The end must not be before the start.'))
  refuseUnless(lastDay - firstDay < PREVIEW_DAYS, () => fieldError('end', `At most ${PREVIEW_DAYS} days.`))
  const { base, applied } = await readAppliedCalendars(ctx)
  const layers = applied.map((layer) => ({ ...layer, days: composeCalendars([toLayer(layer.calendar)]) }))
  const system = composeCalendars([])
  const days: object[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const sources = layers.filter((layer) => !isWorkingDay(layer.days, day))
    days.push({
      date: formatCivilDay(day),
      working: sources.length === 0 && (base !== null || isWorkingDay(system, day)),
      sources: sources.map(({ role, calendar }) => ({ role, calendar_id: calendar.id, name: calendar.name })),
    })
  }
  return { ...query, days }
}

function toLayer({ working_days, exceptions }: FullCalendar): CalendarLayer {
  return { workingDays: working_days, ranges: exceptions.map(rangeOf) }
}
