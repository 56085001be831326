import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Spread } from '../../compute/simulation/input/spread.ts'
import type { FieldVersions } from '../platform/concurrent-edits.ts'
import { fieldVersionTrigger } from '../platform/db/field-version-trigger.ts'
import { keepHistory } from '../platform/db/kept-history.ts'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

const UNTRACKED = [
  'id',
  'server_version',
  'field_versions',
  'sync_seq',
  'project_id',
  'number',
  'created_by_id',
  'severity',
  'deleted_at',
  'created_at',
  'updated_at',
]

/** What may go wrong in a project. */
export const RiskSchema = defineEntity({
  name: 'Risk',
  tableName: 'risks',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    /** Version of the last change, by column; that of the tasks stands under `tasks`. */
    field_versions: p.json<FieldVersions>().defaultRaw("'{}'").lazy(),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    /** n of `<KEY>-R-<n>`; never reused within the project. */
    number: p.integer(),
    title: p.string().columnType('varchar(512)'),
    description: p.text().default(''),
    status: p.text().default('OPEN'),
    probability: p.smallint(),
    impact: p.smallint(),
    /** Their product, written with them. */
    severity: p.smallint(),
    category: p.text().nullable(),
    response: p.text().nullable(),
    mitigation_due_date: p.date().nullable(),
    trigger: p.text().default(''),
    contingency: p.text().default(''),
    notes: p.text().default(''),
    /** Working days by which it delays its tasks where it happens; null: nobody said. */
    delay: p.json<Spread>().nullable(),
    owner_id: p.uuid().nullable(),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  triggers: [fieldVersionTrigger(UNTRACKED)],
  uniques: [{ name: 'risks_number_unique', properties: ['project_id', 'number'] }],
  checks: [
    { name: 'risks_scales', expression: 'probability >= 1 and probability <= 5 and impact >= 1 and impact <= 5' },
    { name: 'risks_severity', expression: 'severity = probability * impact' },
    { name: 'risks_status', expression: "status in ('OPEN', 'MITIGATING', 'RESOLVED', 'ACCEPTED', 'CLOSED')" },
  ],
  indexes: [
    {
      name: 'risks_live',
      expression:
        'create index "risks_live" on "risks" ("project_id", "impact" desc, "probability" desc, "title", "id") where not "is_deleted"',
    },
    {
      name: 'risks_owner',
      expression: 'create index "risks_owner" on "risks" ("owner_id") where "owner_id" is not null',
    },
    {
      name: 'risks_created_by',
      expression: 'create index "risks_created_by" on "risks" ("created_by_id") where "created_by_id" is not null',
    },
    { name: 'risks_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(RiskSchema, {
  project_id: ownedBy('projects'),
  owner_id: mayName('accounts'),
  created_by_id: mayName('accounts'),
})
keepHistory(RiskSchema, { kind: 'risk', untracked: UNTRACKED })

/** The tasks that a risk is about. */
export const RiskTaskSchema = defineEntity({
  name: 'RiskTask',
  tableName: 'risk_tasks',
  triggers: [notesUse('risk_tasks', 'task_id')],
  properties: {
    risk_id: p.uuid().primary(),
    task_id: p.uuid().primary(),
  },
  indexes: [{ name: 'risk_tasks_task', properties: ['task_id'] }],
})
references(RiskTaskSchema, { risk_id: ownedBy('risks'), task_id: ownedBy('tasks') })
