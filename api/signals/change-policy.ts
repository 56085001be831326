import type { ProjectScope } from '../access/project-scope.ts'
import { type Audience, SIGNALS, type Signal } from '../access/signals.ts'
import { tierOf } from '../access/team-signals.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { fieldError, Refusal, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { Reply } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { presentProposals } from './proposals/present-proposals.ts'
import {
  findOpen,
  findProposal,
  insertProposal,
  listOpen,
  type Proposal,
  saveVote,
} from './proposals/proposal.queries.ts'
import { close, expireProposals, presentOne, settleByVotes } from './proposals/vote.ts'
import { ceilingProposalChanged, signalPrivacyChanged } from './signal.events.ts'
import { canSetAudience, checkSetsAudience, rankOf } from './signal.policy.ts'
import { loadPolicy, loadTeam, type SignalPair, savePair, type Team } from './signal.queries.ts'

const HOUR_MS = 3_600_000

/** Whom the team tells its signals, and what the caller may do about it. */
export async function readPolicy(ctx: Ctx<ProjectScope>) {
  const team = await loadTeam(ctx)
  const open = await presentProposals(ctx, await listOpen(ctx), team)
  const may = canSetAudience(ctx, team)
  return {
    signals: await loadPolicy(ctx),
    requester_tier: tierOf(ctx.scope.role),
    can_set_audience: may,
    can_raise_ceiling: may,
    can_vote: team.isMember,
    open_proposals: Object.fromEntries(open.map((proposal) => [proposal.signal, proposal])),
  }
}

/** Tells a signal further or less far, within what the team allows. */
export async function setAudience(
  ctx: Ctx<ProjectScope>,
  { signal, audience }: { signal: Signal; audience: Audience },
) {
  await begin(ctx)
  const pair = (await loadPolicy(ctx))[signal]
  const allowed = rankOf(audience) <= rankOf(pair.ceiling)
  refuseUnless(allowed, () => fieldError('audience', 'The team allows no audience above its ceiling.'))
  if (audience !== pair.audience) await change(ctx, signal, { ...pair, audience })
  return readPolicy(ctx)
}

/** Every signal back to the team alone; what the team allows stays. */
export async function ratchetDown(ctx: Ctx<ProjectScope>) {
  await begin(ctx)
  const policy = await loadPolicy(ctx)
  const raised = SIGNALS.filter((signal) => policy[signal].audience !== 'team')
  for (const signal of raised) await savePair(ctx, signal, { ...policy[signal], audience: 'team' })
  if (raised.length > 0) announce(ctx)
  return readPolicy(ctx)
}

/** A lower ceiling holds at once; a higher one is the team's to vote on. */
export async function moveCeiling(ctx: Ctx<ProjectScope>, { signal, ceiling }: { signal: Signal; ceiling: Audience }) {
  const team = await begin(ctx)
  const pair = (await loadPolicy(ctx))[signal]
  const open = await findOpen(ctx, signal)
  if (rankOf(ceiling) <= rankOf(pair.ceiling)) {
    if (ceiling !== pair.ceiling) await lower(ctx, signal, { ...pair, ceiling }, open)
    return readPolicy(ctx)
  }
  const detail = 'The team is voting on this signal already.'
  refuseUnless(!open, () => new Refusal(409, detail, { code: 'proposal_already_open' }))
  const id = await propose(ctx, signal, { from: pair.ceiling, to: ceiling }, team)
  return new Reply(202, await presentOne(ctx, id, team))
}

async function begin(ctx: Ctx<ProjectScope>): Promise<Team> {
  await lockProject(ctx, ctx.scope.projectId)
  const team = await loadTeam(ctx)
  checkSetsAudience(ctx, team)
  await expireProposals(ctx)
  return team
}

async function lower(ctx: Ctx<ProjectScope>, signal: Signal, pair: SignalPair, open: Proposal | undefined) {
  const audience = rankOf(pair.audience) > rankOf(pair.ceiling) ? pair.ceiling : pair.audience
  await change(ctx, signal, { ...pair, audience })
  if (open) await close(ctx, open.id, 'superseded')
}

/** Who proposes and is of the team is for it; a team of one is agreed. */
async function propose(ctx: Ctx<ProjectScope>, signal: Signal, step: { from: Audience; to: Audience }, team: Team) {
  const { projectId } = ctx.scope
  const id = newId()
  const now = ctx.services.clock.now()
  await insertProposal(ctx, {
    id,
    project_id: projectId,
    signal,
    from_ceiling: step.from,
    to_ceiling: step.to,
    status: 'open',
    proposed_by_id: actorId(ctx),
    created_at: now,
    expires_at: new Date(now.getTime() + ctx.services.config.signalCeilingProposalTtlHours * HOUR_MS),
    resolved_at: null,
  })
  emit(ctx, ceilingProposalChanged, { projectId, payload: { id } })
  const voter = actorId(ctx)
  if (voter !== null && team.isMember) await saveVote(ctx, { proposal_id: id, voter_id: voter, choice: 'approve' })
  const proposal = await findProposal(ctx, id)
  if (proposal) await settleByVotes(ctx, proposal, team)
  return id
}

async function change(ctx: Ctx<ProjectScope>, signal: Signal, pair: SignalPair): Promise<void> {
  await savePair(ctx, signal, pair)
  announce(ctx)
}

function announce(ctx: Ctx<ProjectScope>): void {
  const { projectId } = ctx.scope
  emit(ctx, signalPrivacyChanged, { projectId, payload: { id: projectId } })
}
