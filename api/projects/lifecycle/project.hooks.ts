// Links between projects belong to rooms above; what becomes of them when a project returns is supplied at the door.

import { defineHook } from '../../platform/hooks.ts'

/** The locks of every project on whose links the return depends, ahead of any other; the dependencies supply it. */
export const lockLinksOfRestored = defineHook<{
  readonly programId: string | null
  readonly projectIds: readonly string[]
}>('locks of a restored project')

/** Links into other projects that were deleted with the project come back where they may; the tasks supply it. */
export const restoreLinksOf = defineHook<{ readonly projectId: string; readonly deletedAt: Date }>(
  'links of a restored project',
)
