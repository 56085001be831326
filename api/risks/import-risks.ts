import { readFile } from 'node:fs/promises'
import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import type { MultipartBody, UploadedFile } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { type RiskSheet, readRiskSheet } from './read-risk-sheet.ts'
import { risksImported } from './risk.events.ts'
import { insertRisks, membersByName, reserveRiskNumbers } from './risk.queries.ts'

/** Reads the file of an upload before a transaction is open. */
export async function readUploadedRisks(upload: MultipartBody | null): Promise<RiskSheet> {
  const file = upload?.file as UploadedFile
  return readRiskSheet(await readFile(file.path), file.fileName)
}

/** Stores what can be stored of a register, and says of each other row why not. One event tells of all. */
export async function importRisks(ctx: Ctx<ProjectScope>, { risks, errors, warnings }: RiskSheet) {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const memberOf = await memberFinder(ctx)
  const first = await reserveRiskNumbers(ctx, risks.length)
  const rows = risks.map(({ row, owner, ...risk }, at) => {
    const ownerId = memberOf(owner)
    if (owner !== '' && ownerId === null)
      warnings.push({ row, field: 'owner', message: 'Not a member of the project.' })
    return {
      ...risk,
      id: newId(),
      project_id: projectId,
      sync_seq: syncSeq,
      number: first + at,
      owner_id: ownerId,
      created_by_id: actorId(ctx),
    }
  })
  if (rows.length > 0) {
    await insertRisks(ctx, rows)
    const ids = rows.map(({ id }) => id)
    emit(ctx, risksImported, { projectId, payload: { count: ids.length, ids } })
  }
  const skipped = new Set(errors.map(({ row }) => row)).size
  return { imported: rows.length, skipped, errors, warnings: warnings.toSorted((a, b) => a.row - b.row) }
}

/** A member by id, address or user name, whatever the case. */
async function memberFinder(ctx: Ctx<ProjectScope>): Promise<(name: string) => string | null> {
  const idOf = new Map<string, string>()
  for (const { id, username, email } of await membersByName(ctx))
    for (const name of [id, username, email]) if (name) idOf.set(name.toLowerCase(), id)
  return (name) => idOf.get(name.toLowerCase()) ?? null
}
