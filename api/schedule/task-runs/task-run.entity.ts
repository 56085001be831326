import { defineEntity, p } from '@mikro-orm/postgresql'
import type { BackgroundSimulation } from './task-run.schema.ts'

/** Work in the background that people follow: pending, running, then success, failed or cancelled for good. */
export const TaskRunSchema = defineEntity({
  name: 'TaskRun',
  tableName: 'task_runs',
  properties: {
    id: p.uuid().primary(),
    taskName: p.text(),
    projectId: p.uuid(),
    initiatedById: p.uuid().nullable(),
    /** What is to be done, and with the rights of which role. */
    options: p.json().$type<BackgroundSimulation>(),
    status: p.text().default('pending'),
    progressPct: p.integer().nullable(),
    progressMsg: p.text().default(''),
    resultSummary: p.json().$type<Record<string, unknown>>().nullable(),
    errorDetail: p.text().default(''),
    isCancelAsked: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
  },
  indexes: [
    { properties: ['projectId', 'createdAt'] },
    {
      name: 'task_runs_open',
      expression: `create unique index "task_runs_open" on "task_runs" ("project_id", "task_name") where "status" in ('pending', 'running')`,
    },
  ],
})
export class TaskRun extends TaskRunSchema.class {}
TaskRunSchema.setClass(TaskRun)
