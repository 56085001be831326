import type { Services } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTurns } from '../../platform/http/take-turns.ts'
import { newId } from '../../platform/ids.ts'
import { GENESIS_HASH, type HashedFacts, recordHash } from './agent-chain.ts'

const WAIT_MS = 20_000

export interface ActionFacts extends Omit<HashedFacts, 'schema_version' | 'sequence' | 'occurred_at'> {
  readonly constraint_name: string
  readonly refusal_detail: string
}

/** Writers of this process wait here; in the database they would hold every connection of the pool. */
const turns = createTurns(WAIT_MS)

/** Adds one record to the chain. The head row's lock makes numbers gap-free: a rollback gives its number back. */
export function appendAction(services: Services, facts: ActionFacts): Promise<void> {
  return turns('agent-chain', () =>
    inTransaction(services.orm.em, async (em) => {
      const head = await takeHead(em)
      const { constraint_name, refusal_detail, ...rest } = facts
      const hashed: HashedFacts = {
        ...rest,
        schema_version: 1,
        sequence: Number(head.sequence),
        occurred_at: services.clock.now().toISOString(),
      }
      const record = {
        id: newId(),
        ...hashed,
        constraint_name,
        refusal_detail,
        record_hash: recordHash(head.record_hash, hashed),
      }
      const columns = Object.keys(record)
      await sql(
        { em },
        `insert into agent_actions (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(record),
      )
      await sql({ em }, 'update agent_chain_head set record_hash = $1 where id = 1', [record.record_hash])
    }),
  )
}

type Db = Parameters<typeof sql>[0]

/** The hash before and the number of the next record; the row stays locked until the commit. */
async function takeHead(em: Db['em']): Promise<{ sequence: string; record_hash: string }> {
  const take = () =>
    sqlOne<{ sequence: string; record_hash: string }>(
      { em },
      'update agent_chain_head set sequence = sequence + 1 where id = 1 returning sequence, record_hash',
    )
  const head = await take()
  if (head) return head
  await sql(
    { em },
    'insert into agent_chain_head (id, sequence, record_hash) values (1, 0, $1) on conflict do nothing',
    [GENESIS_HASH],
  )
  return (await take())!
}
