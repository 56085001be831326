import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTurns } from '../../platform/http/idempotency/take-turns.ts'
import { newId } from '../../platform/ids.ts'
import { GENESIS_HASH, type HashedFacts, recordHash } from './agent-chain.ts'
import { insertAction, lockChainHead } from './agent-log.queries.ts'

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
      const head = await lockChainHead({ em }, GENESIS_HASH)
      const { constraint_name, refusal_detail, ...rest } = facts
      const hashed: HashedFacts = {
        ...rest,
        schema_version: 1,
        sequence: head.sequence,
        occurred_at: services.clock.now().toISOString(),
      }
      const record_hash = recordHash(head.record_hash, hashed)
      await insertAction({ em }, { id: newId(), ...hashed, constraint_name, refusal_detail, record_hash })
    }),
  )
}
