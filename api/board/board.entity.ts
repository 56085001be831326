import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import type { BoardColumn } from './board-columns.ts'
import type { ViewConfig } from './views/view.schema.ts'

/** How a project shows its board; without a row as everybody does. */
export const BoardConfigSchema = defineEntity({
  name: 'BoardConfig',
  tableName: 'board_configs',
  properties: {
    project_id: p.uuid().primary(),
    columns: p.json<readonly BoardColumn[]>(),
    server_version: p.integer().default(1),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
references(BoardConfigSchema, { project_id: ownedBy('projects') })

/** A way to look at the board that somebody saved for everyone. */
export const BoardViewSchema = defineEntity({
  name: 'BoardView',
  tableName: 'board_views',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    name: p.string().columnType('varchar(64)'),
    folded_name: p.text(),
    config: p.json<ViewConfig>(),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'board_views_live_name',
      expression:
        'create unique index "board_views_live_name" on "board_views" ("project_id", "folded_name") where not "is_deleted"',
    },
    { name: 'board_views_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(BoardViewSchema, { project_id: ownedBy('projects'), created_by_id: mayName('accounts') })
