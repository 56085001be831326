import type { Services } from '../../platform/context.ts'
import { isUuid } from '../../platform/ids.ts'
import { type Failure, findUnnotedDead, settleRevived, upsertFailure } from './failed-task.queries.ts'

const MAX_MESSAGE = 2_000
const MAX_TRACEBACK = 20_000
/** Jobs noted in one sweep. */
const MAX_SWEPT = 500

/** A job as the queue knows it. */
export interface GivenUpJob {
  readonly id: string
  readonly task_identifier: string
  readonly payload: unknown
}

/** Notes that a job failed at its last attempt. The first time is told in the log, for whoever is to be woken. */
export async function noteFailure(services: Services, job: GivenUpJob, error: unknown): Promise<void> {
  const failed = error instanceof Error ? error : new Error(String(error))
  await note(services, {
    jobId: job.id,
    taskName: job.task_identifier,
    payload: objectOf(job.payload),
    type: failed.name,
    message: failed.message,
    traceback: failed.stack ?? '',
  })
}

/** Notes jobs whose process ended at every attempt, so that nobody was left to say so, and those that came back since. */
export async function noteSilentFailures(services: Services): Promise<void> {
  await services.systemContext((ctx) => settleRevived(ctx, services.clock.now()))
  const jobs = await services.systemContext((ctx) => findUnnotedDead(ctx, MAX_SWEPT))
  for (const { id, task_name, payload, last_error } of jobs)
    await note(services, {
      jobId: id,
      taskName: task_name,
      payload: objectOf(payload),
      type: 'ProcessEnded',
      message: last_error ?? 'its worker process ended at every attempt',
      traceback: '',
    })
}

async function note(services: Services, failure: Omit<Failure, 'at' | 'projectId'>): Promise<void> {
  const { projectId } = failure.payload
  const count = await services.systemContext((ctx) =>
    upsertFailure(ctx, {
      ...failure,
      projectId: typeof projectId === 'string' && isUuid(projectId) ? projectId : null,
      message: plain(failure.message).slice(0, MAX_MESSAGE),
      traceback: plain(failure.traceback).slice(0, MAX_TRACEBACK),
      at: services.clock.now(),
    }),
  )
  if (count === 1) services.log.error({ job: failure.jobId, task: failure.taskName }, 'a job was given up')
}

const objectOf = (payload: unknown) =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    ? (payload as Record<string, unknown>)
    : { value: payload }

/** PostgreSQL stores no null characters. */
const plain = (text: string) => text.replaceAll('\0', '')
