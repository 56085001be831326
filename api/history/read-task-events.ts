import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { pageBetweenInstants } from './board-activity.ts'
import { loadNames } from './name-values.ts'
import { instantOf } from './read-changelog.ts'
import { presentDiff, textOf } from './read-history.ts'
import { EVENT_SOURCES, findTaskEvents } from './task-events.queries.ts'
import { hiddenColumns } from './visible-columns.ts'

const DEFAULT_LIMIT = 20
const LARGEST_LIMIT = 100

export interface EventsQuery {
  readonly include?: string | undefined
  readonly until?: string | undefined
  readonly page_size?: string | undefined
}

/**
 * What happened to a task, of its fields and of what hangs on it, the newest first. Pages follow one another by instants,
 * so that the way back has no end before the task was made: nothing is cut off.
 */
export async function readTaskEvents(ctx: Ctx<ProjectTaskScope>, query: EventsQuery): Promise<object> {
  const sources = sourcesOf(query.include ?? '')
  const limit = limitOf(query.page_size)
  const until = instantOf('until', query.until)?.toISOString() ?? null
  const hidden = await hiddenColumns(ctx)
  const found = await findTaskEvents(ctx, { sources: ['fields', ...sources], until, hidden, limit: limit + 1 })
  const rows = pageBetweenInstants(found, limit)
  const { nameOf } = await loadNames(
    ctx,
    rows.map((row) => row.changes),
  )
  const show = (column: string, value: unknown) => textOf(nameOf(column, value))
  return {
    results: rows.map(({ event_type, actor, at, detail, changes }) => ({
      ...{ event_type, actor, timestamp: instantText(at) },
      detail: changes === null ? detail : { ...detail, changes: presentDiff(changes, show) },
    })),
    next_until: found.length > rows.length ? instantText(rows.at(-1)?.at) : null,
    count_truncated: false,
  }
}

function sourcesOf(include: string) {
  const words = include.split(',').map((word) => word.trim())
  const unknown = words.filter((word) => word !== 'all' && !(EVENT_SOURCES as readonly string[]).includes(word))
  refuseUnless(unknown.length === 0, () =>
    fieldError('include', `Unknown: ${unknown.join(', ').slice(0, 100)}. Choose of ${EVENT_SOURCES.join(', ')}, all.`),
  )
  return EVENT_SOURCES.filter((source) => words.includes('all') || words.includes(source))
}

function limitOf(asked: string | undefined): number {
  const limit = Number(asked)
  return Number.isSafeInteger(limit) && limit > 0 ? Math.min(limit, LARGEST_LIMIT) : DEFAULT_LIMIT
}
