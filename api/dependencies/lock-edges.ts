import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { lockProject } from '../projects/project-lock.ts'

/**
 * Takes the locks a write of links needs and answers the projects whose links can lie on one cycle with them: the
 * project alone, or all of its program once a link crosses projects there. Links of one program are then decided one
 * writer at a time, because a cycle can run through projects that no single writer touches.
 */
export async function lockEdgeProjects(
  ctx: Ctx<unknown>,
  link: { programId: string | null; projectIds: readonly string[] },
): Promise<string[]> {
  const projectIds = [...new Set(link.projectIds)].sort()
  const { programId } = link
  const isProgramWide = programId !== null && (projectIds.length > 1 || (await hasCrossLinks(ctx, programId)))
  if (programId !== null && isProgramWide) await lockProgramLinks(ctx, programId)
  for (const projectId of projectIds) await lockProject(ctx, projectId)
  if (programId === null || !(isProgramWide || (await hasCrossLinks(ctx, programId)))) return projectIds
  const rows = await sql<{ id: string }>(ctx, 'select id from projects where program_id = $1 and not is_deleted', [
    programId,
  ])
  return rows.map((row) => row.id)
}

/** Serialises the writers of links of one program that has links across projects. */
async function lockProgramLinks(ctx: Ctx<unknown>, programId: string): Promise<void> {
  await sql(ctx, 'select pg_advisory_xact_lock(hashtextextended($1, 7317011))', [programId])
}

/** Whether any live link, pending ones included, crosses projects of the program. */
async function hasCrossLinks(ctx: Ctx<unknown>, programId: string): Promise<boolean> {
  const row = await sqlOne(
    ctx,
    `select 1 from dependencies d join projects p on p.id = d.predecessor_project_id
     where p.program_id = $1 and not d.is_deleted and d.predecessor_project_id <> d.successor_project_id limit 1`,
    [programId],
  )
  return row !== undefined
}
