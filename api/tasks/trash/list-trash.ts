import { z } from 'zod'
import { findProjectScope, withScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { badRequest } from '../task.errors.ts'
import { canDeleteTask } from '../task.policy.ts'
import { loadTrash } from './trash.queries.ts'

const MAX_ROWS = 200
const DAY_MS = 86_400_000

export const trashQuery = z.object({ project: z.string().optional() })

export const trashReply = z
  .object({
    results: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        wbs_path: z.string(),
        type: z.string(),
        status: z.string(),
        deleted_at: z.string().nullable(),
        days_remaining: z.int().nullable(),
        retention_days: z.int().nullable(),
        subtree_count: z.int(),
        can_restore: z.boolean(),
      }),
    ),
    truncated: z.boolean(),
  })
  .meta({ id: 'TaskTrash' })

/** Deleted tasks of one project, newest first; what went with a task from below it is counted in its row. */
export async function listTrash(ctx: Ctx, query: z.output<typeof trashQuery>): Promise<z.output<typeof trashReply>> {
  if (query.project === undefined || !isUuid(query.project)) {
    throw badRequest('The query parameter project must be the UUID of a project.')
  }
  const scope = await findProjectScope(ctx, query.project)
  refuseUnless(scope, notFound)
  const retentionDays = ctx.services.config.tombstoneRetentionDays
  const nowMs = ctx.services.clock.now().getTime()
  const oldest = retentionDays === null ? null : new Date(nowMs - retentionDays * DAY_MS).toISOString()
  const rows = await loadTrash(ctx, scope.projectId, oldest, MAX_ROWS + 1)
  const results = rows.slice(0, MAX_ROWS).map((row) => ({
    id: row.id,
    name: row.name,
    wbs_path: row.wbs_path ?? '',
    type: row.type,
    status: row.status,
    deleted_at: instantText(row.deleted_at),
    days_remaining: retentionDays === null ? null : daysLeft(row.deleted_at, retentionDays, nowMs),
    retention_days: retentionDays,
    subtree_count: row.subtree_count,
    can_restore: canDeleteTask(withScope(ctx, scope), row),
  }))
  return { results, truncated: rows.length > MAX_ROWS }
}

function daysLeft(deletedAt: string, retentionDays: number, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(deletedAt) + retentionDays * DAY_MS - nowMs) / DAY_MS))
}
