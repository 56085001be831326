import { presentTaskCard } from '../dependencies/dependency.present.ts'
import { findCardDates, findLinkEnds } from '../dependencies/link-end.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { SlipRow } from './slip-conflict.queries.ts'

/** The task it waits for is told by its card alone, whoever may see its project: that is what one is waiting for. */
export async function presentSlips(ctx: Ctx<unknown>, rows: readonly SlipRow[]): Promise<object[]> {
  const taskIds = [...new Set(rows.flatMap((row) => row.predecessor_id ?? []))]
  const ends = await findLinkEnds(ctx, taskIds)
  const dates = await findCardDates(ctx, taskIds)
  return rows.map((row) => ({
    id: row.id,
    sprint: row.sprint_id,
    sprint_name: row.sprint_name,
    sprint_finish_date: row.sprint_finish_date,
    task: row.task_id,
    task_name: row.task_name,
    task_hex_id: `${row.code}-T-${row.number}`,
    project_id: row.project_id,
    dependency: row.live_dependency_id,
    upstream_task:
      row.predecessor_id === null ? null : presentTaskCard(ends.get(row.predecessor_id), dates.get(row.predecessor_id)),
    pushed_to: row.pushed_to,
    detected_at: instantText(row.detected_at),
    re_slip_count: row.re_slip_count,
    resolution: row.resolution,
    resolved_at: instantText(row.resolved_at),
    acknowledged_by: row.acknowledged_by_id,
    acknowledged_by_name: row.acknowledged_by_id === null ? null : row.acknowledged_by_name,
    acknowledged_at: instantText(row.acknowledged_at),
    is_open: row.resolution === 'unresolved' && row.acknowledged_at === null,
  }))
}
