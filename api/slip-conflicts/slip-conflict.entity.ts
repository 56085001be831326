import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'

/** A task that another project pushes past the end of the sprint under way. The passes open and resolve it. */
export const SlipConflictSchema = defineEntity({
  name: 'SlipConflict',
  tableName: 'slip_conflicts',
  properties: {
    id: p.uuid().primary(),
    /** Of the sprint and the task. */
    project_id: p.uuid(),
    sprint_id: p.uuid(),
    task_id: p.uuid(),
    /** The link between projects that the task waits for. */
    dependency_id: p.uuid().nullable(),
    pushed_to: p.date(),
    detected_at: p.datetime(),
    re_slip_count: p.integer().default(0),
    resolution: p.text().$type<'unresolved' | 'auto_resolved'>().default('unresolved'),
    resolved_at: p.datetime().nullable(),
    acknowledged_by_id: p.uuid().nullable(),
    acknowledged_at: p.datetime().nullable(),
  },
  uniques: [{ name: 'slip_conflicts_one_each', properties: ['sprint_id', 'task_id'] }],
  indexes: [
    { name: 'slip_conflicts_list', properties: ['project_id', 'detected_at'] },
    { name: 'slip_conflicts_task', properties: ['task_id'] },
    {
      name: 'slip_conflicts_dependency',
      expression:
        'create index "slip_conflicts_dependency" on "slip_conflicts" ("dependency_id") where "dependency_id" is not null',
    },
    {
      name: 'slip_conflicts_acknowledged_by',
      expression:
        'create index "slip_conflicts_acknowledged_by" on "slip_conflicts" ("acknowledged_by_id") where "acknowledged_by_id" is not null',
    },
  ],
})
references(SlipConflictSchema, {
  project_id: ownedBy('projects'),
  sprint_id: ownedBy('sprints'),
  task_id: ownedBy('tasks'),
  dependency_id: mayName('dependencies'),
  acknowledged_by_id: mayName('accounts'),
})
