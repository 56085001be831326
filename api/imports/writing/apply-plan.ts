import { holdingLinks } from '../../../compute/plan/holding-links.ts'
import type { FileDates } from '../../../importers/check/file-dates.ts'
import type { ImportedPlan, PlanTask, ReceiptEntry } from '../../../importers/plan/imported-plan.ts'
import { groupReceipt } from '../../../importers/plan/receipt-groups.ts'
import { rowErrors } from '../../../importers/spreadsheet/build-preview.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { MAX_NAME_LENGTH } from '../../baselines/baseline.schema.ts'
import { insertBaselines } from '../../baselines/insert-baselines.ts'
import type { RowOf } from '../../database.ts'
import { insertDependencies } from '../../dependencies/insert-dependencies.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { projectUpdated } from '../../projects/project.events.ts'
import { lockProjectForImport } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { numberTree } from '../../tasks/structure/number-tree.ts'
import { nextLabel } from '../../tasks/structure/structure.queries.ts'
import { tasksRestructured } from '../../tasks/task.events.ts'
import { insertTasks, type SettledRow } from '../../tasks/writing/insert-tasks.ts'
import { tellRepeats } from '../accepting/repeats.ts'
import { type DateCheckState, datesToCheck } from '../date-check.ts'
import { importFacts } from '../import-kinds.ts'
import { type AdoptedCalendars, adoptCalendars } from './adopt-calendars.ts'
import { adoptFields } from './adopt-fields.ts'
import { type Adopted, adoptPeople, adoptPlanLabels } from './adopt-people.ts'
import { lockProjectSettings, updateProjectSettings } from './plan.queries.ts'
import { planTaskRows } from './plan-task-rows.ts'
import { saveConstraints } from './save-constraints.ts'

/** What the writing asks of the request. */
export type PlanSource = Pick<
  RowOf<'import_requests'>,
  'id' | 'kind' | 'filename' | 'creates_project' | 'requested_by_id' | 'options'
>

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
export async function applyPlan(ctx: Ctx<ProjectScope>, request: PlanSource, plan: ImportedPlan): Promise<AppliedPlan> {
  const { projectId } = ctx.scope
  await lockProjectForImport(ctx, projectId)
  const repeated = request.creates_project ? null : await tellRepeats(ctx, projectId, plan, request.options)
  const calendars = await adoptCalendars(
    ctx,
    plan,
    request.creates_project ? plan.name : request.filename.replace(/\.[^.]*$/, ''),
  )
  const project = await settleProject(ctx, request, plan, calendars)
  const idOf = new Map(plan.tasks.map((task) => [task.id, newId()]))
  const placed = numberTree(plan.tasks, await nextLabel(ctx, projectId, []))
  const rows = planTaskRows(plan, placed, {
    idOf,
    calendars: calendars.byKey,
    sourceKind: importFacts(request.kind).sourceKind,
    sourceId: request.id,
    seededAt: ctx.services.clock.now().toISOString(),
  })
  const settledRows = await insertTasks(ctx, projectId, rows)
  await saveConstraints(ctx, plan.tasks, (id) => idOf.get(id) as string)
  const baselineCount = await keepBaseline(ctx, request, plan, idOf)
  const links = await insertDependencies(
    ctx,
    holdingLinks(plan.tasks, plan.dependencies).flatMap((link) => {
      const predecessorId = idOf.get(link.predecessor)
      const successorId = idOf.get(link.successor)
      if (!predecessorId || !successorId) return []
      return [{ predecessorId, successorId, depType: link.dep_type, lag: link.lag, lagUnit: link.lag_unit }]
    }),
  )
  const adopted = [
    await adoptPeople(ctx, plan, idOf),
    await adoptPlanLabels(ctx, plan, idOf),
    await adoptFields(ctx, plan, idOf),
  ]
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
        baselineCount,
        calendars,
        project,
        adopted,
        settled: settledEntries(plan, idOf, settledRows),
        repeated,
      }),
      ...(dateCheck === null ? {} : { date_check: dateCheck }),
    },
    createdTasks: Object.fromEntries(rows.map((row) => [row.id, 1])),
  }
}

/** The baseline of the file, of those tasks that it has; active where the project measures against none yet. */
async function keepBaseline(
  ctx: Ctx<ProjectScope>,
  request: PlanSource,
  plan: ImportedPlan,
  idOf: ReadonlyMap<string, string>,
): Promise<number> {
  const tasks = plan.tasks.flatMap(({ id, baseline }) =>
    baseline ? [{ taskId: idOf.get(id) as string, ...baseline }] : [],
  )
  if (tasks.length === 0) return 0
  const name = `Baseline of ${request.filename}`.slice(0, MAX_NAME_LENGTH)
  const capturedAt = ctx.services.clock.now()
  return insertBaselines(ctx, [{ name, isActive: true, capturedAt, createdById: request.requested_by_id, tasks }])
}

interface SettledProject {
  readonly startDate: string
  readonly isShifted: boolean
  readonly keepsOtherCalendar: boolean
}

/** A project made for the file takes its name, start, data date and calendar; an existing one is only pulled back. */
async function settleProject(
  ctx: Ctx<ProjectScope>,
  request: PlanSource,
  plan: ImportedPlan,
  calendars: AdoptedCalendars,
): Promise<SettledProject> {
  const { projectId } = ctx.scope
  const project = await lockProjectSettings(ctx, projectId)
  const starts = plan.tasks.flatMap((task) => (task.planned_start === null ? [] : [task.planned_start]))
  const wanted = request.creates_project ? plan.start_date : (project?.start_date ?? plan.start_date)
  const startDate = [wanted, ...starts].sort()[0] as string
  const takesCalendar =
    calendars.projectCalendarId !== null && (request.creates_project || project?.calendar_id === null)
  await updateProjectSettings(ctx, projectId, {
    start_date: startDate,
    ...(takesCalendar && { calendar_id: calendars.projectCalendarId }),
    ...(request.creates_project && plan.name !== '' && { name: plan.name.slice(0, 255) }),
    ...(request.creates_project && plan.status_date !== null && { status_date: plan.status_date }),
  })
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
    baselineCount: number
    calendars: AdoptedCalendars
    project: SettledProject
    adopted: readonly Adopted[]
    settled: readonly ReceiptEntry[]
    /** What is told of tasks that the project held already. */
    repeated: string | null
  },
): Record<string, unknown> {
  const receipt = [...plan.receipt, ...written.settled, ...written.adopted.flatMap((part) => part.receipt)]
  const errors = receipt.filter((entry) => entry.severity === 'error').length
  const problems = rowErrors(plan)
  return {
    tasks_created: written.tasks,
    task_count: written.tasks,
    dependencies_created: written.links,
    baselines_created: written.baselineCount,
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
    warnings: [
      ...(written.repeated === null ? [] : [written.repeated]),
      ...warningsOf(plan, written.project, written.adopted),
    ],
    receipt,
    receipt_groups: groupReceipt(receipt, plan.tasks),
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
