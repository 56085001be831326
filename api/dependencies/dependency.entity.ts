import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../platform/db/kept-history.ts'
import { HOT_PATH, mayName, references, unchecked } from '../platform/db/references.ts'

export type DepType = 'FS' | 'SS' | 'FF' | 'SF'
export type LagUnit = 'working' | 'elapsed'

/**
 * A link between two tasks. Project ids are kept beside the ends so that the links of a project are one index range.
 * A cross-project link whose successor's project has not agreed is `is_pending` and inert.
 */
export const DependencySchema = defineEntity({
  name: 'Dependency',
  tableName: 'dependencies',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    predecessor_id: p.uuid(),
    successor_id: p.uuid(),
    predecessor_project_id: p.uuid(),
    successor_project_id: p.uuid(),
    dep_type: p.string().columnType('varchar(2)').$type<DepType>().default('FS'),
    /** Working days unless `lag_unit` is `elapsed` (plan files carry such lags). */
    lag: p.integer().default(0),
    lag_unit: p.text().$type<LagUnit>().default('working'),
    is_pending: p.boolean().default(false),
    accepted_by_id: p.uuid().nullable(),
    accepted_at: p.datetime().nullable(),
    is_driving: p.boolean().default(false),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'dependencies_live_triple',
      expression:
        'create unique index "dependencies_live_triple" on "dependencies" ("predecessor_id", "successor_id", "dep_type") where not "is_deleted"',
    },
    {
      name: 'dependencies_by_predecessor_project',
      expression:
        'create index "dependencies_by_predecessor_project" on "dependencies" ("predecessor_project_id", "id") where not "is_deleted"',
    },
    {
      name: 'dependencies_by_successor_project',
      expression:
        'create index "dependencies_by_successor_project" on "dependencies" ("successor_project_id") where not "is_deleted"',
    },
    { name: 'dependencies_sync', properties: ['predecessor_project_id', 'sync_seq'] },
    {
      name: 'dependencies_cross_project',
      expression:
        'create index "dependencies_cross_project" on "dependencies" ("predecessor_project_id", "successor_project_id") where not "is_deleted" and "predecessor_project_id" <> "successor_project_id"',
    },
    {
      name: 'dependencies_by_successor',
      expression: 'create index "dependencies_by_successor" on "dependencies" ("successor_id") where not "is_deleted"',
    },
  ],
})
references(
  DependencySchema,
  {
    predecessor_id: unchecked(HOT_PATH),
    successor_id: unchecked(HOT_PATH),
    predecessor_project_id: unchecked(HOT_PATH),
    successor_project_id: unchecked(HOT_PATH),
    accepted_by_id: mayName('accounts'),
  },
  'commit',
)
keepHistory(DependencySchema, {
  kind: 'dependency',
  untracked: [
    'id',
    'server_version',
    'sync_seq',
    'predecessor_project_id',
    'successor_project_id',
    'is_driving',
    'accepted_at',
    'deleted_at',
    'created_at',
  ],
  projects: ['predecessor_project_id', 'successor_project_id'],
})
