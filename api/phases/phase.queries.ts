import { sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { lockProject } from '../projects/project-lock.ts'

export interface PhaseRow {
  readonly id: string
  readonly name: string
  readonly color: string | null
  readonly priority_rank: number | null
  readonly wbs_path: string | null
  readonly task_count: number
  readonly server_version: number
}

/**
 * The phases of the project in their order: what was ranked, then by place. Paths are arrays whose first label is that of the
 * phase, so one pass over the tree counts what each holds; joined, counts of a flat plan would meet each of its rows.
 */
export async function findPhases(ctx: Ctx<ProjectScope>): Promise<PhaseRow[]> {
  const found = await sql<PhaseRow>`
    select t.id, t.name, c.color, t.priority_rank, array_to_string(t.wbs_order, '.') as wbs_path,
      t.task_count, t.server_version
    from (select id, name, parent_id, priority_rank, wbs_order, server_version,
        count(*) over (partition by wbs_order[1])::int as task_count
      from tasks where project_id = ${ctx.scope.projectId} and not is_deleted and wbs_order is not null) t
    left join phase_colors c on c.task_id = t.id
    where t.parent_id is null
    order by t.priority_rank nulls last, t.wbs_order, t.id`.execute(tables(ctx))
  return found.rows
}

export async function loadPhase(ctx: Ctx<ProjectScope>, id: string): Promise<PhaseRow> {
  const found = await sql<PhaseRow>`
    select t.id, t.name, c.color, t.priority_rank, array_to_string(t.wbs_order, '.') as wbs_path, t.server_version,
      (select count(*)::int from tasks d where d.project_id = t.project_id and not d.is_deleted
         and d.wbs_order[1] = t.wbs_order[1]) as task_count
    from tasks t left join phase_colors c on c.task_id = t.id
    where t.id = ${id} and ${IS_PHASE(ctx)}`.execute(tables(ctx))
  const row = found.rows[0]
  refuseUnless(row, notFound)
  return row
}

/** A row at the top of the tree, whether anything stands below it yet or not. */
const IS_PHASE = (ctx: Ctx<ProjectScope>) => sql<boolean>`t.project_id = ${ctx.scope.projectId} and not t.is_deleted
  and t.parent_id is null and t.wbs_order is not null`

/** Gives a phase its colour, or none; false when it had that already. */
export async function savePhaseColor(db: Db, taskId: string, color: string | null): Promise<boolean> {
  if (color === null) {
    const removed = await tables(db).deleteFrom('phase_colors').where('task_id', '=', taskId).executeTakeFirst()
    return removed.numDeletedRows > 0n
  }
  const saved = await sql`insert into phase_colors (task_id, color) values (${taskId}, ${color})
    on conflict (task_id) do update set color = excluded.color where phase_colors.color <> excluded.color
    returning 1`.execute(tables(db))
  return saved.rows.length > 0
}

/** Ranks phases by tens in the order of their ids; those that stand there already are left alone. */
export async function savePhaseRanks(ctx: Ctx<ProjectScope>, ids: readonly string[]): Promise<number> {
  const { projectId } = ctx.scope
  const saved = await sql`update tasks t set priority_rank = placed.rank::int * 10,
      sync_seq = ${await lockProject(ctx, projectId)}, server_version = server_version + 1
    from unnest(${ids}::uuid[]) with ordinality as placed(id, rank)
    where t.id = placed.id and t.project_id = ${projectId}
      and t.priority_rank is distinct from placed.rank::int * 10 returning 1`.execute(tables(ctx))
  return saved.rows.length
}
