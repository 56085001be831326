import { defineEntity, p } from '@mikro-orm/postgresql'
import { AUDIENCES, type Audience, SIGNALS, type Signal } from '../../access/signals.ts'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export const PROPOSAL_STATUSES = ['open', 'ratified', 'rejected', 'expired', 'superseded'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Somebody asks the team to let a signal be told further than it allowed so far. */
export const CeilingProposalSchema = defineEntity({
  name: 'CeilingProposal',
  tableName: 'signal_ceiling_proposals',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid(),
    signal: p.text().$type<Signal>(),
    from_ceiling: p.text().$type<Audience>(),
    to_ceiling: p.text().$type<Audience>(),
    status: p.text().$type<ProposalStatus>().default('open'),
    proposed_by_id: p.uuid().nullable(),
    created_at: p.datetime(),
    expires_at: p.datetime(),
    resolved_at: p.datetime().nullable(),
  },
  checks: [
    { name: 'signal_ceiling_proposals_signal_known', expression: `signal in (${listed(SIGNALS)})` },
    { name: 'signal_ceiling_proposals_from_known', expression: `from_ceiling in (${listed(AUDIENCES)})` },
    { name: 'signal_ceiling_proposals_to_known', expression: `to_ceiling in (${listed(AUDIENCES)})` },
    { name: 'signal_ceiling_proposals_status_known', expression: `status in (${listed(PROPOSAL_STATUSES)})` },
  ],
  indexes: [
    {
      name: 'signal_ceiling_proposals_one_open',
      expression: `create unique index "signal_ceiling_proposals_one_open" on "signal_ceiling_proposals" ("project_id", "signal") where "status" = 'open'`,
    },
    { name: 'signal_ceiling_proposals_newest', properties: ['project_id', 'created_at'] },
  ],
})
references(CeilingProposalSchema, { project_id: ownedBy('projects'), proposed_by_id: mayName('accounts') })

export const CeilingVoteSchema = defineEntity({
  name: 'CeilingVote',
  tableName: 'signal_ceiling_votes',
  properties: {
    proposal_id: p.uuid().primary(),
    voter_id: p.uuid().primary(),
    choice: p.text().$type<'approve' | 'reject'>(),
    created_at: p.datetime(),
  },
  checks: [{ name: 'signal_ceiling_votes_choice_known', expression: `choice in ('approve', 'reject')` }],
})
references(CeilingVoteSchema, { proposal_id: ownedBy('signal_ceiling_proposals'), voter_id: ownedBy('accounts') })
