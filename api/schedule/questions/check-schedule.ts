import type { PlanRecords } from '../../../compute/lint/lint-facts.ts'
import { CONSTRAINT } from '../../../compute/model/constraint-columns.ts'
import { NO_DAY, type ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Reply } from '../../platform/http/route.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { ROW_FLAG } from '../schedule-rows.ts'
import { askPlan, idsOf, loadAlone, replyOf } from './ask-plan.ts'
import { countAssignments, findBaselineFinishes, loadProjectName } from './row-texts.queries.ts'

export const SARIF_TYPE = 'application/sarif+json'

/** The fourteen points and our own rules over the project as it is stored. */
export async function checkSchedule(ctx: Ctx<ProjectScope>): Promise<Reply> {
  const { projectId, code } = ctx.scope
  const loaded = await loadAlone(ctx, projectId)
  const isSarif = (ctx.caller.header('accept') ?? '').toLowerCase().includes(SARIF_TYPE)
  const answer = await askPlan(
    ctx,
    loaded,
    { ids: idsOf(loaded), names: '{}' },
    {
      kind: 'check',
      records: await recordsOf(ctx, loaded),
      name: await loadProjectName(ctx),
      sarif: isSarif ? { file: `${code}.plan.json`, version: packageJson.version } : null,
    },
  )
  return isSarif ? replyOf(answer, SARIF_TYPE) : replyOf(answer)
}

async function recordsOf(ctx: Ctx<ProjectScope>, loaded: LoadedSchedule): Promise<PlanRecords> {
  const { rows, input } = loaded
  const { rowOfTask, columns } = input
  const none = () => new Int32Array(rowOfTask.length).fill(NO_DAY)
  return {
    isMilestone: milestonesOf(loaded),
    statedDays: rowOfTask.map((row) => rows.durationDays[row] as number),
    isHardConstrained: Uint8Array.from(rowOfTask, (_, task) => (isHard(columns, task) ? 1 : 0)),
    deadlineDay: rowOfTask.map((_, task) => deadlineOf(columns, task)),
    plannedFinishDay: none(),
    hasUnknownCalendar: new Uint8Array(rowOfTask.length),
    assignmentCount: await assignmentCounts(ctx, loaded),
    baselineFinishDay: await baselineFinishes(ctx, loaded),
  }
}

export function milestonesOf({ rows, input }: LoadedSchedule): Uint8Array {
  return Uint8Array.from(input.rowOfTask, (row) => (((rows.flags[row] as number) & ROW_FLAG.milestone) === 0 ? 0 : 1))
}

const HARD: readonly number[] = [CONSTRAINT.MSO, CONSTRAINT.MFO, CONSTRAINT.SNLT, CONSTRAINT.FNLT]
const FINISH_LIMITS: readonly number[] = [CONSTRAINT.MFO, CONSTRAINT.FNLT]

function isHard({ constraints }: ScheduleColumns, task: number): boolean {
  return constraints !== null && HARD.includes(constraints.type[task] as number)
}

/** The earlier one of the deadline and the day of a constraint on the finish. */
function deadlineOf({ constraints }: ScheduleColumns, task: number): number {
  if (constraints === null) return NO_DAY
  const deadline = constraints.deadlineDay[task] as number
  if (!FINISH_LIMITS.includes(constraints.type[task] as number)) return deadline
  const limit = constraints.day[task] as number
  return deadline === NO_DAY ? limit : Math.min(limit, deadline)
}

/** Null without an active baseline, where three of the points have nothing to hold the plan against. */
async function baselineFinishes(ctx: Ctx<ProjectScope>, { input }: LoadedSchedule): Promise<Int32Array | null> {
  const rows = await findBaselineFinishes(ctx)
  if (rows.length === 0) return null
  const finishes = new Int32Array(input.rowOfTask.length).fill(NO_DAY)
  for (const { task_id: task, finish } of rows) {
    const row = input.rowIndex.findText(task)
    const at = row === -1 ? -1 : (input.taskOfRow[row] as number)
    if (at !== -1) finishes[at] = parseCivilDay(finish as string) as number
  }
  return finishes
}

/** Null in a project that assigns nobody, where the point means nothing. */
async function assignmentCounts(ctx: Ctx<ProjectScope>, { input }: LoadedSchedule): Promise<Int32Array | null> {
  const rows = await countAssignments(ctx)
  if (rows.length === 0) return null
  const counts = new Int32Array(input.rowOfTask.length)
  for (const { task_id: task, count } of rows) {
    const row = input.rowIndex.findText(task)
    const at = row === -1 ? -1 : (input.taskOfRow[row] as number)
    if (at !== -1) counts[at] = count
  }
  return counts
}
