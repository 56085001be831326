import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import { readHierarchy } from '../../../compute/model/hierarchy.ts'
import { LINK_TYPE_NAMES } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { type ProgramRow, programRows } from '../../../compute/program/program-rows.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import { findLinkEnds, type LinkEnd } from '../../dependencies/link-end.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import type { MemberProject } from './program-schedule.queries.ts'

export interface ComputedProgram {
  readonly projects: readonly MemberProject[]
  readonly loaded: LoadedSchedule
  readonly result: ScheduleResult
}

export function presentEmptyProgram(ctx: Ctx<ProgramScope>, projects: readonly MemberProject[]): object {
  return {
    program_id: ctx.scope.programId,
    start_date: null,
    finish_date: null,
    projects: presentProjects(projects),
    tasks: [],
    links: [],
    critical_path: [],
    cross_project_edge_count: 0,
  }
}

/**
 * Leaves by project, then in the order in which they happen, which tells nothing of the outline of a hidden project.
 * Phases only repeat what their tasks do, and a client that draws the rows would draw that work twice.
 */
export async function presentProgramSchedule(ctx: Ctx<ProgramScope>, computed: ComputedProgram): Promise<object> {
  const { projects, loaded, result } = computed
  const ids = Array.from(loaded.input.rowOfTask, (row) => loaded.input.rowIndex.textAt(row))
  const projectOfTask = loaded.input.rowOfTask.map((row) => loaded.rows.projectIndex[row] as number)
  const { isSummary } = readHierarchy(loaded.input.columns.parentIndex)
  const isLeaf = (task: number) => isSummary[task] === 0
  const rows = programRows(
    { projectOfTask },
    result,
    projects.map((project) => project.is_readable),
  )
    .filter((row) => isLeaf(row.task))
    .sort(
      (left, right) =>
        left.project - right.project || left.earlyStartDay - right.earlyStartDay || left.task - right.task,
    )
  const ends = await findLinkEnds(ctx, ids)
  const isReadable = (task: number) => projects[projectOfTask[task] as number]?.is_readable === true
  return {
    program_id: ctx.scope.programId,
    start_date: formatCivilDay(rows.reduce((earliest, row) => Math.min(earliest, row.earlyStartDay), Infinity)),
    finish_date: formatCivilDay(rows.reduce((latest, row) => Math.max(latest, row.earlyFinishDay), -Infinity)),
    projects: presentProjects(projects),
    tasks: rows.flatMap((row) => presentRow(row, ends.get(ids[row.task] as string))),
    ...presentLinks(loaded, { projectOfTask, ids, isReadable, isLeaf }),
    critical_path: Array.from(result.criticalPath).flatMap((task) =>
      isReadable(task) && isLeaf(task) ? [ids[task]] : [],
    ),
    ...(await presentLeftOut(ctx, computed)),
  }
}

/** Tasks that cannot be computed and have no dates; why is told to members of their project. */
async function presentLeftOut(ctx: Ctx<ProgramScope>, { projects, loaded }: ComputedProgram): Promise<object> {
  const { rows, input, leftOut } = loaded
  if (leftOut.length === 0) return {}
  const ids = leftOut.map(({ row }) => input.rowIndex.textAt(row))
  const ends = await findLinkEnds(ctx, ids)
  const told = leftOut.flatMap(({ row, reason }, at) => {
    const end = ends.get(ids[at] as string)
    if (!end) return []
    const place = { id: end.id, project_id: end.project_id }
    const isReadable = projects[rows.projectIndex[row] as number]?.is_readable === true
    return [isReadable ? { ...place, name: end.name, reason } : { ...place, title: end.name }]
  })
  return { left_out: told }
}

function presentProjects(projects: readonly MemberProject[]): object[] {
  return projects.map((project) => ({ id: project.id, name: project.name, accessible: project.is_readable }))
}

/**
 * Of a task in a project closed to the reader the title and the forecast dates, and the ids that place it. Nothing where
 * the task was deleted a moment ago.
 */
function presentRow(row: ProgramRow, end: LinkEnd | undefined): object[] {
  if (!end) return []
  const shared = {
    id: end.id,
    project_id: end.project_id,
    is_external: row.isExternal,
    early_start: formatCivilDay(row.earlyStartDay),
    early_finish: formatCivilDay(row.earlyFinishDay),
  }
  if (row.isExternal) return [{ ...shared, title: end.name }]
  return [
    {
      ...shared,
      name: end.name,
      hex_id: `${end.project_code}-T-${end.number}`,
      is_milestone: end.is_milestone,
      is_critical: row.isCritical,
      wbs_path: end.wbs,
      late_start: formatCivilDay(row.lateStartDay as number),
      late_finish: formatCivilDay(row.lateFinishDay as number),
      total_float_days: row.totalFloatDays,
    },
  ]
}

interface ToldTasks {
  readonly projectOfTask: Int32Array
  readonly ids: readonly string[]
  readonly isReadable: (task: number) => boolean
  readonly isLeaf: (task: number) => boolean
}

/**
 * The links between leaves that touch a project the reader sees, in an order of their own; crossing links are counted
 * wherever they end.
 */
function presentLinks({ input }: LoadedSchedule, { projectOfTask, ids, isReadable, isLeaf }: ToldTasks) {
  const { columns } = input
  const predecessorOf = (link: number) => columns.predecessorIndex[link] as number
  const successorOf = (link: number) => columns.successorIndex[link] as number
  const typeOf = (link: number) => columns.linkType[link] as number
  const crosses = (link: number) => projectOfTask[predecessorOf(link)] !== projectOfTask[successorOf(link)]
  const links = Array.from(columns.linkType.keys())
  const shown = links
    .filter((link) => isLeaf(predecessorOf(link)) && isLeaf(successorOf(link)))
    .filter((link) => isReadable(predecessorOf(link)) || isReadable(successorOf(link)))
    .sort(
      (left, right) =>
        predecessorOf(left) - predecessorOf(right) ||
        successorOf(left) - successorOf(right) ||
        typeOf(left) - typeOf(right),
    )
  return {
    links: shown.map((link) => ({
      predecessor_id: ids[predecessorOf(link)],
      successor_id: ids[successorOf(link)],
      dep_type: LINK_TYPE_NAMES[typeOf(link)] as string,
      lag_days: columns.lagDays[link],
      is_cross_project: crosses(link),
    })),
    cross_project_edge_count: links.filter(crosses).length,
  }
}
