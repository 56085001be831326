import type { FileDates } from '../../importers/check/file-dates.ts'
import type { ImportedPlan, PlanTask, ReceiptEntry } from '../../importers/plan/imported-plan.ts'
import { rowErrors } from '../../importers/spreadsheet/build-preview.ts'
import { type ProjectScope, withScope } from '../access/project-scope.ts'
import { insertDependencies } from '../dependencies/insert-dependencies.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { projectUpdated } from '../projects/project.events.ts'
import { lockProjectForImport } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { insertTasks, type SettledRow } from '../tasks/insert-tasks.ts'
import { tasksRestructured } from '../tasks/task.events.ts'
import { type AdoptedCalendars, adoptCalendars } from './adopt-calendars.ts'
import { type Adopted, adoptPeople, adoptPlanLabels } from './adopt-people.ts'
import { type DateCheckState, datesToCheck } from './date-check.ts'
import type { ImportRequest } from './import-request.entity.ts'
import { highestRootLabel, placePlanTasks, taskRows } from './plan-rows.ts'
import { saveConstraints } from './save-constraints.ts'

const SOURCE_KINDS: Record<string, string> = {
  spreadsheet: 'csv_import',
  plan_file: 'msproject_import',
  tracker: 'jira_import',
}

export interface AppliedPlan {
  readonly summary: Record<string, unknown>
  /** Written tasks with their version, for undo. */
  readonly createdTasks: Record<string, number>
  /** What a plan file says of its dates, to be compared once ours are computed. */
  readonly fileDates: FileDates[] | null
}

/**
 * Writes an imported plan into its project, in the open transaction and through the functions the API uses. Adds to
 * what the project holds. Returns the summary and what was written, for undo.
 */
export async function applyPlan(
  ctx: Ctx<unknown>,
  scope: ProjectScope,
  request: ImportRequest,
  plan: ImportedPlan,
): Promise<AppliedPlan> {
  const { projectId } = scope
  const scoped = withScope(ctx, scope)
  await lockProjectForImport(ctx, projectId)
  const calendars = await adoptCalendars(
    ctx,
    plan,
    request.creates_project ? plan.name : request.filename.replace(/\.[^.]*$/, ''),
  )
  const project = await settleProject(ctx, projectId, request, plan, calendars)
  const idOf = new Map(plan.tasks.map((task) => [task.id, newId()]))
  const placed = placePlanTasks(plan, await highestRootLabel(ctx, projectId))
  const rows = taskRows(plan, placed, {
    idOf,
    calendars: calendars.byKey,
    sourceKind: SOURCE_KINDS[request.kind] ?? 'hand',
    sourceId: request.id,
    seededAt: ctx.services.clock.now(),
  })
  const settledRows = await insertTasks(scoped, projectId, rows)
  await saveConstraints(scoped, plan, idOf)
  const links = await insertDependencies(
    scoped,
    plan.dependencies.flatMap((link) => {
      const predecessorId = idOf.get(link.predecessor)
      const successorId = idOf.get(link.successor)
      if (!predecessorId || !successorId) return []
      return [{ predecessorId, successorId, depType: link.dep_type, lag: link.lag, lagUnit: link.lag_unit }]
    }),
  )
  const adopted = [await adoptPeople(scoped, plan, idOf), await adoptPlanLabels(scoped, plan, idOf)]
  emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
  const fileDates = datesToCheck(plan, idOf)
  const dateCheck: DateCheckState | null = fileDates === null ? null : { status: 'pending' }
  return {
    fileDates,
    summary: {
      ...summaryOf(plan, {
        tasks: rows.length,
        links,
        calendars,
        project,
        adopted,
        settled: settledEntries(plan, idOf, settledRows),
      }),
      ...(dateCheck === null ? {} : { date_check: dateCheck }),
    },
    createdTasks: Object.fromEntries(rows.map((row) => [row.id, 1])),
  }
}

interface SettledProject {
  readonly startDate: string
  readonly isShifted: boolean
  readonly keepsOtherCalendar: boolean
}

/** A project made for the file takes its name, start, data date and calendar; an existing one is only pulled back. */
async function settleProject(
  ctx: Ctx<unknown>,
  projectId: string,
  request: ImportRequest,
  plan: ImportedPlan,
  calendars: AdoptedCalendars,
): Promise<SettledProject> {
  const project = await sqlOne<{ start_date: string; calendar_id: string | null }>(
    ctx,
    'select start_date, calendar_id from projects where id = $1 for update',
    [projectId],
  )
  const starts = plan.tasks.flatMap((task) => (task.planned_start === null ? [] : [task.planned_start]))
  const wanted = request.creates_project ? plan.start_date : (project?.start_date ?? plan.start_date)
  const startDate = [wanted, ...starts].sort()[0] as string
  const takesCalendar =
    calendars.projectCalendarId !== null && (request.creates_project || project?.calendar_id === null)
  await sql(
    ctx,
    `update projects set start_date = $2, calendar_id = coalesce($3, calendar_id), name = coalesce($4, name),
       status_date = coalesce($5, status_date), server_version = server_version + 1, updated_at = now() where id = $1`,
    [
      projectId,
      startDate,
      takesCalendar ? calendars.projectCalendarId : null,
      request.creates_project && plan.name !== '' ? plan.name.slice(0, 255) : null,
      request.creates_project ? plan.status_date : null,
    ],
  )
  const isShifted = startDate !== project?.start_date
  if (isShifted || takesCalendar || request.creates_project)
    emit(ctx, projectUpdated, { projectId, payload: { id: projectId } })
  const keepsOtherCalendar =
    calendars.projectCalendarId !== null && !takesCalendar && project?.calendar_id !== calendars.projectCalendarId
  return { startDate, isShifted, keepsOtherCalendar }
}

function summaryOf(
  plan: ImportedPlan,
  written: {
    tasks: number
    links: number
    calendars: AdoptedCalendars
    project: SettledProject
    adopted: readonly Adopted[]
    settled: readonly ReceiptEntry[]
  },
): Record<string, unknown> {
  const receipt = [...plan.receipt, ...written.settled, ...written.adopted.flatMap((part) => part.receipt)]
  const errors = receipt.filter((entry) => entry.severity === 'error').length
  const problems = rowErrors(plan)
  return {
    tasks_created: written.tasks,
    task_count: written.tasks,
    dependencies_created: written.links,
    tasks_with_three_point_estimates: plan.tasks.filter((task) => task.pessimistic_duration !== null).length,
    calendar_applied: written.calendars.projectCalendarId !== null && !written.project.keepsOtherCalendar,
    calendar_name: written.calendars.name,
    calendar_created: written.calendars.isCreated,
    calendar_matched: written.calendars.isMatched,
    ...Object.assign({}, ...written.adopted.map((part) => part.counts)),
    project_start_date: written.project.startDate,
    project_start_shifted: written.project.isShifted,
    row_errors: problems,
    row_error_count: problems.length,
    error_count: errors,
    warning_count: receipt.length - errors,
    warnings: warningsOf(plan, written.project, written.adopted),
    receipt,
  }
}

/** What tasks of the file say of their work and cannot be. */
function settledEntries(
  plan: ImportedPlan,
  idOf: ReadonlyMap<string, string>,
  settled: readonly SettledRow[],
): ReceiptEntry[] {
  if (settled.length === 0) return []
  const taskOf = new Map(plan.tasks.map((task) => [idOf.get(task.id), task]))
  return settled.map(({ id, field, message }) => {
    const { source } = taskOf.get(id) as PlanTask
    const where = { ...(source?.row != null && { row: source.row }), ...(source?.uid != null && { uid: source.uid }) }
    return { severity: 'warning', code: 'contradictory_actuals', where: { ...where, field }, message }
  })
}

/** Prose for people; what stays out is named instead of lost silently. */
function warningsOf(plan: ImportedPlan, project: SettledProject, adopted: readonly Adopted[]): string[] {
  return [
    ...plan.receipt.filter((entry) => entry.code === 'file_note').map((entry) => entry.message),
    ...adopted.flatMap((part) => part.warnings),
    ...(project.keepsOtherCalendar ? ['The project keeps its calendar; the file has a different one.'] : []),
  ]
}
