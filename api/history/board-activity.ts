import { z } from 'zod'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { wholeText } from '../platform/http/list-query.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { ACTIVITY_TYPES, type ActivityRow, findActivity } from './board-activity.queries.ts'
import { loadNames } from './name-values.ts'
import { instantOf } from './read-changelog.ts'
import { presentDiff, textOf } from './read-history.ts'
import { hiddenColumns } from './visible-columns.ts'

const DEFAULT_LIMIT = 50
const LARGEST_LIMIT = 100

export const activityQuery = z.object({
  until: z.string().optional().describe('events before this instant: `next_until` of the page before'),
  since: z.string().optional().describe('an instant or a day'),
  actor: wireId.optional().describe('id of an account'),
  type: z.string().optional().describe(ACTIVITY_TYPES.join(', ')),
  sprint: wireId.optional(),
  limit: wholeText(1).optional().describe('rows in the answer'),
})

const instant = z.string().meta({ format: 'date-time' })
export const activityReply = z
  .object({
    results: z.array(
      z
        .object({
          id: z.string(),
          event_type: z.enum(ACTIVITY_TYPES),
          actor: z.string().nullable(),
          actor_id: z.guid().nullable(),
          timestamp: instant,
          task_id: z.guid(),
          task_name: z.string(),
          sprint_id: z.guid().nullable(),
          scope_change_status: z.string().nullable(),
          changes: z.array(
            z
              .object({ field: z.string(), old: z.string().nullable(), new: z.string().nullable() })
              .meta({ id: 'BoardActivityChange' }),
          ),
        })
        .meta({ id: 'BoardActivityEvent' }),
    ),
    next_until: instant.nullable(),
  })
  .meta({ id: 'BoardActivityResponse' })

/** What happened to the tasks of a project, the newest first. A type that nobody knows matches nothing. */
export async function readBoardActivity(ctx: Ctx<ProjectScope>, query: z.output<typeof activityQuery>) {
  const limit = limitOf(query.limit)
  const found = await findActivity(ctx, {
    types: ACTIVITY_TYPES.filter((type) => !query.type || type === query.type),
    since: instantOf('since', query.since)?.toISOString() ?? null,
    until: instantOf('until', query.until)?.toISOString() ?? null,
    actorId: query.actor ?? null,
    sprintId: query.sprint ?? null,
    hidden: await hiddenColumns(ctx),
    limit: limit + 1,
  })
  const rows = pageBetweenInstants(found, limit)
  const { nameOf } = await loadNames(
    ctx,
    rows.map((row) => row.changes),
  )
  return {
    results: rows.map((row) => presentEvent(row, (column, value) => textOf(nameOf(column, value)))),
    next_until: found.length > rows.length ? instantText(rows.at(-1)?.at) : null,
  }
}

/**
 * Pages end between two instants, because the next one begins before an instant. Where one save wrote more tasks than a
 * page holds, the page shows as many of them as it holds and the next begins before that save.
 */
export function pageBetweenInstants<Row extends { readonly at: string }>(
  found: readonly Row[],
  limit: number,
): readonly Row[] {
  const beyond = found[limit]
  if (beyond === undefined) return found
  const whole = found.slice(0, limit).filter((row) => row.at !== beyond.at)
  return whole.length > 0 ? whole : found.slice(0, limit)
}

function presentEvent({ at, changes, ...row }: ActivityRow, show: (column: string, value: unknown) => string | null) {
  return {
    id: row.id,
    event_type: row.event_type,
    actor: row.actor,
    actor_id: row.actor_id,
    timestamp: instantText(at),
    task_id: row.task_id,
    task_name: row.task_name,
    sprint_id: row.sprint_id,
    scope_change_status: row.scope_change_status,
    changes: row.event_type === 'task_deleted' ? [] : presentDiff(changes ?? {}, show),
  }
}

function limitOf(asked: string | undefined): number {
  const limit = Number(asked)
  return Number.isSafeInteger(limit) && limit > 0 ? Math.min(limit, LARGEST_LIMIT) : DEFAULT_LIMIT
}
