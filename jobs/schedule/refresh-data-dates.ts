import { civilDay } from '../../api/platform/clock.ts'
import type { Services } from '../../api/platform/context.ts'
import { sql } from '../../api/platform/db/sql.ts'
import { requestRecompute } from '../../api/schedule/request-recompute.ts'

interface DatedProject {
  id: string
  timezone: string
  recalculated_at: string
}

/**
 * A project without a status date takes today for it, so its dates go stale at midnight. Left alone are projects with
 * nothing unfinished, and programs computed as one, which have no data date.
 */
export async function refreshDataDatesBody(services: Services): Promise<void> {
  await services.systemContext(async (ctx) => {
    const projects = await sql<DatedProject>(
      ctx,
      `with joined as materialized (
         select distinct a.program_id from dependencies d
         join projects a on a.id = d.predecessor_project_id join projects b on b.id = d.successor_project_id
         where d.predecessor_project_id <> d.successor_project_id and not d.is_deleted and not d.is_pending
           and a.program_id = b.program_id and not a.is_deleted and not b.is_deleted)
       select p.id, p.timezone, p.recalculated_at from projects p
       where p.status_date is null and p.recalculated_at is not null and not p.is_deleted and not p.is_archived
         and not exists (select 1 from joined where joined.program_id = p.program_id)
         and exists (select 1 from tasks t where t.project_id = p.id and not t.is_deleted and t.actual_finish is null
           and t.percent_complete < 100)`,
    )
    for (const { id, timezone, recalculated_at } of projects) {
      const zone = timezone || 'UTC'
      if (civilDay(new Date(recalculated_at), zone) < services.clock.today(zone)) requestRecompute(ctx, id)
    }
  })
}
