import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * A link between two tasks. Project ids are kept beside the ends so that the links of a project are one index range.
 * A cross-project link whose successor's project has not agreed is `isPending` and inert.
 */
export const DependencySchema = defineEntity({
  name: 'Dependency',
  tableName: 'dependencies',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    syncSeq: p.bigint('number').default(0),
    predecessorId: p.uuid(),
    successorId: p.uuid(),
    predecessorProjectId: p.uuid(),
    successorProjectId: p.uuid(),
    depType: p.string().columnType('varchar(2)').default('FS'),
    /** Working days unless `lagUnit` is `elapsed` (plan files carry such lags). */
    lag: p.integer().default(0),
    lagUnit: p.text().default('working'),
    isPending: p.boolean().default(false),
    acceptedById: p.uuid().nullable(),
    acceptedAt: p.datetime().nullable(),
    isDriving: p.boolean().default(false),
    isDeleted: p.boolean().default(false),
    deletedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
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
    { name: 'dependencies_sync', properties: ['predecessorProjectId', 'syncSeq'] },
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
export class Dependency extends DependencySchema.class {}
DependencySchema.setClass(Dependency)
