import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { Reply } from '../../platform/http/route.ts'
import { loadSchedule } from '../load-schedule.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { noTasks } from '../monte-carlo/run-monte-carlo.ts'
import { findPassProjects } from '../pass-project.queries.ts'
import { askPlan, idsOf, replyOf } from './ask-plan.ts'
import type { PathsInput } from './paths.schema.ts'
import { loadNames } from './row-texts.queries.ts'

const DEFAULT_PATHS = 20

/** The driving path to the finish or to a task, and what nearly drives it, over the network that gave the stored dates. */
export async function readPaths(ctx: Ctx<ProjectScope>, input: PathsInput): Promise<Reply> {
  const loaded = await loadPass(ctx)
  const texts = await textsOf(ctx, loaded)
  const question = {
    kind: 'paths' as const,
    to: input.to === undefined ? null : findLeaf(ctx, loaded, input.to),
    maxFloatDays: input.max_float ?? null,
    maxPaths: input.limit ?? DEFAULT_PATHS,
  }
  return replyOf(await askPlan(ctx, loaded, texts, question))
}

/** By how many days each critical task holds the finish up. */
export async function readDrag(ctx: Ctx<ProjectScope>): Promise<Reply> {
  const loaded = await loadPass(ctx)
  return replyOf(await askPlan(ctx, loaded, await textsOf(ctx, loaded), { kind: 'drag' }))
}

async function loadPass(ctx: Ctx<ProjectScope>): Promise<LoadedSchedule> {
  const loaded = await loadSchedule(ctx, await findPassProjects(ctx, ctx.scope.projectId), {
    withEstimates: true,
    asStored: true,
  })
  refuseUnless(loaded.input.rowOfTask.length > 0, noTasks)
  return loaded
}

async function textsOf(ctx: Ctx<ProjectScope>, loaded: LoadedSchedule) {
  const projectIds = loaded.projects.map(({ id }) => id)
  return { ids: idsOf(loaded), ...(await loadNames(ctx, projectIds)) }
}

function findLeaf(ctx: Ctx<ProjectScope>, { projects, rows, input }: LoadedSchedule, id: string): number {
  const row = input.rowIndex.findText(id)
  const task = row === -1 ? -1 : (input.taskOfRow[row] as number)
  const isOwn = task !== -1 && projects[rows.projectIndex[row] as number]?.id === ctx.scope.projectId
  refuseUnless(isOwn, () => fieldError('to', 'There is no such task among those that are scheduled.'))
  refuseUnless(!input.columns.parentIndex.includes(task), () => fieldError('to', 'A phase has no path of its own.'))
  return task
}
