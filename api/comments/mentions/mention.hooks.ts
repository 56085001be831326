import { defineHook } from '../../platform/hooks.ts'

/** Groups that people made themselves, by folded name, with whom each reaches; the first of a name is the one meant. */
export const reachGroups = defineHook<
  { readonly projectId: string; readonly programId: string | null; readonly keys: readonly string[] },
  readonly { readonly key: string; readonly accountIds: readonly string[] }[]
>('reachGroups')
