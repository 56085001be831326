import { type Insertable, sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Signal } from '../../access/signals.ts'
import { type RowOf, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ProposalStatus } from './ceiling-proposal.entity.ts'

const RESOLVED_SHOWN = 20

function proposals(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('signal_ceiling_proposals')
    .select(['id', 'signal', 'from_ceiling', 'to_ceiling', 'status', 'proposed_by_id'])
    .select(['created_at', 'expires_at', 'resolved_at'])
    .where('project_id', '=', ctx.scope.projectId)
}

export type Proposal = Awaited<ReturnType<typeof listOpen>>[number]

export function listOpen(ctx: Ctx<ProjectScope>) {
  return proposals(ctx)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<string>`${ctx.services.clock.now()}`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The newest that were settled; those whose time has run out without a word are not among them. */
export function listResolved(ctx: Ctx<ProjectScope>) {
  return proposals(ctx)
    .where('status', '<>', 'open')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(RESOLVED_SHOWN)
    .execute()
}

export function findProposal(ctx: Ctx<ProjectScope>, id: string) {
  return proposals(ctx).where('id', '=', id).executeTakeFirst()
}

export function findOpen(ctx: Ctx<ProjectScope>, signal: Signal) {
  return proposals(ctx).where('status', '=', 'open').where('signal', '=', signal).executeTakeFirst()
}

/** Ends open ones whose time has run out. */
export async function expirePastDue(ctx: Ctx<ProjectScope>): Promise<string[]> {
  const now = ctx.services.clock.now()
  const rows = await tables(ctx)
    .updateTable('signal_ceiling_proposals')
    .set({ status: 'expired', resolved_at: now })
    .where('project_id', '=', ctx.scope.projectId)
    .where('status', '=', 'open')
    .where('expires_at', '<=', sql<string>`${now}`)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function insertProposal(
  ctx: Ctx<ProjectScope>,
  row: Insertable<Tables['signal_ceiling_proposals']>,
): Promise<void> {
  await tables(ctx).insertInto('signal_ceiling_proposals').values(row).execute()
}

export async function settle(ctx: Ctx<ProjectScope>, id: string, status: ProposalStatus): Promise<void> {
  await tables(ctx)
    .updateTable('signal_ceiling_proposals')
    .set({ status, resolved_at: ctx.services.clock.now() })
    .where('id', '=', id)
    .execute()
}

export async function saveVote(
  ctx: Ctx<ProjectScope>,
  vote: { proposal_id: string; voter_id: string; choice: 'approve' | 'reject' },
): Promise<void> {
  const created_at = ctx.services.clock.now()
  await tables(ctx)
    .insertInto('signal_ceiling_votes')
    .values({ ...vote, created_at })
    .onConflict((conflict) =>
      conflict.columns(['proposal_id', 'voter_id']).doUpdateSet({ choice: vote.choice, created_at }),
    )
    .execute()
}

export async function loadVotes(ctx: Ctx<ProjectScope>, ids: readonly string[]) {
  const rows = await tables(ctx)
    .selectFrom('signal_ceiling_votes')
    .select(['proposal_id', 'voter_id', 'choice', 'created_at'])
    .where(sql<boolean>`proposal_id = any(${ids as string[]}::uuid[])`)
    .orderBy('created_at')
    .orderBy('voter_id')
    .execute()
  return Map.groupBy(rows, (row) => row.proposal_id)
}

export type Vote = Pick<RowOf<'signal_ceiling_votes'>, 'proposal_id' | 'voter_id' | 'choice' | 'created_at'>
