import type { Db } from '../database.ts'
import type { Services } from '../platform/context.ts'
import { POLICIES, POLICY_KEYS, type PolicyKey } from './policies.ts'
import { findStoredPolicies } from './retention-policy.queries.ts'

export type Reader = Db & { readonly services: Pick<Services, 'config'> }

/** A policy as it holds now. */
export interface HeldPolicy {
  readonly key: PolicyKey
  /** In the unit of the policy; what it was last, while it is off. */
  readonly value: number
  readonly enabled: boolean
}

/** Every policy as it holds: what an operator stored, else what the settings say. */
export async function readPolicies(ctx: Reader): Promise<HeldPolicy[]> {
  const stored = new Map((await findStoredPolicies(ctx)).map((policy) => [policy.key, policy]))
  return POLICY_KEYS.map((key) => {
    const { configured, usual } = POLICIES[key]
    const value = configured(ctx.services.config)
    return stored.get(key) ?? { key, value: value ?? usual, enabled: value !== null }
  })
}

/** How long records of the policy are kept, in its unit; null keeps them for ever. */
export async function keptFor(ctx: Reader, key: PolicyKey): Promise<number | null> {
  const held = (await readPolicies(ctx)).find((policy) => policy.key === key) as HeldPolicy
  return held.enabled ? held.value : null
}

const UNIT_MS = { days: 86_400_000, hours: 3_600_000 }

/** Before which instant records are over that are kept so long. */
export function overBefore(now: Date, key: PolicyKey, value: number): Date {
  return new Date(now.getTime() - value * UNIT_MS[POLICIES[key].unit])
}
