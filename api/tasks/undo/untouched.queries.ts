import { type RawBuilder, sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { ASSIGNED_SINCE } from '../structure/structure.queries.ts'
import type { PasteSnapshot } from './snapshots.ts'

/** Live rows of the project that stand at the version named for them. */
export function findUnchanged(ctx: Ctx<ProjectScope>, versions: PasteSnapshot): Promise<string[]> {
  return unchangedThat(ctx, versions, sql`true`)
}

/** The same without rows that somebody was put on since they were written. */
export function findUnchangedUnassigned(ctx: Ctx<ProjectScope>, versions: PasteSnapshot): Promise<string[]> {
  return unchangedThat(ctx, versions, sql`not ${ASSIGNED_SINCE}`)
}

async function unchangedThat(
  ctx: Ctx<ProjectScope>,
  versions: PasteSnapshot,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select t.id from unnest(${Object.keys(versions)}::uuid[], ${Object.values(versions)}::int[]) as s(id, version)
    join tasks t on t.id = s.id and t.server_version = s.version and not t.is_deleted
    where t.project_id = ${ctx.scope.projectId} and ${condition}`.execute(tables(ctx))
  return found.rows.map((row) => row.id)
}
