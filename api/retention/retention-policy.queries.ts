import { type Db, tables } from '../database.ts'
import type { PolicyKey } from './policies.ts'

export interface StoredPolicy {
  readonly key: PolicyKey
  readonly value: number
  readonly enabled: boolean
}

export function findStoredPolicies(db: Db): Promise<StoredPolicy[]> {
  return tables(db).selectFrom('retention_policies').select(['key', 'value', 'enabled']).execute()
}

export async function upsertPolicies(db: Db, policies: readonly StoredPolicy[]): Promise<void> {
  if (policies.length === 0) return
  await tables(db)
    .insertInto('retention_policies')
    .values([...policies])
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), enabled: eb.ref('excluded.enabled') })),
    )
    .execute()
}
