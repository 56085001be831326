import { setImmediate } from 'node:timers/promises'
import { composeProjectCalendars, loadCalendars, type ScheduleCalendar } from '../calendars/project-calendar.ts'
import { civilDay } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { uuidText } from '../platform/db/uuid-index.ts'
import { graphFromRows, type PassFacts, shapeOfRows } from './graph-from-rows.ts'
import { type LeftOutRow, leaveOutFaulty, leaveOutRows } from './leave-out.ts'
import type { LoadedSchedule } from './loaded-schedule.ts'
import { findPassProjects, type PassProject } from './pass-project.queries.ts'
import { isRankDecisive } from './rank-tasks.ts'
import { findEdits } from './resident/find-edits.ts'
import { type CurrentRows, currentRows, keepPlan } from './resident/resident-plan.ts'
import { readTeamPace, type TeamPace } from './schedule.hooks.ts'
import { loadScheduleRows } from './schedule.queries.ts'
import { ROW_FLAG, type ScheduleRows } from './schedule-rows.ts'

export interface LoadOptions {
  /** Estimates in the place of what the last pass stored, for everything but a pass. */
  readonly withEstimates?: boolean
  /** Takes for today the day of the last pass, which is what the stored dates were computed on. */
  readonly asStored?: boolean
  /** No data date, however many projects there are. */
  readonly asProgram?: boolean
}

/** Lays the projects' rows and calendars out for the engine: those kept in memory, where they are still true. */
export async function loadSchedule(
  ctx: Ctx<unknown>,
  projects: readonly PassProject[],
  options: LoadOptions = {},
): Promise<LoadedSchedule> {
  const projectIds = projects.map((project) => project.id)
  const [projectId] = projectIds
  const kind =
    projectIds.length === 1 && projectId ? { projectId, withEstimates: options.withEstimates ?? false } : null
  const current = kind && (await currentRows(ctx, kind))
  const readAtMs = current?.kept.readAtMs ?? performance.now()
  const { rows, state } = current ?? (await loadScheduleRows(ctx, projectIds, options))
  const facts: Unnumbered = {
    projects,
    projectCalendars: await composeProjectCalendars(ctx, projectIds),
    taskCalendars: await loadTaskCalendars(ctx, rows),
    statusDate: statusDateOf(ctx, projects, options),
    pace: kind && (await loadPace(ctx, kind.projectId, rows)),
  }
  const laid = { projects, rows, state, readAtMs, factsKey: keyOfFacts(facts), statusDate: facts.statusDate }
  const whole = current
    ? await layOutAgain(laid, facts, current)
    : { ...laid, ...(await layOut(rows, facts)), step: null }
  const { input, leftOut } = leaveOutFaulty(rows, whole.facts, whole.input)
  if (leftOut.length > 0) return { ...whole, input, leftOut, step: null }
  const loaded = { ...whole, leftOut }
  if (kind) keepPlan(ctx, kind, { ...loaded, step: null })
  return loaded
}

/** The same without more rows that turned out not to be computable. It is not kept: the next load looks at all rows again. */
export function loadedWithout(loaded: LoadedSchedule, more: readonly LeftOutRow[]): LoadedSchedule {
  const repaired = leaveOutRows(loaded.rows, loaded.facts, [...loaded.leftOut, ...more])
  return { ...loaded, ...repaired, step: null }
}

type Unnumbered = Omit<PassFacts, 'numbers'>
type LaidOut = Pick<LoadedSchedule, 'facts' | 'input'>

/** In two turns of the event loop, so that other requests wait for half of it at most. */
async function layOut(rows: ScheduleRows, unnumbered: Unnumbered): Promise<LaidOut> {
  const shape = shapeOfRows(rows)
  const facts = { ...unnumbered, numbers: isRankDecisive(rows, shape) ? rows.numbers : null }
  await setImmediate()
  return { facts, input: graphFromRows(rows, facts, shape) }
}

/** What has not changed is shared with the plan before. */
async function layOutAgain(
  laid: Omit<LoadedSchedule, 'facts' | 'input' | 'step' | 'leftOut'>,
  unnumbered: Unnumbered,
  { kept, rows, hasSameShape, changedRows }: CurrentRows,
): Promise<Omit<LoadedSchedule, 'leftOut'>> {
  const hasSameFacts = laid.factsKey === kept.factsKey
  const keptFacts = { ...unnumbered, numbers: kept.facts.numbers }
  if (hasSameFacts && rows === kept.rows)
    return { ...laid, facts: keptFacts, input: kept.input, step: { from: kept.input.columns, edits: [] } }
  if (!hasSameShape) return { ...laid, ...(await layOut(rows, unnumbered)), step: null }
  const input = graphFromRows(rows, keptFacts, kept.input)
  const changedTasks = changedRows.map((row) => input.taskOfRow[row] as number).filter((task) => task !== -1)
  const edits = hasSameFacts ? findEdits(kept.input.columns, input.columns, changedTasks) : null
  return { ...laid, facts: keptFacts, input, step: edits && { from: kept.input.columns, edits } }
}

/** What columns depend on beside rows, as a text to compare. */
function keyOfFacts({ projects, projectCalendars, taskCalendars, statusDate, pace }: Unnumbered): string {
  const ofProjects = projects.map((project) => [project.id, project.start_date, project.estimation_mode])
  return JSON.stringify([ofProjects, [...projectCalendars], [...taskCalendars], statusDate, pace])
}

/** The data date of the project's last pass; null where that was a pass over its program. */
export async function loadDataDate(ctx: Ctx<unknown>, projectId: string): Promise<string | null> {
  return statusDateOf(ctx, await findPassProjects(ctx, projectId), { asStored: true })
}

/** The data date of a project computed alone: its own, else today where it stands. */
function statusDateOf(ctx: Ctx<unknown>, projects: readonly PassProject[], options: LoadOptions): string | null {
  const [project] = projects
  if (projects.length !== 1 || !project || options.asProgram === true) return null
  const isStored = options.asStored === true && project.recalculated_at !== null
  const moment = isStored ? new Date(project.recalculated_at) : ctx.services.clock.now()
  return project.status_date ?? civilDay(moment, project.timezone || 'UTC')
}

/** Only plans pay the statement that hold estimates of agile tasks: a pass over stored dates never does. */
async function loadPace(ctx: Ctx<unknown>, projectId: string, { estimates }: ScheduleRows): Promise<TeamPace | null> {
  const isWanted = estimates?.isScrum.some(
    (isScrum, row) => isScrum === 1 && (estimates.storyPoints[row] as number) > 0,
  )
  if (!isWanted) return null
  const pace = await readTeamPace(ctx, { projectId })
  return pace.samples.length === 0 ? null : pace
}

async function loadTaskCalendars(ctx: Ctx<unknown>, { flags, calendarWords }: ScheduleRows) {
  const ids = new Set<string>()
  for (let row = 0; row < calendarWords.length / 4; row++) {
    if (((flags[row] as number) & ROW_FLAG.hasCalendar) !== 0) ids.add(uuidText(calendarWords, row))
  }
  return ids.size === 0 ? new Map<string, ScheduleCalendar>() : loadCalendars(ctx, [...ids])
}
