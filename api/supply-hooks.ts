import { beforePass } from './recompute/request-recompute.ts'
import { rollUpPhases } from './tasks/rollup/roll-up-phases.ts'

/** What rooms above do for those below in their transactions: hook by hook, one line each. */
export function supplyHooks(): void {
  beforePass.supply((ctx, { projectId }) => rollUpPhases(ctx, projectId))
}
