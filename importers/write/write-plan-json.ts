import type { ImportedPlan } from '../plan/imported-plan.ts'

/** Plan JSON is the plan itself: it carries everything. */
export const PLAN_JSON_OMISSIONS: readonly string[] = []

/** Writes a plan as plan JSON. */
export function writePlanJson(plan: ImportedPlan): string {
  return `${JSON.stringify(plan, null, 1)}\n`
}
