import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { findCompletedPoints } from '../cadence/cadence.queries.ts'

const SAMPLES = 8

/** What a team completes in a sprint, by the newest closed ones that count; nothing of what there is too little for. */
export interface VelocityBand {
  readonly average: number | null
  readonly deviation: number | null
  readonly low: number | null
  readonly high: number | null
}

export async function loadVelocityBand(ctx: Ctx<ProjectScope>): Promise<VelocityBand> {
  const points = await findCompletedPoints(ctx, ctx.scope.projectId, SAMPLES)
  if (points.length === 0) return { average: null, deviation: null, low: null, high: null }
  const mean = points.reduce((sum, each) => sum + each, 0) / points.length
  const average = rounded(mean)
  if (points.length < 2) return { average, deviation: null, low: null, high: null }
  const spread = Math.sqrt(points.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (points.length - 1))
  return {
    average,
    deviation: rounded(spread),
    low: Math.max(0, Math.round(mean - spread)),
    high: Math.round(mean + spread),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
