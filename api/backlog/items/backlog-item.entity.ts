import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export const ITEM_TYPES = ['epic', 'feature', 'story', 'task', 'bug', 'spike', 'chore'] as const
export const ITEM_STATUSES = ['proposed', 'pulled', 'archived'] as const
export type ItemType = (typeof ITEM_TYPES)[number]
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/**
 * What a program may do one day. Pulled into a project it becomes a task there; whether it still is one is read from the
 * task, so that deleting and restoring the task need not know of this table.
 */
export const BacklogItemSchema = defineEntity({
  name: 'BacklogItem',
  tableName: 'backlog_items',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    program_id: p.uuid(),
    title: p.string().columnType('varchar(512)'),
    description: p.text().default(''),
    item_type: p.text().$type<ItemType>().default('task'),
    status: p.text().$type<ItemStatus>().default('proposed'),
    tags: p.array().columnType('text[]').$type<string[]>().defaultRaw("'{}'"),
    priority_rank: p.integer().nullable(),
    story_points: p.smallint().nullable(),
    pulled_task_id: p.uuid().nullable(),
    pulled_at: p.datetime().nullable(),
    pulled_by_id: p.uuid().nullable(),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'backlog_items_status_known', expression: `status in ('proposed', 'pulled', 'archived')` },
    {
      name: 'backlog_items_type_known',
      expression: `item_type in ('epic', 'feature', 'story', 'task', 'bug', 'spike', 'chore')`,
    },
  ],
  indexes: [
    {
      name: 'backlog_items_live',
      expression:
        'create index "backlog_items_live" on "backlog_items" ("program_id", "priority_rank", "created_at") where not "is_deleted"',
    },
  ],
})
references(BacklogItemSchema, {
  program_id: ownedBy('programs'),
  pulled_task_id: mayName('tasks'),
  pulled_by_id: mayName('accounts'),
  created_by_id: mayName('accounts'),
})
