import type { JobBody } from '../job-body.ts'

/** Removes named queues that no job uses any more; the queue itself never does. */
export const cleanQueueBody: JobBody<object> = async (_services, _payload, helpers) => {
  await helpers.query(
    `delete from graphile_worker._private_job_queues as queue
     where locked_at is null
       and not exists (select from graphile_worker._private_jobs as job where job.job_queue_id = queue.id)`,
  )
}
