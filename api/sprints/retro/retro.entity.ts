import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'

export const VISIBILITIES = ['team_only', 'project', 'org'] as const
export const COLUMNS = ['went_well', 'to_improve', 'ideas'] as const
export type Visibility = (typeof VISIBILITIES)[number]
export type RetroColumn = (typeof COLUMNS)[number]

/** What the team said of a sprint: one document a sprint, with its board and what came of it. */
export const RetroSchema = defineEntity({
  name: 'Retro',
  tableName: 'retros',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    sprint_id: p.uuid(),
    notes: p.text().default(''),
    team_visibility: p.text().$type<Visibility>().default('team_only'),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'retros_sprint', properties: ['sprint_id'] }],
  checks: [{ name: 'retros_visibility_known', expression: `team_visibility in ('team_only', 'project', 'org')` }],
})
references(RetroSchema, { sprint_id: ownedBy('sprints'), created_by_id: mayName('accounts') })

/** What the team means to do about it. Promoted it is a task of the backlog, as long as that task is there. */
export const RetroActionSchema = defineEntity({
  name: 'RetroAction',
  tableName: 'retro_actions',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    retro_id: p.uuid(),
    position: p.integer().default(0),
    text: p.text(),
    assignee_id: p.uuid().nullable(),
    story_points: p.smallint().nullable(),
    promoted_task_id: p.uuid().nullable(),
    created_by_id: p.uuid().nullable(),
    /** Who removes an action leaves its row, so that clients which were offline are told. */
    is_deleted: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'retro_actions_retro', properties: ['retro_id', 'position'] }],
})
references(RetroActionSchema, {
  retro_id: ownedBy('retros'),
  assignee_id: mayName('accounts'),
  promoted_task_id: mayName('tasks'),
  created_by_id: mayName('accounts'),
})

/** A note on the live board of a retrospective. */
export const RetroItemSchema = defineEntity({
  name: 'RetroItem',
  tableName: 'retro_items',
  properties: {
    id: p.uuid().primary(),
    retro_id: p.uuid(),
    column_key: p.text().$type<RetroColumn>().default('went_well'),
    text: p.string().columnType('varchar(2000)'),
    color: p.string().columnType('varchar(16)').default(''),
    position: p.double().default(0),
    author_id: p.uuid().nullable(),
    converted_action_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'retro_items_column_known', expression: `column_key in ('went_well', 'to_improve', 'ideas')` }],
  indexes: [
    {
      name: 'retro_items_board',
      expression:
        'create index "retro_items_board" on "retro_items" ("retro_id", "column_key", "position") where not "is_deleted"',
    },
  ],
})
references(RetroItemSchema, {
  retro_id: ownedBy('retros'),
  author_id: mayName('accounts'),
  converted_action_id: mayName('retro_actions'),
})
