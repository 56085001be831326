import type { ProgramScope } from '../../access/program-scope.ts'
import { loadWorkspace } from '../../levels/load-workspace.ts'
import type { Ctx } from '../../platform/context.ts'
import { readProgram } from '../policies.ts'
import { findNextMilestone, listProjectNames } from './digest.queries.ts'
import { type Policy, reduceBands } from './reduce.ts'
import { findCountedProjects, loadProjectFigures, type ProjectFiguresRow } from './rollup.queries.ts'
import { scheduleHealth } from './rollup.ts'

/** How a program stands, in the few words of a digest. */
export interface ProgramDigest {
  readonly health: string
  readonly project_count: number
  readonly critical_tasks: number
  /** Work that was to be done by today and is not. */
  readonly late_tasks: number
  /** The project with most of that; null where nothing is late. */
  readonly top_contributor: string | null
  readonly next_milestone: { readonly name: string; readonly finish: string } | null
}

export async function readProgramDigest(ctx: Ctx<ProgramScope>): Promise<ProgramDigest> {
  const program = await readProgram(ctx)
  const today = ctx.services.clock.today((await loadWorkspace(ctx)).timezone)
  const ids = await findCountedProjects(ctx, program.id)
  const projects = await loadProjectFigures(ctx, ids, { today, soon: today })
  const bands = projects.map((project) => ({ value: scheduleHealth(project), weight: project.weight }))
  const total = (count: (project: ProjectFiguresRow) => number) => projects.reduce((sum, one) => sum + count(one), 0)
  const late = ({ due, done }: ProjectFiguresRow) => due - done
  const worst = projects.toSorted((one, other) => late(other) - late(one))[0]
  const names = new Map((await listProjectNames(ctx, ids)).map(({ id, name }) => [id, name]))
  const milestone = await findNextMilestone(ctx, ids, today)
  return {
    health: reduceBands(program.rollup_aggregation_policy as Policy, bands),
    project_count: projects.length,
    critical_tasks: total((project) => project.critical_tasks),
    late_tasks: total(late),
    top_contributor: worst && late(worst) > 0 ? (names.get(worst.project_id) ?? null) : null,
    next_milestone: milestone ? { name: milestone.name, finish: milestone.early_finish as string } : null,
  }
}
