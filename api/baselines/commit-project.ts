import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { foldName } from '../platform/fold-name.ts'
import { lockProjectRow, touchProject } from '../projects/lock-project-row.ts'
import { emitProject, projectUpdated } from '../projects/project.events.ts'
import { countAssignedResources, findBaselineNames } from './baseline.queries.ts'
import { activateBaseline, type BaselineRow, baselineRows } from './baseline-rows.ts'

/** Makes a draft the plan that counts, with a baseline of what was promised: the first one, and active. */
export async function commitProject(ctx: Ctx<ProjectScope>) {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId)
  const { project } = locked
  refuseUnless(
    project.lifecycle === 'draft',
    () => new Refusal(409, 'The project was committed before.', { code: 'already_committed' }),
  )
  project.lifecycle = 'active'
  touchProject(ctx, locked)
  await ctx.em.flush()
  const made = (await baselineRows.create(ctx, { name: await firstFree(ctx), source: 'commit' })) as BaselineRow
  await activateBaseline(ctx, made.id)
  emitProject(ctx, projectUpdated, project.id)
  return {
    baseline_id: made.id,
    baseline_name: made.name,
    task_count: made.task_count,
    notified_resource_count: await countAssignedResources(ctx),
  }
}

/** A draft may have baselines of its own. */
async function firstFree(ctx: Ctx<ProjectScope>): Promise<string> {
  const taken = await findBaselineNames(ctx)
  for (let number = 1; ; number++) {
    const name = `Baseline v${number}`
    if (!taken.has(foldName(name))) return name
  }
}
