import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import type { RunMonteCarloInput } from '../monte-carlo/monte-carlo.schema.ts'

export const TASK_RUN_STATUSES = ['pending', 'running', 'success', 'failed', 'cancelled'] as const
export type TaskRunStatus = (typeof TASK_RUN_STATUSES)[number]

export const taskRunQuery = z.object(pageQuery)

export const taskRunReply = z
  .object({
    id: z.guid(),
    task_name: z.string(),
    celery_task_id: z.string().describe('the key of its job in the queue'),
    project: z.guid().nullable(),
    initiated_by: z.guid().nullable(),
    status: z.enum(TASK_RUN_STATUSES),
    progress_pct: z.int().nullable(),
    progress_msg: z.string(),
    result_summary: z
      .object({
        run_id: z.guid().nullable().describe('of the history; null where the run is not in it'),
        p50: z.string(),
        p80: z.string(),
        p95: z.string(),
        runs: z.int(),
        extras: z.record(z.string(), z.unknown()).describe('the further fields that were asked for'),
      })
      .nullable(),
    error_detail: z.string(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
  })
  .meta({ id: 'TaskRun' })

export interface BackgroundSimulation {
  readonly input: RunMonteCarloInput
  /** What the person was in the project when they asked. */
  readonly role: number | null
}
