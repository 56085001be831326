import type { LinkTypeName } from '../../compute/plan/constraint-names.ts'
import type { Plan, PlanDependency, PlanTask } from '../../compute/plan/plan-document.ts'

/** A plan that starts on Monday 2026-01-05 on a Monday-to-Friday week, unless told otherwise. */
export function buildPlan(tasks: PlanTask[], dependencies: PlanDependency[] = [], rest: Partial<Plan> = {}): Plan {
  return { format: 'svc-plan/1', start_date: '2026-01-05', tasks, dependencies, ...rest }
}

export function task(id: string, duration: number, rest: Partial<PlanTask> = {}): PlanTask {
  return { id, duration, ...rest }
}

/** A link written as `A FS+2 B`; a trailing `e` on the lag makes it elapsed days, as in `A FS+2e B`. */
export function link(text: string): PlanDependency {
  const match = /^(\S+) (FS|SS|FF|SF)([+-]\d+)?(e)? (\S+)$/.exec(text)
  if (match === null) throw new Error(`not a link: ${text}`)
  const [, predecessor = '', type, lag, elapsed, successor = ''] = match
  return {
    predecessor,
    successor,
    dep_type: type as LinkTypeName,
    lag: Number(lag ?? 0),
    lag_unit: elapsed === 'e' ? 'elapsed' : 'working',
  }
}
