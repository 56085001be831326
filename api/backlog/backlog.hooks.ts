import { defineHook } from '../platform/hooks.ts'

/** Labels a task that was made of a backlog item by the tags of the item. */
export const labelPulledTask = defineHook<{
  readonly projectId: string
  readonly taskId: string
  readonly tags: readonly string[]
}>('labels of a task pulled from a backlog')
