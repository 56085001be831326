import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export const CARDS = [1, 2, 3, 5, 8, 13, 21] as const
export const POKER_STATES = ['open', 'revealed', 'committed', 'cancelled'] as const
export type PokerState = (typeof POKER_STATES)[number]

/** A round in which the team estimates one task. A round that has ended stays as it ended. */
export const PokerSessionSchema = defineEntity({
  name: 'PokerSession',
  tableName: 'poker_sessions',
  properties: {
    id: p.uuid().primary(),
    sprint_id: p.uuid(),
    task_id: p.uuid(),
    state: p.text().$type<PokerState>().default('open'),
    committed_points: p.smallint().nullable(),
    started_by_id: p.uuid().nullable(),
    started_at: p.datetime().defaultRaw('now()'),
    closed_at: p.datetime().nullable(),
  },
  checks: [
    { name: 'poker_sessions_state_known', expression: `state in ('open', 'revealed', 'committed', 'cancelled')` },
  ],
  indexes: [
    { name: 'poker_sessions_sprint', properties: ['sprint_id', 'started_at'] },
    {
      name: 'poker_sessions_one_live',
      expression: `create unique index "poker_sessions_one_live" on "poker_sessions" ("task_id")
  where "state" in ('open', 'revealed')`,
    },
    { name: 'poker_sessions_task', properties: ['task_id'] },
  ],
})
references(PokerSessionSchema, {
  sprint_id: ownedBy('sprints'),
  task_id: ownedBy('tasks'),
  started_by_id: mayName('accounts'),
})

/** The card of one person in one round; no value is the card of who is unsure. */
export const PokerVoteSchema = defineEntity({
  name: 'PokerVote',
  tableName: 'poker_votes',
  properties: {
    session_id: p.uuid().primary(),
    account_id: p.uuid().primary(),
    value: p.smallint().nullable(),
    comment: p.string().columnType('varchar(280)').default(''),
    voted_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'poker_votes_account', properties: ['account_id'] }],
})
references(PokerVoteSchema, { session_id: ownedBy('poker_sessions'), account_id: ownedBy('accounts') })
