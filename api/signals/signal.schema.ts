import { z } from 'zod'
import { AUDIENCES, SIGNALS } from '../access/signals.ts'
import { PROPOSAL_STATUSES } from './proposals/ceiling-proposal.entity.ts'

const audience = z.enum(AUDIENCES)
const signal = z.enum(SIGNALS)
const instant = z.string().meta({ format: 'date-time' })

export const audiencePatch = z.object({ signal, audience })
export const ceilingBody = z.object({ signal, ceiling: audience })
export const voteBody = z.object({ choice: z.enum(['approve', 'reject']) })

export const proposalReply = z
  .object({
    id: z.guid(),
    signal,
    from_ceiling: audience,
    to_ceiling: audience,
    status: z.enum(PROPOSAL_STATUSES),
    proposed_by: z.guid().nullable(),
    created_at: instant,
    expires_at: instant,
    resolved_at: instant.nullable(),
    approve_count: z.int().describe('of those on the team now'),
    reject_count: z.int(),
    eligible_count: z.int(),
    threshold: z.int(),
    your_vote: z.enum(['approve', 'reject']).nullable(),
    can_vote: z.boolean(),
    votes: z
      .array(z.object({ voter: z.guid(), choice: z.enum(['approve', 'reject']), created_at: instant }))
      .describe('for the team alone'),
  })
  .meta({ id: 'CeilingProposal' })

export const policyReply = z
  .object({
    signals: z.record(signal, z.object({ audience, ceiling: audience })),
    requester_tier: audience.nullable(),
    can_set_audience: z.boolean(),
    can_raise_ceiling: z.boolean(),
    can_vote: z.boolean(),
    open_proposals: z.partialRecord(signal, proposalReply),
  })
  .meta({ id: 'SignalPrivacyPolicy' })
