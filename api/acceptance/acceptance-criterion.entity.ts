import { defineEntity, p } from '@mikro-orm/postgresql'

/** A condition its task is accepted by. The project stands beside the task, which never leaves it. */
export const AcceptanceCriterionSchema = defineEntity({
  name: 'AcceptanceCriterion',
  tableName: 'acceptance_criteria',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    syncSeq: p.bigint('number').default(0),
    projectId: p.uuid(),
    taskId: p.uuid(),
    text: p.text(),
    givenText: p.text().default(''),
    whenText: p.text().default(''),
    thenText: p.text().default(''),
    position: p.integer().default(0),
    met: p.boolean().default(false),
    metById: p.uuid().nullable(),
    metAt: p.datetime().nullable(),
    isDeleted: p.boolean().default(false),
    deletedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'acceptance_criteria_live',
      expression:
        'create index "acceptance_criteria_live" on "acceptance_criteria" ("task_id", "position", "id") where not "is_deleted"',
    },
    { name: 'acceptance_criteria_sync', properties: ['projectId', 'syncSeq'] },
  ],
})
