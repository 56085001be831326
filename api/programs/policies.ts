import { z } from 'zod'
import type { ProgramScope } from '../access/program-scope.ts'
import { Program } from '../levels/program.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { lockProgramRow, touchProgram } from './lock-program-row.ts'

const KPIS = [
  'schedule_variance',
  'cost_variance',
  'budget_utilization',
  'schedule_health',
  'critical_tasks',
  'at_risk_tasks',
  'baseline_variance',
  'risk_score',
  'milestone_health',
  'p80_completion',
] as const
export type Kpi = (typeof KPIS)[number]

/** Figures that can be chosen though nothing feeds them. */
export const UNAVAILABLE_KPIS = { cost_variance: 'no_cost_data', budget_utilization: 'no_cost_data' } as const

const aggregationPolicy = z.enum(['worst', 'average', 'weighted_by_budget', 'task_weighted'])
export const slipPropagation = z.enum(['none', 'warn', 'block'])
export const escalationDays = z.int().min(1).max(30)

export const rollupConfigPatch = z.object({
  enabled_kpis: z
    .array(z.enum(KPIS))
    .max(64)
    .transform((names) => [...new Set(names)])
    .optional(),
  aggregation_policy: aggregationPolicy.optional(),
})
export const rollupConfigReply = z
  .object({
    enabled_kpis: z.array(z.string()),
    aggregation_policy: aggregationPolicy,
    unavailable_kpis: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ProgramRollupConfig' })

export const riskPolicyPatch = z.object({
  slip_propagation: slipPropagation.optional(),
  escalation_days: escalationDays.optional(),
})
export const riskPolicyReply = z
  .object({ slip_propagation: slipPropagation, escalation_days: escalationDays })
  .meta({ id: 'ProgramRiskPolicy' })

/** The program in scope. */
export function readProgram(ctx: Ctx<ProgramScope>): Promise<Program> {
  return ctx.em.findOneOrFail(Program, { id: ctx.scope.programId })
}

/** Which figures the program shows and how it adds up its projects. */
export async function updateRollupConfig(
  ctx: Ctx<ProgramScope>,
  input: z.output<typeof rollupConfigPatch>,
): Promise<Program> {
  const program = await lockProgramRow(ctx, ctx.scope.programId)
  program.rollup_enabled_kpis = input.enabled_kpis ?? program.rollup_enabled_kpis
  program.rollup_aggregation_policy = input.aggregation_policy ?? program.rollup_aggregation_policy
  touchProgram(ctx, program)
  await ctx.em.flush()
  return program
}

/** Choices that stand beside slip conflicts; they change no computation. */
export async function updateRiskPolicy(
  ctx: Ctx<ProgramScope>,
  input: z.output<typeof riskPolicyPatch>,
): Promise<Program> {
  const program = await lockProgramRow(ctx, ctx.scope.programId)
  program.risk_slip_propagation = input.slip_propagation ?? program.risk_slip_propagation
  program.risk_escalation_days = input.escalation_days ?? program.risk_escalation_days
  touchProgram(ctx, program)
  await ctx.em.flush()
  return program
}

export function presentRollupConfig(program: Program): object {
  return {
    enabled_kpis: program.rollup_enabled_kpis,
    aggregation_policy: program.rollup_aggregation_policy,
    unavailable_kpis: UNAVAILABLE_KPIS,
  }
}

export function presentRiskPolicy(program: Program): object {
  return { slip_propagation: program.risk_slip_propagation, escalation_days: program.risk_escalation_days }
}
