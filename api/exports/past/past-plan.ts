import { scheduledPart } from '../../../compute/model/scheduled-part.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import { civilDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadPlanCalendars, nearestInPlan, planTask } from '../load-plan.ts'
import { findAllLinks, findAllTasks, findSprintStarts, loadProjectFacts, type PastTaskRow } from './past.queries.ts'
import type { Standing } from './turn-back.ts'

/** The project as it is stored. */
export async function loadStandingRows(ctx: Ctx<ProjectScope>): Promise<Standing> {
  return {
    project: await loadProjectFacts(ctx),
    tasks: await findAllTasks(ctx),
    links: await findAllLinks(ctx),
  }
}

/** What a pass at that instant would have computed. Working days of calendars are those of today: they have no past. */
export async function planOf(ctx: Ctx<ProjectScope>, { project, tasks, links }: Standing, at: Date): Promise<Plan> {
  const told = (await mayReadVelocity(ctx)) ? {} : { story_points: null }
  const live = tasks.filter((row) => !row.is_deleted).map((row) => ({ ...row, ...told }))
  const rows = live.filter(isOfPlan)
  const idOf = new Map(rows.map((row) => [row.id, String(row.number)]))
  const outside = live.filter((row) => !isOfPlan(row))
  const homeOf = nearestInPlan(rows, new Map(outside.map((row) => [row.id, row.parent_id])))
  const phases = new Set(rows.flatMap((row) => (row.status === 'BACKLOG' ? [] : [homeOf(row.parent_id)])))
  const sprintStarts = await findSprintStarts(ctx)
  const { calendar, calendars, keyOf } = await loadPlanCalendars(ctx, ctx.scope.projectId, rows)
  const shown = { idOf, keyOf, labels: [] }
  return scheduledPart({
    format: 'svc-plan/1',
    start_date: project.start_date,
    status_date: project.status_date ?? civilDay(at, project.timezone || 'UTC'),
    calendar,
    calendars,
    tasks: rows.map((row) => ({
      ...planTask(row, { ...shown, parentId: homeOf(row.parent_id), isPhase: phases.has(row.id) }),
      planned_start: row.planned_start ?? startOfSprint(row, sprintStarts),
    })),
    dependencies: links.flatMap((link) => {
      const [predecessor, successor] = [idOf.get(link.predecessor_id), idOf.get(link.successor_id)]
      if (link.is_deleted || link.is_pending || predecessor === undefined || successor === undefined) return []
      return [{ predecessor, successor, dep_type: link.dep_type, lag: link.lag, lag_unit: link.lag_unit }]
    }),
  })
}

/** As `isOfPlan` asks of stored rows. */
function isOfPlan(row: PastTaskRow): boolean {
  return row.type !== 'epic' && !row.is_recurring
}

/** A task in a sprint begins no earlier than that where nobody said when. */
function startOfSprint(row: PastTaskRow, starts: ReadonlyMap<string, string>): string | null {
  return row.sprint_id === null || row.is_milestone ? null : (starts.get(row.sprint_id) ?? null)
}
