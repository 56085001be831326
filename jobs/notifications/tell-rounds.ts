import { findLiveProjects, findRecomputed } from '../../api/notifications/rounds/round.queries.ts'
import { tellOfFinish, tellOfStaleTasks } from '../../api/notifications/rounds/tell-rounds.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'

export async function tellOfStaleTasksBody(services: Services): Promise<void> {
  await eachProject(services, findLiveProjects, tellOfStaleTasks)
}

export async function tellOfFinishesBody(services: Services): Promise<void> {
  await eachProject(services, findRecomputed, tellOfFinish)
}

/** A transaction for each project, so that none waits for all, and what was told stays told. */
async function eachProject(
  services: Services,
  find: (ctx: Ctx) => Promise<string[]>,
  tell: (ctx: Ctx, projectId: string) => Promise<void>,
): Promise<void> {
  const ids = await services.systemContext(find)
  for (const id of ids) await services.systemContext((ctx) => tell(ctx, id))
}
