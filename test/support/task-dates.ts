/** Stored dates of tasks as a table `s`, a row a task, for statements of tests; what stands in blocks is `schedule_blocks`. */
import { DATE_NAMES, type TaskDates } from '../../api/access/task-dates.queries.ts'
import type { TestApp } from './start-app.ts'

export const TASK_DATES = `(select t.id as task_id, ${DATE_NAMES.map((name) => `b.${name}[t.number]`).join(', ')}
  from tasks t join schedule_blocks b on b.project_id = t.project_id and b.block = t.number >> 7
  where b.is_critical[t.number] is not null) s(task_id, ${DATE_NAMES.join(', ')})`

type Sql = Pick<TestApp, 'sql'>

/** Gives a task dates behind the back of everyone: those named, the others stay as they are. */
export async function putDates({ sql }: Sql, taskId: string, dates: Partial<TaskDates>): Promise<void> {
  await sql(
    `insert into schedule_blocks (project_id, block) select project_id, number >> 7 from tasks where id = $1
     on conflict do nothing`,
    [taskId],
  )
  await setDates({ sql }, taskId, dates)
}

/** Dates of a task that stands on one day or between two. */
export function datesBetween(start: string, finish = start, more: Partial<TaskDates> = {}): TaskDates {
  const dates = { early_start: start, early_finish: finish, late_start: start, late_finish: finish }
  return { ...dates, scheduled_start: start, total_float: 0, free_float: 0, is_critical: false, ...more }
}

/** Takes the dates of a task away behind the back of everyone. */
export function dropDates(app: Sql, taskId: string): Promise<void> {
  return setDates(app, taskId, { is_critical: null })
}

async function setDates({ sql }: Sql, taskId: string, dates: Record<string, unknown>): Promise<void> {
  const names = Object.keys(dates)
  await sql(
    `update schedule_blocks b set ${names.map((name, at) => `${name}[t.number] = $${at + 2}`).join(', ')}
     from tasks t where t.id = $1 and b.project_id = t.project_id and b.block = t.number >> 7`,
    [taskId, ...names.map((name) => dates[name])],
  )
}
