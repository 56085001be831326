import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProgramScope } from '../access/program-scope.ts'
import { calendarChanged } from '../calendars/calendar-changed.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProgramRow, touchProgram } from '../programs/lock-program-row.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { tasksRestructured } from '../tasks/task.events.ts'
import { noAnchorRecorded } from './sample.errors.ts'
import { findSample, type Sample } from './sample-file.ts'
import { loadSampleProjects, ownCalendars } from './sample-program.ts'

const DAYS_PER_WEEK = 7

/** Moves every stored date of a sample by the whole weeks that have passed since it was loaded or last moved. */
export async function shiftSample(ctx: Ctx<ProgramScope>): Promise<{ shifted: boolean; days?: number }> {
  const program = await lockProgramRow(ctx, ctx.scope.programId)
  const projectIds = await loadSampleProjects(ctx, program.id)
  const anchor = program.sample_anchor
  refuseUnless(anchor, noAnchorRecorded)
  const ageDays = dayOf(ctx.services.clock.today()) - dayOf(anchor)
  if (Math.abs(ageDays) < DAYS_PER_WEEK) return { shifted: false }
  const days = Math.floor(ageDays / DAYS_PER_WEEK) * DAYS_PER_WEEK
  program.sample_anchor = formatCivilDay(dayOf(anchor) + days)
  if (program.target_date) program.target_date = formatCivilDay(dayOf(program.target_date) + days)
  touchProgram(ctx, program)
  await ctx.em.flush()
  for (const id of projectIds) await shiftProject(ctx, id, days)
  const sample = findSample(program.sample_key ?? '')
  if (sample) await shiftCalendars(ctx, sample, await ownCalendars(ctx, program.id, projectIds), days)
  return { shifted: true, days }
}

async function shiftProject(ctx: Ctx<unknown>, projectId: string, days: number): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  await sql(
    ctx,
    `update projects set start_date = start_date + $2::int, status_date = status_date + $2::int, sync_seq = $3,
       server_version = server_version + 1, updated_at = now() where id = $1`,
    [projectId, days, syncSeq],
  )
  await sql(
    ctx,
    `update tasks set planned_start = planned_start + $2::int, actual_start = actual_start + $2::int,
       actual_finish = actual_finish + $2::int, constraint_date = constraint_date + $2::int,
       deadline = deadline + $2::int, sync_seq = $3, server_version = server_version + 1
     where project_id = $1 and not is_deleted and coalesce(planned_start, actual_start, actual_finish, constraint_date, deadline) is not null`,
    [projectId, days, syncSeq],
  )
  await shiftForecasts(ctx, projectId, days)
  emit(ctx, tasksRestructured, { projectId, payload: {} })
  requestRecompute(ctx, projectId)
}

async function shiftForecasts(ctx: Ctx<unknown>, projectId: string, days: number): Promise<void> {
  await sql(
    ctx,
    `update monte_carlo_runs set p50 = p50 + $2::int, p80 = p80 + $2::int, p95 = p95 + $2::int,
       cpm_finish = cpm_finish + $2::int, status_date = status_date + $2::int,
       distribution = (select array_agg(d.day + $2::int order by d.place)
                       from unnest(distribution) with ordinality d(day, place)),
       detail = jsonb_set(detail::jsonb, '{histogram}', coalesce(
         (select jsonb_agg(jsonb_set(b.bucket, '{date}', to_jsonb(((b.bucket->>'date')::date + $2::int)::text)) order by b.place)
          from jsonb_array_elements(detail::jsonb->'histogram') with ordinality b(bucket, place)), '[]'))
     where project_id = $1`,
    [projectId, days],
  )
}

/** Closures move with the plan: they were written as so many days from its anchor. Holidays stay where they are. */
async function shiftCalendars(
  ctx: Ctx<unknown>,
  sample: Sample,
  own: readonly { id: string; name: string }[],
  days: number,
): Promise<void> {
  const calendars = sample.document.calendars ?? []
  for (const { id, name } of own) {
    const closures = calendars
      .filter((calendar) => calendar.name === name)
      .flatMap((calendar) => calendar.exceptions ?? [])
      .filter((exception) => exception.exc_start.startsWith('A'))
      .map((exception) => exception.description ?? '')
    if (closures.length === 0) continue
    await sql(
      ctx,
      `update calendar_exceptions set exc_start = exc_start + $2::int, exc_end = exc_end + $2::int
       where calendar_id = $1 and description = any($3::text[])`,
      [id, days, closures],
    )
    await sql(ctx, 'update calendars set server_version = server_version + 1 where id = $1', [id])
    await calendarChanged(ctx, id)
  }
}

function dayOf(date: string): number {
  const day = parseCivilDay(date)
  if (day === null) throw new Error(`a stored date reads ${date}`)
  return day
}
