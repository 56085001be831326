import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'

/** A project inside one pass. */
export interface PassProject {
  readonly id: string
  readonly startDate: string
  readonly statusDate: string | null
  readonly timezone: string
  readonly estimationMode: string
  readonly programId: string | null
  /** A pass before could not date everything. */
  readonly hasStaleDates: boolean
  /** When its dates were last computed. */
  readonly recalculatedAt: string | null
}

/** Columns of a `PassProject`, of projects `p`. */
export const PASS_PROJECT = `p.id, p.start_date as "startDate", p.status_date as "statusDate", p.timezone,
       p.estimation_mode as "estimationMode", p.program_id as "programId", p.recalculated_at as "recalculatedAt",
       p.dates_stale_since is not null as "hasStaleDates"`

/**
 * The projects one pass must compute together: the project alone, or every live project of its program once an accepted
 * link crosses two of them. In id order; empty when the project is gone.
 */
export async function findPassProjects(ctx: Ctx<unknown>, projectId: string): Promise<PassProject[]> {
  return sql<PassProject>(
    ctx,
    `with asked as (select id, program_id from projects where id = $1 and not is_deleted),
     crossing as (
       select 1 from asked join projects a on a.program_id = asked.program_id and not a.is_deleted
       join dependencies d on d.predecessor_project_id = a.id and d.predecessor_project_id <> d.successor_project_id
         and not d.is_deleted and not d.is_pending
       join projects b on b.id = d.successor_project_id and b.program_id = asked.program_id and not b.is_deleted
       limit 1)
     select ${PASS_PROJECT}
     from asked join projects p on p.id = asked.id
       or (p.program_id = asked.program_id and not p.is_deleted and exists (select 1 from crossing))
     order by p.id`,
    [projectId],
  )
}

/** The project alone, for computations that never span a program. */
export async function loadPassProject(ctx: Ctx<unknown>, projectId: string): Promise<PassProject> {
  const project = await sqlOne<PassProject>(ctx, `select ${PASS_PROJECT} from projects p where p.id = $1`, [projectId])
  if (!project) throw notFound()
  return project
}
