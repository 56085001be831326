import type { ProjectScope } from '../access/project-scope.ts'
import { type Audience, defaultPolicy, SIGNALS, type Signal } from '../access/signals.ts'
import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'

export interface SignalPair {
  readonly audience: Audience
  readonly ceiling: Audience
}
export type SignalPolicy = Record<Signal, SignalPair>

/** Where every signal of the project stands. */
export async function loadPolicy(ctx: Ctx<ProjectScope>): Promise<SignalPolicy> {
  const rows = await tables(ctx)
    .selectFrom('team_signals')
    .select(['signal', 'audience', 'ceiling'])
    .where('project_id', '=', ctx.scope.projectId)
    .execute()
  const stored = new Map(rows.map(({ signal, ...pair }) => [signal, pair]))
  return Object.fromEntries(
    SIGNALS.map((signal) => [signal, stored.get(signal) ?? defaultPolicy(signal)]),
  ) as SignalPolicy
}

export async function savePair(ctx: Ctx<ProjectScope>, signal: Signal, pair: SignalPair): Promise<void> {
  await tables(ctx)
    .insertInto('team_signals')
    .values({ project_id: ctx.scope.projectId, signal, ...pair })
    .onConflict((conflict) => conflict.columns(['project_id', 'signal']).doUpdateSet(pair))
    .execute()
}

/** The accounts of the team, and whether the caller is its Scrum Master. */
export async function loadTeam(ctx: Ctx<ProjectScope>) {
  const rows = await tables(ctx)
    .selectFrom('project_members')
    .select(['account_id', 'is_scrum_master'])
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .execute()
  const own = rows.find((row) => row.account_id === actorId(ctx))
  return {
    accounts: new Set(rows.map((row) => row.account_id)),
    isMember: own !== undefined,
    isScrumMaster: own?.is_scrum_master ?? false,
  }
}

export type Team = Awaited<ReturnType<typeof loadTeam>>
