import { actorId, type Ctx } from '../../platform/context.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import {
  addJobAgain,
  type FailedTaskFilter,
  findFailedTask,
  lockFailedTask,
  lockOpenTasks,
  removeJobs,
  rescheduleJobs,
  saveJobId,
  saveResolution,
} from './failed-task.queries.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockFailedTask>>>

/** Gives a job back to the queue. A repeated click finds it given back and changes nothing. */
export async function requeueTask(ctx: Ctx, id: string, backoffSeconds: number): Promise<object> {
  const task = await lock(ctx, id)
  if (task.status === 'dismissed') throw new Refusal(400, 'A dismissed task is not given back to the queue.')
  if (task.status !== 'retried') await requeue(ctx, [task], backoffSeconds)
  return read(ctx, id)
}

/** Takes a job out of the queue for good. */
export async function dropTask(ctx: Ctx, id: string, note: string): Promise<object> {
  const task = await lock(ctx, id)
  if (task.status !== 'dismissed') await drop(ctx, [task], note)
  return read(ctx, id)
}

export type Act = (ctx: Ctx, tasks: readonly Locked[]) => Promise<void>

/** Acts on the oldest that match, at most as many as one call may take. */
export async function resolveMany(ctx: Ctx, filter: FailedTaskFilter, act: Act): Promise<object> {
  const { matched, rows } = await lockOpenTasks(ctx, filter, ctx.services.config.failedTaskBulkActionMax)
  if (rows.length > 0) await act(ctx, rows)
  return { processed: rows.length, matched, capped: rows.length < matched }
}

export async function requeue(ctx: Ctx, tasks: readonly Locked[], backoffSeconds: number): Promise<void> {
  const at = ctx.services.clock.now()
  const runAt = new Date(at.getTime() + backoffSeconds * 1_000)
  const known = await rescheduleJobs(
    ctx,
    tasks.map((task) => task.job_id),
    runAt,
  )
  for (const task of tasks)
    if (!known.has(task.job_id))
      await saveJobId(ctx, task.id, await addJobAgain(ctx, task.task_name, task.payload, runAt))
  await resolve(ctx, tasks, 'retried', '')
}

export async function drop(ctx: Ctx, tasks: readonly Locked[], note: string): Promise<void> {
  await removeJobs(
    ctx,
    tasks.map((task) => task.job_id),
  )
  await resolve(ctx, tasks, 'dismissed', note)
}

function resolve(ctx: Ctx, tasks: readonly Locked[], status: 'retried' | 'dismissed', note: string): Promise<void> {
  const ids = tasks.map((task) => task.id)
  return saveResolution(ctx, ids, { status, note, accountId: actorId(ctx), at: ctx.services.clock.now() })
}

async function lock(ctx: Ctx, id: string): Promise<Locked> {
  const task = await lockFailedTask(ctx, id)
  if (!task) throw notFound()
  return task
}

async function read(ctx: Ctx, id: string): Promise<object> {
  return (await findFailedTask(ctx, id)) as object
}
