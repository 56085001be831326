import type { JobHelpers } from 'graphile-worker'
import type { Services } from '../api/platform/context.ts'

/** What a job does. It may run more than once, so running it again must be harmless. */
export type JobBody<P extends object> = (services: Services, payload: P, helpers: JobHelpers) => Promise<void>
