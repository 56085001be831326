import { endLostImports, purgeImports } from '../../api/imports/end-imports.ts'
import { endLostSeeds, purgeSeeds } from '../../api/imports/seed/end-seeds.ts'
import type { Services } from '../../api/platform/context.ts'

/** Every import ends: what was lost is ended here with its reason, and what has ended is kept only for a time. */
export async function sweepImportsBody(services: Services): Promise<void> {
  const lost = await services.systemContext((ctx) => endLostImports(ctx))
  if (lost.length > 0) services.log.warn({ imports: lost }, 'imports without a job ended')
  await services.systemContext((ctx) => purgeImports(ctx))
  const lostSeeds = await services.systemContext((ctx) => endLostSeeds(ctx))
  if (lostSeeds.length > 0) services.log.warn({ imports: lostSeeds }, 'seed imports without a job ended')
  await services.systemContext((ctx) => purgeSeeds(ctx))
}
