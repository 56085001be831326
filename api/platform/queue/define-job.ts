/**
 * Kinds of work that take no slots from each other, so that a heap of the one does not hold the other up: computing
 * dates, which people wait for, and everything else.
 */
export const LANES = ['schedule', 'work'] as const
export type Lane = (typeof LANES)[number]

/** Contract of a background job. The slice that needs it declares it; `jobs/registry.ts` supplies the body. */
export interface JobContract<P extends object> {
  readonly name: string
  readonly maxAttempts: number
  /** Jobs with one key wait as one: a later request joins the waiting one. */
  readonly jobKey: ((payload: P) => string) | null
  readonly lane: Lane
  /** What a job works on alone: a process does not begin it while one of the same name is under way. */
  readonly flag: ((payload: P) => string) | null
  /** Jobs of a lower number begin before others that have waited longer; 0 where nothing is said. */
  readonly priority: number
}

export interface PendingJob {
  readonly name: string
  readonly payload: object
  readonly maxAttempts: number
  readonly jobKey: string | null
  readonly runAt: Date | null
  readonly flag: string | null
  readonly priority: number
}

/** What a contract says beside its name, where it is not as usual. */
export interface JobOptions<P extends object> {
  readonly maxAttempts?: number
  readonly jobKey?: (payload: P) => string
  readonly lane?: Lane
  readonly flag?: (payload: P) => string
  readonly priority?: number
}

/** Declares a job contract. Handlers run at least once, so bodies are idempotent. */
export function defineJob<P extends object>(definition: { readonly name: string } & JobOptions<P>): JobContract<P> {
  const { name, maxAttempts = 5, jobKey = null, lane = 'work', flag = null, priority = 0 } = definition
  return { name, maxAttempts, jobKey, lane, flag, priority }
}

/** Asks for a job; the row is written in the open transaction. */
export function enqueue<P extends object>(
  ctx: { readonly jobs: PendingJob[] },
  job: JobContract<P>,
  payload: P,
  options: { runAt?: Date } = {},
): void {
  ctx.jobs.push({
    name: job.name,
    payload,
    maxAttempts: job.maxAttempts,
    jobKey: job.jobKey?.(payload) ?? null,
    runAt: options.runAt ?? null,
    flag: job.flag?.(payload) ?? null,
    priority: job.priority,
  })
}
