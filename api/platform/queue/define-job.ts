/** Contract of a background job. The slice that needs it declares it; `jobs/registry.ts` supplies the body. */
export interface JobContract<P extends object> {
  readonly name: string
  readonly maxAttempts: number
  /** Jobs with one key wait as one: a later request joins the waiting one. */
  readonly jobKey: ((payload: P) => string) | null
}

export interface PendingJob {
  readonly name: string
  readonly payload: object
  readonly maxAttempts: number
  readonly jobKey: string | null
  readonly runAt: Date | null
}

/** Declares a job contract. Handlers run at least once, so bodies are idempotent. */
export function defineJob<P extends object>(definition: {
  name: string
  maxAttempts?: number
  jobKey?: (payload: P) => string
}): JobContract<P> {
  return { name: definition.name, maxAttempts: definition.maxAttempts ?? 5, jobKey: definition.jobKey ?? null }
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
  })
}
