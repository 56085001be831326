import { defineHook } from '../platform/hooks.ts'
import type { ExternalWork } from './my-work.schema.ts'

/** What stands for the caller in systems outside; reading it may ask for what is newer. */
export const readExternalWork = defineHook<null, ExternalWork>('external work')
