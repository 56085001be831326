import { ROLE } from '../access/roles.ts'
import { issueKey } from '../keys/issue-key.ts'
import { Program, ProgramMember } from '../levels/program.entity.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { checkCalendar } from '../projects/check-project-fields.ts'
import { signWrites } from '../projects/writer.ts'
import type { ProgramFields } from './program.schema.ts'
import { columnsOf } from './program-columns.ts'

export interface CreateProgramInput extends ProgramFields {
  name: string
  /** Who becomes Owner; the acting account when absent. Needed when the system acts. */
  ownerId?: string
  isSample?: boolean
  sampleKey?: string
}

const WATERFALL_KPIS = [
  'schedule_health',
  'baseline_variance',
  'critical_tasks',
  'milestone_health',
  'budget_utilization',
  'cost_variance',
]
const AGILE_KPIS = ['milestone_health', 'p80_completion', 'at_risk_tasks', 'risk_score']
const SEEDED_KPIS: Record<string, readonly string[]> = {
  WATERFALL: WATERFALL_KPIS,
  AGILE: AGILE_KPIS,
  HYBRID: [...new Set([...WATERFALL_KPIS, ...AGILE_KPIS])],
}

/** The figures that a program shows at first. */
export function firstKpis(methodology: string): string[] {
  return [...(SEEDED_KPIS[methodology] ?? [])]
}

/** A new program with its key and its Owner, who alone may lead it at first. */
export async function createProgram(ctx: Ctx<unknown>, input: CreateProgramInput): Promise<Program> {
  const ownerId = input.ownerId ?? actingAccount(ctx).id
  refuseUnless(!input.lead || input.lead === ownerId, () =>
    fieldError('lead', 'At first only the creator can lead the program.'),
  )
  await checkCalendar(ctx, input.calendar)
  const id = newId()
  const code = await issueKey(ctx, { kind: 'program', objectId: id, wanted: input.code, name: input.name })
  const now = ctx.services.clock.now()
  const methodology = input.methodology ?? 'HYBRID'
  const program = ctx.em.create(Program, {
    ...columnsOf(input),
    id,
    code,
    methodology,
    rollup_enabled_kpis: firstKpis(methodology),
    name: input.name,
    created_by_id: ownerId,
    is_sample: input.isSample ?? false,
    sample_key: input.sampleKey ?? null,
    created_at: now,
    updated_at: now,
  })
  ctx.em.create(ProgramMember, { id: newId(), program_id: id, account_id: ownerId, role: ROLE.owner, created_at: now })
  await signWrites(ctx)
  await ctx.em.flush()
  return program
}
