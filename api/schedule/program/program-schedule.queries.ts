import type { ProgramScope } from '../../access/program-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { agentFilter, DEFAULT_PROJECT_ORDER } from '../../projects/project.queries.ts'
import { IS_SCHEDULABLE } from '../../tasks/schedulable.ts'
import { PASS_PROJECT, type PassProject } from '../pass-project.queries.ts'

export interface MemberProject extends PassProject {
  readonly name: string
  /** The caller is a member of the project; a role in the program opens none. */
  readonly isReadable: boolean
}

/** The live projects of the program. For agents those that opted out are no part of it. */
export async function findMemberProjects(ctx: Ctx<ProgramScope>): Promise<MemberProject[]> {
  const conditions = agentFilter(ctx).map((condition) => ` and ${condition}`)
  return sql<MemberProject>(
    ctx,
    `select ${PASS_PROJECT}, p.name, m.id is not null as "isReadable" from projects p
     left join project_members m on m.project_id = p.id and m.account_id = $2 and not m.is_deleted
     where p.program_id = $1 and not p.is_deleted${conditions.join('')}
     order by ${DEFAULT_PROJECT_ORDER}, p.id`,
    [ctx.scope.programId, actorId(ctx)],
  )
}

/** Background passes have no such bound; a reader waits for an answer. */
export const MAX_PROGRAM_TASKS = 5000

export interface CrossingLink {
  readonly predecessor: string
  readonly predecessorProject: string
  readonly successor: string
  readonly successorProject: string
  readonly type: string
  readonly lag: number
  readonly lagUnit: 'working' | 'elapsed'
}

/** Accepted links from one of the projects to another. */
export async function findCrossingLinks(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<CrossingLink[]> {
  return sql<CrossingLink>(
    ctx,
    `select predecessor_id as predecessor, predecessor_project_id as "predecessorProject", successor_id as successor,
       successor_project_id as "successorProject", dep_type as type, lag, lag_unit as "lagUnit"
     from dependencies where predecessor_project_id = any($1::uuid[]) and successor_project_id = any($1::uuid[])
       and predecessor_project_id <> successor_project_id and not is_deleted and not is_pending order by id`,
    [projectIds],
  )
}

/** Whether the projects have more schedulable tasks than `most`; stops counting there. */
export async function hasMoreTasks(ctx: Ctx<unknown>, projectIds: readonly string[], most: number): Promise<boolean> {
  const row = await sqlOne<{ count: number }>(
    ctx,
    `select count(*)::int as count from
       (select 1 from tasks t where t.project_id = any($1::uuid[]) and ${IS_SCHEDULABLE} limit $2) as counted`,
    [projectIds, most + 1],
  )
  return (row?.count ?? 0) > most
}
