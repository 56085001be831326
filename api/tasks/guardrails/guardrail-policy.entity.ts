import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../../platform/db/kept-history.ts'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export const GUARDRAIL_RULES = [
  'phase_in_sprint',
  'summary_in_sprint',
  'subtasks_split',
  'recurring_in_sprint',
  'task_outside_sprint_window',
] as const
export type GuardrailRule = (typeof GUARDRAIL_RULES)[number]
export const GUARDRAIL_LEVELS = ['warn', 'block'] as const
export type GuardrailLevel = (typeof GUARDRAIL_LEVELS)[number]
export type GuardrailLevels = Readonly<Partial<Record<GuardrailRule, GuardrailLevel>>>

/** What a project says of tasks that do not fit into a sprint. No row, and no word on a rule: a warning. */
export const GuardrailPolicySchema = defineEntity({
  name: 'GuardrailPolicy',
  tableName: 'guardrail_policies',
  properties: {
    project_id: p.uuid().primary(),
    server_version: p.integer().default(1),
    levels: p.json<GuardrailLevels>().defaultRaw("'{}'"),
    acknowledged_at: p.datetime().nullable(),
    acknowledged_by_id: p.uuid().nullable(),
  },
  indexes: [
    {
      name: 'guardrail_policies_acknowledged_by',
      expression:
        'create index "guardrail_policies_acknowledged_by" on "guardrail_policies" ("acknowledged_by_id") where "acknowledged_by_id" is not null',
    },
  ],
})
references(GuardrailPolicySchema, { project_id: ownedBy('projects'), acknowledged_by_id: mayName('accounts') })
keepHistory(GuardrailPolicySchema, {
  kind: 'guardrail_policy',
  untracked: ['project_id', 'server_version'],
  id: 'project_id',
})
