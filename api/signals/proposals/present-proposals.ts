import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { Team } from '../signal.queries.ts'
import { loadVotes, type Proposal, type Vote } from './proposal.queries.ts'

/** How the votes of those who are on the team now add up, and how many are needed. */
export function tallyOf(votes: readonly Vote[], team: Team) {
  const counted = votes.filter((vote) => team.accounts.has(vote.voter_id))
  const eligible = Math.max(team.accounts.size, 1)
  return {
    approve_count: counted.filter((vote) => vote.choice === 'approve').length,
    reject_count: counted.filter((vote) => vote.choice === 'reject').length,
    eligible_count: team.accounts.size,
    threshold: Math.floor(eligible / 2) + 1,
  }
}

export async function presentProposals(ctx: Ctx<ProjectScope>, rows: readonly Proposal[], team: Team) {
  const votes = await loadVotes(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => presentProposal(ctx, row, votes.get(row.id) ?? [], team))
}

function presentProposal(ctx: Ctx<ProjectScope>, row: Proposal, votes: readonly Vote[], team: Team) {
  const { proposed_by_id, created_at, expires_at, resolved_at, ...shown } = row
  return {
    ...shown,
    proposed_by: proposed_by_id,
    created_at: instantText(created_at),
    expires_at: instantText(expires_at),
    resolved_at: instantText(resolved_at),
    ...tallyOf(votes, team),
    your_vote: votes.find((vote) => vote.voter_id === actorId(ctx))?.choice ?? null,
    can_vote: team.isMember && row.status === 'open',
    votes: team.isMember
      ? votes.map(({ voter_id, choice, created_at }) => ({
          voter: voter_id,
          choice,
          created_at: instantText(created_at),
        }))
      : [],
  }
}
