import type { z } from 'zod'
import { formatCivilDay, parseCivilDay } from '../../compute/calendar/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldError, Refusal, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProjectRow, touchProject } from '../projects/lock-project-row.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { Calendar } from './calendar.entity.ts'
import { emitCalendarChanged } from './calendar.events.ts'
import { type CalendarView, presentCalendar } from './calendar.present.ts'
import { calendarChains, holdCalendars } from './calendar.queries.ts'
import type { applyBody } from './calendar.schema.ts'
import { composeCalendars, isWorkingDay } from './compose-calendars.ts'
import { viewCalendars } from './page-calendars.ts'

interface Layer {
  layerId: string | null
  role: string
  position: number
  view: CalendarView
}

export interface AppliedCalendars {
  base: CalendarView | null
  overlays: Layer[]
  applied: Layer[]
}

/** The layers of a project in order. `base` is its own or the inherited calendar; null means Monday to Friday. */
export async function readAppliedCalendars(ctx: Ctx<ProjectScope>): Promise<AppliedCalendars> {
  const { projectId } = ctx.scope
  const chain = (await calendarChains(ctx, [projectId])).get(projectId)
  const rows = await sql<{ layer_id: string; role: string; position: number; calendar_id: string }>(
    ctx,
    'select layer_id, role, position, calendar_id from project_calendar_overlays where project_id = $1 order by position',
    [projectId],
  )
  const ids = [...rows.map((row) => row.calendar_id), ...(chain?.baseId ? [chain.baseId] : [])]
  const views = await viewCalendars(ctx, await ctx.em.find(Calendar, { id: { $in: ids } }))
  const viewOf = new Map(views.map((view) => [view.calendar.id, view]))
  const overlays = rows.flatMap((row): Layer[] => {
    const view = viewOf.get(row.calendar_id)
    return view ? [{ layerId: row.layer_id, role: row.role, position: row.position, view }] : []
  })
  const base = (chain?.baseId && viewOf.get(chain.baseId)) || null
  const baseLayer = base ? [{ layerId: null, role: 'project', position: 0, view: base }] : []
  return { base, overlays, applied: [...baseLayer, ...overlays] }
}

/** Replaces the overlays, and the base when one is named, at once. */
export async function applyCalendars(
  ctx: Ctx<ProjectScope>,
  input: z.output<typeof applyBody>,
): Promise<AppliedCalendars> {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId)
  const { project } = locked
  const baseId = input.base_calendar_id === undefined ? project.calendar_id : input.base_calendar_id
  const overlayIds = input.overlays.map((overlay) => overlay.calendar_id)
  const held = await holdCalendars(ctx, [...overlayIds, ...(baseId ? [baseId] : [])])
  const isUnknown = (id: string) => !held.has(id)
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
  await replaceOverlays(ctx, input.overlays)
  emitCalendarChanged(ctx, project.id)
  requestRecompute(ctx, project.id)
  return readAppliedCalendars(ctx)
}

async function replaceOverlays(
  ctx: Ctx<ProjectScope>,
  overlays: z.output<typeof applyBody>['overlays'],
): Promise<void> {
  const { projectId } = ctx.scope
  await sql(ctx, 'delete from project_calendar_overlays where project_id = $1', [projectId])
  await sql(
    ctx,
    `insert into project_calendar_overlays (project_id, position, layer_id, calendar_id, role)
     select $1, n, layer, calendar, role
     from unnest($2::uuid[], $3::uuid[], $4::text[]) with ordinality as added(layer, calendar, role, n)`,
    [
      projectId,
      overlays.map(() => newId()),
      overlays.map((overlay) => overlay.calendar_id),
      overlays.map((overlay) => overlay.role ?? 'holidays'),
    ],
  )
}

export function presentApplied({ base, overlays, applied }: AppliedCalendars): object {
  return {
    base: base && presentCalendar(base),
    overlays: overlays.map(presentLayer),
    applied: applied.map(presentLayer),
  }
}

function presentLayer(layer: Layer): object {
  return {
    layer_id: layer.layerId,
    role: layer.role,
    sort_order: layer.position,
    calendar: presentCalendar(layer.view),
  }
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
  const layers = applied.map((layer) => ({ ...layer, days: composeCalendars([toLayer(layer.view)]) }))
  const system = composeCalendars([])
  const days: object[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const sources = layers.filter((layer) => !isWorkingDay(layer.days, day))
    days.push({
      date: formatCivilDay(day),
      working: sources.length === 0 && (base !== null || isWorkingDay(system, day)),
      sources: sources.map(({ role, view }) => ({ role, calendar_id: view.calendar.id, name: view.calendar.name })),
    })
  }
  return { ...query, days }
}

function toLayer({ calendar, exceptions }: CalendarView) {
  const ranges = exceptions.map((exception) => ({
    fromDay: parseCivilDay(exception.exc_start) as number,
    toDay: parseCivilDay(exception.exc_end) as number,
    isWorking: exception.is_working,
  }))
  return { workingDays: calendar.working_days, ranges }
}
