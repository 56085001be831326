import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { ceilingProposalChanged, ceilingVoteCast, signalPrivacyChanged } from '../signal.events.ts'
import { canSetAudience, rankOf } from '../signal.policy.ts'
import { loadPolicy, loadTeam, savePair, type Team } from '../signal.queries.ts'
import { presentProposals, tallyOf } from './present-proposals.ts'
import { expirePastDue, findProposal, loadVotes, type Proposal, saveVote, settle } from './proposal.queries.ts'

/** A member of the team says yes or no, or another word than before; enough of either settle it. */
export async function castVote(ctx: Ctx<ProjectScope>, proposalId: string, choice: 'approve' | 'reject') {
  const { proposal, team } = await lockOpen(ctx, proposalId, (members) => members.isMember)
  await saveVote(ctx, { proposal_id: proposal.id, voter_id: actorId(ctx) as string, choice })
  const isSettled = await settleByVotes(ctx, proposal, team)
  if (!isSettled) emit(ctx, ceilingVoteCast, { projectId: ctx.scope.projectId, payload: { id: proposal.id } })
  return presentOne(ctx, proposal.id, team)
}

/** Who proposed it takes it back, or whoever may propose. */
export async function withdraw(ctx: Ctx<ProjectScope>, proposalId: string) {
  const isAllowed = (team: Team, proposal: Proposal) =>
    (proposal.proposed_by_id !== null && proposal.proposed_by_id === actorId(ctx)) || canSetAudience(ctx, team)
  const { proposal, team } = await lockOpen(ctx, proposalId, isAllowed)
  await close(ctx, proposal.id, 'rejected')
  return presentOne(ctx, proposal.id, team)
}

async function lockOpen(
  ctx: Ctx<ProjectScope>,
  proposalId: string,
  isAllowed: (team: Team, proposal: Proposal) => boolean,
) {
  await lockProject(ctx, ctx.scope.projectId)
  const proposal = await findProposal(ctx, proposalId)
  refuseUnless(proposal, () => new Refusal(404, 'Not found.', { code: 'not_found' }))
  const team = await loadTeam(ctx)
  refuseUnless(isAllowed(team, proposal), forbidden)
  const isPast = Date.parse(proposal.expires_at) <= ctx.services.clock.now().getTime()
  const closed = () => new Refusal(409, 'The proposal is closed.', { code: 'proposal_closed' })
  refuseUnless(proposal.status === 'open' && !isPast, closed)
  return { proposal, team }
}

export async function presentOne(ctx: Ctx<ProjectScope>, id: string, team: Team) {
  const row = await findProposal(ctx, id)
  refuseUnless(row, notFound)
  const [shown] = await presentProposals(ctx, [row], team)
  return shown
}

/** Whether the votes so far decide. A ceiling that was raised meanwhile is never lowered by it. */
export async function settleByVotes(ctx: Ctx<ProjectScope>, proposal: Proposal, team: Team): Promise<boolean> {
  const votes = (await loadVotes(ctx, [proposal.id])).get(proposal.id) ?? []
  const { approve_count, reject_count, eligible_count, threshold } = tallyOf(votes, team)
  if (approve_count >= threshold) {
    const pair = (await loadPolicy(ctx))[proposal.signal]
    if (rankOf(proposal.to_ceiling) > rankOf(pair.ceiling)) {
      await savePair(ctx, proposal.signal, { ...pair, ceiling: proposal.to_ceiling })
      emit(ctx, signalPrivacyChanged, { projectId: ctx.scope.projectId, payload: { id: ctx.scope.projectId } })
    }
    await close(ctx, proposal.id, 'ratified')
    return true
  }
  if (reject_count <= Math.max(eligible_count, 1) - threshold) return false
  await close(ctx, proposal.id, 'rejected')
  return true
}

export async function close(
  ctx: Ctx<ProjectScope>,
  id: string,
  status: 'ratified' | 'rejected' | 'superseded',
): Promise<void> {
  await settle(ctx, id, status)
  emit(ctx, ceilingProposalChanged, { projectId: ctx.scope.projectId, payload: { id } })
}

/** Ends those whose time has run out, as every write does before it looks at them. */
export async function expireProposals(ctx: Ctx<ProjectScope>): Promise<void> {
  for (const id of await expirePastDue(ctx)) {
    emit(ctx, ceilingProposalChanged, { projectId: ctx.scope.projectId, payload: { id } })
  }
}
