import type { Ctx } from '../platform/context.ts'
import { findRulesInUse, findUntold } from './recurrence.queries.ts'
import { dayOf, dueThrough, reachedDay } from './rule-hours.ts'

/** Projects with a rule whose hour has come since it last made tasks, or that owes somebody the reminder of today. */
export async function findDueProjects(ctx: Ctx): Promise<string[]> {
  const { services } = ctx
  const rules = await findRulesInUse(ctx)
  const reminding = rules.filter((rule) => rule.inherit_morning_notification)
  const days = reminding.map((rule) => ({ ruleId: rule.id, day: reachedDay(services, rule) }))
  const untold = new Set(days.length === 0 ? [] : await findUntold(ctx, days))
  const isBehind = (through: string | null, due: number) => through === null || dayOf(through) < due
  const due = rules.filter(
    (rule) => isBehind(rule.generated_through, dueThrough(services, rule)) || untold.has(rule.id),
  )
  return [...new Set(due.map((rule) => rule.project_id))]
}
