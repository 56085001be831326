import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, tables } from '../../database.ts'

/** Notes a visit unless one was noted since; true when it was noted. */
export async function saveVisit(
  db: Db,
  visit: { readonly accountId: string; readonly projectId: string; readonly at: Date; readonly unlessSince: Date },
): Promise<boolean> {
  const visitedAt = visit.at.toISOString()
  const saved = await tables(db)
    .insertInto('project_visits')
    .values({ account_id: visit.accountId, project_id: visit.projectId, visited_at: visitedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'project_id'])
        .doUpdateSet({ visited_at: visitedAt })
        .where('project_visits.visited_at', '<=', visit.unlessSince.toISOString()),
    )
    .executeTakeFirst()
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Projects in use that the person visited last and is still a member of. */
export function findRecentProjects(db: Db, accountId: string, limit: number) {
  return tables(db)
    .selectFrom('project_visits as v')
    .innerJoin('projects as p', 'p.id', 'v.project_id')
    .innerJoin(projectMemberships(db, accountId), 'm.project_id', 'p.id')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .select(['p.id', 'p.name', 'p.program_id', 'g.name as program_name', 'v.visited_at'])
    .where('v.account_id', '=', accountId)
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .orderBy('v.visited_at', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}
