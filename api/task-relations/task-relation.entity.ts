import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../platform/db/kept-history.ts'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

export const RELATION_TYPES = ['relates_to', 'blocks', 'duplicates'] as const
export type RelationType = (typeof RELATION_TYPES)[number]

/** What one task says of another, for people alone: no schedule looks at it. It belongs to the project of its source. */
export const TaskRelationSchema = defineEntity({
  name: 'TaskRelation',
  tableName: 'task_relations',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    source_id: p.uuid(),
    target_id: p.uuid(),
    relation_type: p.text().$type<RelationType>().default('relates_to'),
    note: p.string().columnType('varchar(280)').default(''),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  checks: [
    { name: 'task_relations_type', expression: `relation_type in ('relates_to', 'blocks', 'duplicates')` },
    { name: 'task_relations_two_tasks', expression: 'source_id <> target_id' },
  ],
  indexes: [
    {
      name: 'task_relations_live',
      expression:
        'create unique index "task_relations_live" on "task_relations" ("source_id", "target_id", "relation_type") where not "is_deleted"',
    },
    { name: 'task_relations_target', properties: ['target_id'] },
    { name: 'task_relations_source', properties: ['source_id'] },
    {
      name: 'task_relations_created_by',
      expression:
        'create index "task_relations_created_by" on "task_relations" ("created_by_id") where "created_by_id" is not null',
    },
    { name: 'task_relations_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(TaskRelationSchema, {
  project_id: ownedBy('projects'),
  source_id: ownedBy('tasks'),
  target_id: ownedBy('tasks'),
  created_by_id: mayName('accounts'),
})
keepHistory(TaskRelationSchema, {
  kind: 'task_relation',
  untracked: ['id', 'server_version', 'sync_seq', 'project_id', 'created_by_id', 'deleted_at', 'created_at'],
})

/** Both tasks of each live relation, so that one look by task finds it whichever way round it was put down. */
export const TaskRelationEndSchema = defineEntity({
  name: 'TaskRelationEnd',
  tableName: 'task_relation_ends',
  triggers: [notesUse('task_relation_ends', 'task_id')],
  properties: {
    task_id: p.uuid().primary(),
    relation_id: p.uuid().primary(),
  },
  indexes: [{ name: 'task_relation_ends_relation', properties: ['relation_id'] }],
})
references(TaskRelationEndSchema, { task_id: ownedBy('tasks'), relation_id: ownedBy('task_relations') })
