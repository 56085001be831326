import { defineHook } from '../platform/hooks.ts'

/** What is owed to one task that was just written, before it is shown to who wrote it. Batches owe it before the commit. */
export const afterTaskWrite = defineHook<{ readonly projectId: string }>('after a task was written')
