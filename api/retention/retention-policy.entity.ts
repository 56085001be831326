import { defineEntity, p } from '@mikro-orm/postgresql'
import type { PolicyKey } from './policies.ts'

/** How long records are kept by the word of an operator, which wins over the settings. No row: as the settings say. */
export const RetentionPolicySchema = defineEntity({
  name: 'RetentionPolicy',
  tableName: 'retention_policies',
  properties: {
    key: p.text().$type<PolicyKey>().primary(),
    /** In the unit of the policy. */
    value: p.integer(),
    enabled: p.boolean(),
  },
  checks: [{ name: 'retention_policies_value', expression: 'value >= 1' }],
})
