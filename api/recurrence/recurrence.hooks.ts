import { defineHook } from '../platform/hooks.ts'

/** Tasks that a rule has made, which get the files and links of their template. */
export interface MadeOf {
  readonly projectId: string
  readonly templateId: string
  readonly taskIds: readonly string[]
}

export const handOnAttachments = defineHook<MadeOf>('tasks get the attachments of their template')
