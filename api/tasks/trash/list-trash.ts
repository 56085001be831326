import { z } from 'zod'
import { findProjectScope, withScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText, sql } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { badRequest } from '../task.errors.ts'
import { canDeleteTask } from '../task.policy.ts'

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

interface TrashRow {
  id: string
  name: string
  wbs_path: string | null
  type: string
  status: string
  deleted_at: string
  assignee_id: string | null
  subtree_count: number
}

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
  const rows = await sql<TrashRow>(ctx, TRASH, [scope.projectId, oldest])
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

/** A row is shown unless it went together with the task above it. */
const TRASH = `
  with recursive deleted as (
    select t.* from tasks t where t.project_id = $1 and t.is_deleted and t.deleted_at is not null
      and ($2::timestamptz is null or t.deleted_at >= $2::timestamptz)
  ), shown as (
    select d.* from deleted d where not exists (
      select 1 from deleted p where p.id = d.parent_id and p.deleted_at = d.deleted_at)
    order by d.deleted_at desc, d.id limit ${MAX_ROWS + 1}
  ), below as (
    select s.id as root, s.id, s.deleted_at from shown s
    union all
    select b.root, c.id, c.deleted_at from below b join deleted c on c.parent_id = b.id and c.deleted_at = b.deleted_at
  )
  select s.id, s.name, array_to_string(s.wbs_order, '.') as wbs_path, s.type, s.status, s.deleted_at, s.assignee_id,
    (select count(*)::int - 1 from below b where b.root = s.id) as subtree_count
  from shown s order by s.deleted_at desc, s.id`

function daysLeft(deletedAt: string, retentionDays: number, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(deletedAt) + retentionDays * DAY_MS - nowMs) / DAY_MS))
}
