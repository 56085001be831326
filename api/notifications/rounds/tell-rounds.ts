import type { Ctx } from '../../platform/context.ts'
import { findLeaders, insertNotifications } from '../tell/tell.queries.ts'
import { telling } from '../tell/telling.ts'
import { claimRound, findStaleTasks, moveToldFinish } from './round.queries.ts'

/** Reminds people of tasks that nobody moved on, once a day and project, however often it is asked. */
export async function tellOfStaleTasks(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const { clock } = ctx.services
  const [now, today] = [clock.now(), clock.today()]
  if (!(await claimRound(ctx, { subjectId: projectId, kind: 'task.stale', period: today }, now))) return
  const tasks = await findStaleTasks(ctx, projectId, { now, today })
  const tellings = tasks.map((task) => {
    const words = {
      one: `${task.name} has not moved for a while`,
      many: (count: number) => `${count} of your tasks of ${task.project_name} have not moved for a while`,
    }
    return telling('task.stale', task, words, [task.assignee_id])
  })
  await insertNotifications(ctx, tellings, null, now)
}

/**
 * Tells the leaders of a project that its end has moved further than the project lets pass, against the one they were told
 * last: many small steps add up to one message.
 */
export async function tellOfFinish(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  const now = ctx.services.clock.now()
  const moved = await moveToldFinish(ctx, projectId, now)
  if (!moved?.is_far) return
  const days = Math.round((Date.parse(moved.finish) - Date.parse(moved.before as string)) / 86_400_000)
  const telling = {
    event_type: 'project.end_date_shifted' as const,
    subject: `The end of ${moved.name} moved by ${Math.abs(days)} days to ${moved.finish}`,
    body: `It was ${moved.before}, and is ${days > 0 ? 'later' : 'earlier'} now.`,
    project_id: projectId,
    task_id: null,
    to: await findLeaders(ctx, projectId, false),
  }
  await insertNotifications(ctx, [telling], null, now)
}
