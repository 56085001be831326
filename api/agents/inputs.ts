import { z } from 'zod'

const id = z.guid().toLowerCase()

export const projectId = id.describe('id of a project, from list_projects')
export const taskId = id.describe('id of a task, from list_tasks')
export const sprintId = id.describe('id of a sprint, from list_sprints')
export const programId = id.describe('id of a program, from list_programs')
export const nothing = {}
