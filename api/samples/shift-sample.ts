import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProgramScope } from '../access/program-scope.ts'
import { calendarChanged } from '../calendars/calendar-changed.ts'
import type { Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProgramRow, touchProgram } from '../programs/lock-program-row.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { tasksRestructured } from '../tasks/task.events.ts'
import { noAnchorRecorded } from './sample.errors.ts'
import { findOwnCalendars } from './sample.queries.ts'
import { findSample, type Sample } from './sample-file.ts'
import { loadSampleProjects } from './sample-program.ts'
import { shiftBaselines, shiftClosures, shiftForecasts, shiftPlan } from './shift.queries.ts'

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
  if (sample) await shiftCalendars(ctx, sample, await findOwnCalendars(ctx, program.id, projectIds), days)
  return { shifted: true, days }
}

async function shiftProject(ctx: Ctx<unknown>, projectId: string, days: number): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  await shiftPlan(ctx, { projectId, days }, syncSeq)
  await shiftForecasts(ctx, { projectId, days })
  await shiftBaselines(ctx, { projectId, days })
  emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
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
    await shiftClosures(ctx, id, closures, days)
    await calendarChanged(ctx, id)
  }
}

function dayOf(date: string): number {
  const day = parseCivilDay(date)
  if (day === null) throw new Error(`a stored date reads ${date}`)
  return day
}
