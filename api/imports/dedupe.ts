import { actorId, type Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'

/** The form field by which a caller names an upload, so that sending it again after a lost answer imports it once. */
export function dedupeKeyOf(fields: Readonly<Record<string, string>> | undefined): string | null {
  const key = fields?.dedupe_key
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw fieldError('dedupe_key', 'Use 1 to 200 printable ASCII characters.')
  return key
}

interface KnownImport {
  id: string
  projectId: string
}

/** A failed or undone import does not count: its file may be sent again. */
const COUNTS = `r.status in ('pending', 'dispatched', 'done')`

/** The import of the same name into the project. Two at once wait for each other, and the second finds the first. */
export async function findSameImport(
  ctx: Ctx<unknown>,
  dedupeKey: string | null,
  { kind, projectId }: { kind: string; projectId: string },
): Promise<KnownImport | undefined> {
  if (dedupeKey === null) return undefined
  await lockByName(ctx, 'importOfDedupeKey', dedupeKey)
  return sqlOne<KnownImport>(
    ctx,
    `select r.id, r.project_id as "projectId" from import_requests r
     where r.dedupe_key = $1 and r.project_id = $2 and r.kind = $3 and ${COUNTS} limit 1`,
    [dedupeKey, projectId, kind],
  )
}

/** The same for files that make a project: the caller's own import of that name, as long as its project lives. */
export async function findSameProjectImport(
  ctx: Ctx<unknown>,
  dedupeKey: string | null,
): Promise<KnownImport | undefined> {
  if (dedupeKey === null) return undefined
  await lockByName(ctx, 'importOfDedupeKey', dedupeKey)
  return sqlOne<KnownImport>(
    ctx,
    `select r.id, r.project_id as "projectId" from import_requests r join projects p on p.id = r.project_id
     where r.dedupe_key = $1 and r.requested_by_id = $2 and r.creates_project and not p.is_deleted and ${COUNTS} limit 1`,
    [dedupeKey, actorId(ctx)],
  )
}
