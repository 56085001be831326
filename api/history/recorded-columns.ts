import { recordedColumns } from '../platform/db/kept-history.ts'
import { ProjectSchema } from '../projects/project.entity.ts'
import { TaskSchema } from '../tasks/task.entity.ts'

/** Columns whose changes are written down. */
export const RECORDED_COLUMNS = {
  task: recordedColumns('tasks', Object.keys(TaskSchema.properties)),
  project: recordedColumns('projects', Object.keys(ProjectSchema.properties)),
} as const
