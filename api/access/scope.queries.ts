import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { programMemberships, projectMemberships } from './memberships.queries.ts'

/** A live project with the caller's role in it, which is null for who is no member. */
export function findProjectWithRole(ctx: Ctx<unknown>, projectId: string) {
  return tables(ctx)
    .selectFrom('projects as p')
    .leftJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['p.id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('p.id', '=', projectId)
    .where('p.is_deleted', '=', false)
    .executeTakeFirst()
}

/** The same of a program. */
export function findProgramWithRole(ctx: Ctx<unknown>, programId: string) {
  return tables(ctx)
    .selectFrom('programs as g')
    .leftJoin(programMemberships(ctx, actorId(ctx)), 'pm.program_id', 'g.id')
    .select(['g.id', 'g.code', 'g.is_closed', 'pm.role'])
    .where('g.id', '=', programId)
    .where('g.is_deleted', '=', false)
    .executeTakeFirst()
}
