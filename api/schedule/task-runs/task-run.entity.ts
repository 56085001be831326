import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../../platform/db/references.ts'
import type { BackgroundSimulation, TaskRunStatus } from './task-run.schema.ts'

/** Work in the background that people follow: pending, running, then success, failed or cancelled for good. */
export const TaskRunSchema = defineEntity({
  name: 'TaskRun',
  tableName: 'task_runs',
  properties: {
    id: p.uuid().primary(),
    task_name: p.text(),
    project_id: p.uuid(),
    initiated_by_id: p.uuid().nullable(),
    /** What is to be done, and with the rights of which role. */
    options: p.json().$type<BackgroundSimulation>(),
    status: p.text().$type<TaskRunStatus>().default('pending'),
    progress_pct: p.integer().nullable(),
    progress_msg: p.text().default(''),
    result_summary: p.json().$type<Record<string, unknown>>().nullable(),
    error_detail: p.text().default(''),
    is_cancel_asked: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
    started_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
  },
  indexes: [
    { properties: ['project_id', 'created_at'] },
    {
      name: 'task_runs_open',
      expression: `create unique index "task_runs_open" on "task_runs" ("project_id", "task_name") where "status" in ('pending', 'running')`,
    },
  ],
})
references(TaskRunSchema, { project_id: ownedBy('projects'), initiated_by_id: mayName('accounts') }, 'commit')
