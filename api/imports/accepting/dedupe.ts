import { z } from 'zod'
import { actorId, type Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { fieldError } from '../../platform/errors.ts'
import { findSameImport, findSameProjectImport } from '../import.queries.ts'
import type { ImportKind } from '../import-kinds.ts'

export const dedupeField = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'a name of your own for this upload: one that was accepted under it before is told again, not imported twice',
  )

/** The form field by which a caller names an upload, so that sending it again after a lost answer imports it once. */
export function dedupeKeyOf(fields: Readonly<Record<string, string>> | undefined): string | null {
  const key = fields?.dedupe_key
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw fieldError('dedupe_key', 'Use 1 to 200 printable ASCII characters.')
  return key
}

/** The import of the same name into the project. Two at once wait for each other, and the second finds the first. */
export async function findEarlierUpload(
  ctx: Ctx<unknown>,
  dedupeKey: string | null,
  { kind, projectId }: { readonly kind: ImportKind; readonly projectId: string },
) {
  if (dedupeKey === null) return undefined
  await lockByName(ctx, 'importOfDedupeKey', dedupeKey)
  return findSameImport(ctx, { dedupeKey, kind, projectId })
}

/** The same for files that make a project: the caller's own import of that name, as long as its project lives. */
export async function findEarlierProjectUpload(ctx: Ctx<unknown>, dedupeKey: string | null) {
  if (dedupeKey === null) return undefined
  await lockByName(ctx, 'importOfDedupeKey', dedupeKey)
  return findSameProjectImport(ctx, { dedupeKey, accountId: actorId(ctx) })
}
