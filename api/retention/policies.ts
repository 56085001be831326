import type { Config } from '../platform/settings/config.ts'

/** Records that are removed when they have been kept long enough, by the names that clients use. */
export const POLICY_KEYS = [
  'HISTORY_RETENTION_DAYS',
  'TASK_RUN_RETENTION_DAYS',
  'SVC_WEBHOOK_RETENTION_DAYS',
  'SVC_IMPORT_RETENTION_DAYS',
  'SVC_SYNC_BATCH_RETENTION_HOURS',
  'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS',
] as const
export type PolicyKey = (typeof POLICY_KEYS)[number]

export interface Policy {
  readonly label: string
  readonly note: string
  readonly unit: 'days' | 'hours'
  /** What the settings say, in that unit; null keeps the records for ever. */
  readonly configured: (config: Config) => number | null
  /** Shown where nothing else is known: the value that a policy begins with when it is turned on. */
  readonly usual: number
  readonly mayBeOff: boolean
}

/** The policies as they are by the settings; what an operator stored wins (`kept-for.ts`). */
export const POLICIES: Readonly<Record<PolicyKey, Policy>> = {
  HISTORY_RETENTION_DAYS: {
    label: 'History',
    note: 'Who changed what of projects, tasks and all else. Plans are told as they stood as far back as it reaches.',
    unit: 'days',
    configured: (config) => config.historyRetentionDays,
    usual: 90,
    mayBeOff: true,
  },
  TASK_RUN_RETENTION_DAYS: {
    label: 'Background runs',
    note: 'Simulations in the background that have ended, with their results.',
    unit: 'days',
    configured: (config) => config.taskRunRetentionDays,
    usual: 30,
    mayBeOff: true,
  },
  SVC_WEBHOOK_RETENTION_DAYS: {
    label: 'Webhook deliveries',
    note: 'Deliveries that have ended, with what was sent.',
    unit: 'days',
    configured: (config) => config.webhookRetentionDays,
    usual: 7,
    mayBeOff: true,
  },
  SVC_IMPORT_RETENTION_DAYS: {
    label: 'Uploads of imports',
    note: 'Import requests that have ended, with their summaries.',
    unit: 'days',
    configured: (config) => config.importRetentionDays,
    usual: 7,
    mayBeOff: true,
  },
  SVC_SYNC_BATCH_RETENTION_HOURS: {
    label: 'Batches of offline sync',
    note: 'Answers to batches, which a client that asks again is given. They always end.',
    unit: 'hours',
    configured: (config) => config.syncBatchRetentionHours,
    usual: 24,
    mayBeOff: false,
  },
  SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS: {
    label: 'Deleted projects',
    note: 'Projects in the trash, with everything in them.',
    unit: 'days',
    configured: (config) => config.projectSoftDeleteRetentionDays,
    usual: 30,
    mayBeOff: true,
  },
}
