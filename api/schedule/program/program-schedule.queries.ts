import { sql } from 'kysely'
import { agentMayRead } from '../../access/agent-consent.queries.ts'
import { projectMemberships } from '../../access/memberships.queries.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { schedulable } from '../../tasks/schedulable.queries.ts'
import { type PassProject, passProjects } from '../pass-project.queries.ts'

export interface MemberProject extends PassProject {
  readonly name: string
  /** The caller is a member of the project; a role in the program opens none. */
  readonly is_readable: boolean
}

/** What a simulation of a program needs of its scope: whoever reads a project of it is told its finish. */
export type OfProgram = Pick<ProgramScope, 'programId'>

/** The live projects of the program in the order of lists. For agents those that opted out are no part of it. */
export function findMemberProjects(ctx: Ctx<OfProgram>): Promise<MemberProject[]> {
  return passProjects(ctx)
    .leftJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['p.name', sql<boolean>`m.project_id is not null`.as('is_readable')])
    .where('p.program_id', '=', ctx.scope.programId)
    .where('p.is_deleted', '=', false)
    .where(agentMayRead(ctx, 'p'))
    .orderBy('p.start_date')
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
}

/** Background passes have no such bound; a reader waits for an answer. */
export const MAX_PROGRAM_TASKS = 5000

/** Accepted links from one of the projects to another. */
export function findCrossingLinks(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('dependencies')
    .select(['predecessor_id', 'predecessor_project_id', 'successor_id', 'successor_project_id'])
    .select(['dep_type', 'lag', 'lag_unit'])
    .where('predecessor_project_id', '=', anyOf(projectIds))
    .where('successor_project_id', '=', anyOf(projectIds))
    .whereRef('predecessor_project_id', '<>', 'successor_project_id')
    .where('is_deleted', '=', false)
    .where('is_pending', '=', false)
    .orderBy('id')
    .execute()
}

/** Whether the projects have more schedulable tasks than `most`; stops counting there. */
export async function hasMoreTasks(db: Db, projectIds: readonly string[], most: number): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('tasks as t')
    .select('t.id')
    .where('t.project_id', '=', anyOf(projectIds))
    .where(schedulable)
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
