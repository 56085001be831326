import { defineHook } from '../platform/hooks.ts'

/** Tasks that a rule has made, which get the files and links of their template. */
export interface MadeOf {
  readonly projectId: string
  readonly templateId: string
  readonly taskIds: readonly string[]
}

/** Tasks whose day has come, and the project that holds them. */
export interface DayCome {
  readonly projectId: string
  readonly taskIds: readonly string[]
}

export const tellOfDay = defineHook<DayCome>('people are told of the tasks that their day has come for')
export const handOnAttachments = defineHook<MadeOf>('tasks get the attachments of their template')
