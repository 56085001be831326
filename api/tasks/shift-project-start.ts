import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { projectStartShifted } from './task.events.ts'

/** A task planned before its project begins moves the project's start back to it. */
export async function shiftProjectStart(
  ctx: Ctx<unknown>,
  projectId: string,
  plannedStart: string | null,
): Promise<void> {
  if (plannedStart === null) return
  const syncSeq = await lockProject(ctx, projectId)
  const moved = await sql(
    ctx,
    `update projects set start_date = $2, server_version = server_version + 1, sync_seq = $3, updated_at = now()
     where id = $1 and start_date > $2::date returning 1 as moved`,
    [projectId, plannedStart, syncSeq],
  )
  if (moved.length > 0) emit(ctx, projectStartShifted, { projectId, payload: { id: projectId } })
}
