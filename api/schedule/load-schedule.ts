import { composeProjectCalendars, loadCalendars, type ScheduleCalendar } from '../calendars/project-calendar.ts'
import { civilDay } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.ts'
import { graphFromRows, type ScheduleGraphInput } from './graph-from-rows.ts'
import { loadScheduleRows, type PassProject, ROW_FLAG, type ScheduleRows } from './schedule.queries.ts'
import { uuidText } from './uuid-index.ts'

/** Everything a computation over one project, or over a program, starts from. */
export interface LoadedSchedule {
  readonly projects: readonly PassProject[]
  readonly rows: ScheduleRows
  readonly input: ScheduleGraphInput
  /** The data date; null in a pass over a program. */
  readonly statusDate: string | null
}

export interface LoadOptions {
  readonly withEstimates?: boolean
  /** Takes for today the day of the last pass, which is what the stored dates were computed on. */
  readonly asStored?: boolean
  /** No data date, however many projects there are. */
  readonly asProgram?: boolean
}

/** Reads the projects' rows and calendars and lays them out for the engine. */
export async function loadSchedule(
  ctx: Ctx<unknown>,
  projects: readonly PassProject[],
  options: LoadOptions = {},
): Promise<LoadedSchedule> {
  const projectIds = projects.map((project) => project.id)
  const rows = await loadScheduleRows(ctx, projectIds, options)
  const statusDate = statusDateOf(ctx, projects, options)
  const input = graphFromRows(rows, {
    projects,
    projectCalendars: await composeProjectCalendars(ctx, projectIds),
    taskCalendars: await loadTaskCalendars(ctx, rows),
    statusDate,
  })
  return { projects, rows, input, statusDate }
}

/** The data date of a project computed alone: its own, else today where it stands. */
function statusDateOf(ctx: Ctx<unknown>, projects: readonly PassProject[], options: LoadOptions): string | null {
  const [project] = projects
  if (projects.length !== 1 || !project || options.asProgram === true) return null
  const isStored = options.asStored === true && project.recalculatedAt !== null
  const moment = isStored ? new Date(project.recalculatedAt) : ctx.services.clock.now()
  return project.statusDate ?? civilDay(moment, project.timezone || 'UTC')
}

async function loadTaskCalendars(ctx: Ctx<unknown>, { flags, calendarWords }: ScheduleRows) {
  const ids = new Set<string>()
  for (let row = 0; row < calendarWords.length / 4; row++) {
    if (((flags[row] as number) & ROW_FLAG.hasCalendar) !== 0) ids.add(uuidText(calendarWords, row))
  }
  return ids.size === 0 ? new Map<string, ScheduleCalendar>() : loadCalendars(ctx, [...ids])
}
