import type { PlanRefusal } from '../../../compute/model/refusal.ts'
import { describeCycle } from '../../dependencies/describe-cycle.ts'
import { findLinkEnds } from '../../dependencies/link-end.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { MemberProject } from './program-schedule.queries.ts'

export function programTooLarge(most: number): Refusal {
  return new Refusal(422, `The program has more than ${most} tasks to schedule.`, {
    code: 'program_schedule_too_large',
  })
}

/**
 * Names the first task concerned, and its project to those who read it. The reason quotes the data, so it is told only
 * to somebody who may read every project it can be about.
 */
export async function invalidProgramInput(
  ctx: Ctx<unknown>,
  projects: readonly MemberProject[],
  refusal: PlanRefusal,
): Promise<Refusal> {
  const ends = await findLinkEnds(ctx, [...new Set(refusal.offending ?? [])])
  const concerned = projects.filter(({ id }) => [...ends.values()].some((end) => end.project_id === id))
  const isReadable = (concerned.length > 0 ? concerned : projects).every((project) => project.is_readable)
  const task = ends.get(refusal.offending?.[0] ?? '')
  const extra = {
    ...(isReadable ? { reason: await reasonOf(ctx, refusal) } : {}),
    ...(task && task.role !== null ? { project: { id: task.project_id, name: task.project_name } } : {}),
    ...(task ? { task: { id: task.id, name: task.name } } : {}),
  }
  return new Refusal(422, 'The program holds data that no schedule can be computed from.', {
    code: 'program_schedule_invalid_input',
    extra,
  })
}

async function reasonOf(ctx: Ctx<unknown>, { code, detail, offending }: PlanRefusal): Promise<string> {
  if (code !== 'cyclic_dependency' || offending === undefined) return detail
  return `The dependencies form a cycle: ${await describeCycle(ctx, offending)}.`
}
