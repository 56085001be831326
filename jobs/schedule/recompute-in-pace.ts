import { passFlag } from '../../api/recompute/recompute.jobs.ts'
import type { JobBody } from '../job-body.ts'
import { underWay } from '../under-way.ts'
import { type Pace, pacePasses } from './pace-passes.ts'
import { recomputeProjectBody } from './recompute-project.ts'

let paceOfProcess: Pace | null = null

/** A pass that people wait for, no more often than they can look while they write without a pause. */
export const recomputeInPaceBody: JobBody<{ projectId: string }> = async (services, payload, { job }) => {
  paceOfProcess ??= pacePasses(services.config.recomputeConcurrency - 1)
  const pace = paceOfProcess
  const { projectId } = payload
  // What is asked for meanwhile waits in the queue and not in one of the few slots.
  await underWay([passFlag(projectId)], () => pace.wait(projectId, job.created_at.getTime()))
  const beganMs = Date.now()
  try {
    await recomputeProjectBody(services, payload)
  } finally {
    pace.note(projectId, beganMs)
  }
}
