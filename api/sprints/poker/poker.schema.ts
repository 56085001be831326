import { z } from 'zod'
import { personReply } from '../../access/person.schema.ts'
import { wireId } from '../../platform/http/wire-kinds.ts'
import { CARDS, POKER_STATES } from './poker.entity.ts'

const card = z.literal([...CARDS], { error: `Send one of ${CARDS.join(', ')}` })
const comment = z.string().max(280)

export const openBody = z.object({ task: wireId })
export const voteBody = z.object({
  value: card.nullable().describe('null is the card of who is unsure'),
  comment: comment.optional(),
})
export const commitBody = z.object({ points: card })

const vote = z.object({ value: z.int().nullable(), comment: z.string() })
export const pokerReply = z
  .object({
    id: z.guid(),
    task: z.object({ id: z.guid(), short_id: z.string(), name: z.string() }),
    state: z.enum(POKER_STATES),
    committed_points: z.int().nullable(),
    started_by: personReply.nullable(),
    started_at: z.string().meta({ format: 'date-time' }),
    my_vote: vote.nullable(),
    vote_count: z.int(),
    participant_count: z.int().describe('people on the team'),
    votes: z.array(vote.extend({ voter: personReply })).describe('empty until they are revealed'),
  })
  .meta({ id: 'PokerSession' })
