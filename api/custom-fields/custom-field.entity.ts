import { defineEntity, p } from '@mikro-orm/postgresql'
import { ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

/** One thing to pick of a field that offers some. */
export interface FieldOption {
  readonly value: string
  readonly label: string
  readonly color: string | null
}

/** A field of a project's own that its tasks may have a value of. */
export const CustomFieldSchema = defineEntity({
  name: 'CustomField',
  tableName: 'custom_fields',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    name: p.string().columnType('varchar(64)'),
    folded_name: p.text(),
    field_type: p.text(),
    required: p.boolean().default(false),
    /** What may be picked; null where nothing is. */
    options: p.json<readonly FieldOption[]>().nullable(),
    order: p.smallint().default(0),
    show_on_card: p.boolean().default(false),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'custom_fields_type',
      expression: `"field_type" in ('TEXT', 'NUMBER', 'DATE', 'SINGLE_SELECT', 'MULTI_SELECT', 'USER', 'BOOLEAN')`,
    },
    // In the words in which PostgreSQL keeps it, or the comparison with the entity would see a change.
    { name: 'custom_fields_options', expression: `(options is not null) = (field_type ~~ '%_SELECT'::text)` },
  ],
  indexes: [
    {
      name: 'custom_fields_live_name',
      expression:
        'create unique index "custom_fields_live_name" on "custom_fields" ("project_id", "folded_name") where not "is_deleted"',
    },
    { name: 'custom_fields_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(CustomFieldSchema, { project_id: ownedBy('projects') })

/** What a task has in a field; without a row it has nothing. */
export const TaskFieldValueSchema = defineEntity({
  name: 'TaskFieldValue',
  tableName: 'task_field_values',
  triggers: [notesUse('task_field_values', 'task_id')],
  properties: {
    task_id: p.uuid().primary(),
    field_id: p.uuid().primary(),
    value: p.json<unknown>(),
  },
  indexes: [{ name: 'task_field_values_field', properties: ['field_id'] }],
})
references(TaskFieldValueSchema, { task_id: ownedBy('tasks'), field_id: ownedBy('custom_fields') })
