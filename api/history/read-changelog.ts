import type { ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { type ChangelogFilter, findChangelog, findEnds } from './history.queries.ts'
import { changelogTypes } from './history.schema.ts'
import { loadNames } from './name-values.ts'
import { presentDiff } from './read-history.ts'
import { hiddenColumns } from './visible-columns.ts'

const DEFAULT_PAGE = 50
const LARGEST_PAGE = 100
const CHANGE_TYPES = { created: '+', updated: '~', deleted: '-' } as const
const CHANGE_WORDS = { '+': 'created', '~': 'updated', '-': 'deleted' } as const

export interface ChangelogQuery {
  readonly since?: string | undefined
  readonly object_type?: string | undefined
  readonly change_type?: string | undefined
  readonly user?: string | undefined
  readonly cursor?: string | undefined
  readonly page_size?: string | undefined
}

type Row = Awaited<ReturnType<typeof findChangelog>>[number]
type Ends = Awaited<ReturnType<typeof findEnds>>
type Names = Awaited<ReturnType<typeof loadNames>>

/** What was saved in a project, of all kinds of records, the newest first. A made record tells its name and no fields. */
export async function readChangelog(ctx: Ctx<ProjectScope>, query: ChangelogQuery) {
  const pageSize = pageSizeOf(query.page_size)
  const found = await findChangelog(ctx, { ...(await filterOf(ctx, query)), limit: pageSize + 1 })
  const rows = found.slice(0, pageSize)
  const idsOf = (...types: string[]) => rows.flatMap((row) => (types.includes(row.object_type) ? [row.object_id] : []))
  const ends = await findEnds(ctx, idsOf('dependency', 'task_recurrence', 'task_relation'))
  const names = await loadNames(
    ctx,
    rows.map((row) => row.changes),
    {
      task: [...idsOf('task'), ...[...ends.values()].flat()],
      sprint: idsOf('sprint'),
      risk: idsOf('risk'),
      project: idsOf('project'),
    },
  )
  const tellsWho = atLeast(ctx.scope.role, ROLE.manager)
  const last = rows.at(-1)
  return {
    results: rows.map((row) => ({
      id: `${row.object_type}:${row.id}`,
      object_type: row.object_type,
      object_id: row.object_id,
      object_label: labelOf(row, ends, names),
      change_type: CHANGE_WORDS[row.change_type],
      history_date: instantText(row.at),
      user: tellsWho ? row.author : null,
      changes: presentDiff(row.changes ?? {}, names.nameOf),
    })),
    next_cursor: found.length > pageSize && last ? cursorOf(last.id) : null,
  }
}

/** A filter of an unknown word matches nothing; the author is asked for by managers alone. */
async function filterOf(ctx: Ctx<ProjectScope>, query: ChangelogQuery): Promise<Omit<ChangelogFilter, 'limit'>> {
  const { object_type, change_type, user } = query
  const isKnown = change_type === undefined || change_type === '' || Object.hasOwn(CHANGE_TYPES, change_type)
  const byUser = user !== undefined && user !== '' && atLeast(ctx.scope.role, ROLE.manager)
  refuseUnless(!byUser || isUuid(user), () => fieldError('user', 'Must be a valid UUID.'))
  return {
    types: isKnown ? changelogTypes(object_type) : [],
    changeType: CHANGE_TYPES[change_type as keyof typeof CHANGE_TYPES] ?? null,
    since: instantOf('since', query.since),
    actorId: byUser ? user : null,
    before: placeOf(query.cursor),
    hidden: await hiddenColumns(ctx),
  }
}

/** An instant that a query names, or a day for its beginning. */
export function instantOf(field: string, text: string | undefined): Date | null {
  if (text === undefined || text === '') return null
  const at = new Date(text)
  refuseUnless(/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(at.getTime()), () =>
    fieldError(field, 'Must be an instant such as 2026-03-02T08:00:00Z.'),
  )
  return at
}

function pageSizeOf(asked: string | undefined): number {
  const size = Number(asked)
  return Number.isSafeInteger(size) && size > 0 ? Math.min(size, LARGEST_PAGE) : DEFAULT_PAGE
}

function cursorOf(id: number): string {
  return Buffer.from(JSON.stringify({ before: id })).toString('base64url')
}

function placeOf(cursor: string | undefined): number | null {
  if (cursor === undefined || cursor === '') return null
  const [, digits] = /^\{"before":(\d{1,15})\}$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  refuseUnless(digits !== undefined && cursorOf(Number(digits)) === cursor, () =>
    fieldError('cursor', 'Invalid cursor.'),
  )
  return Number(digits)
}

/** Links and relations are called by their ends, rules by their task, policies by what they are. */
function labelOf(row: Row, ends: Ends, { called }: Names): string {
  const { object_type: type, object_id: id } = row
  if (type === 'task' || type === 'sprint' || type === 'risk' || type === 'project') return called(type, id) ?? ''
  const tasks = ends.get(id)?.map((end) => called('task', end) ?? '…')
  if (tasks) return tasks.join(' → ')
  const [before, after] = (type === 'signal_privacy_policy' && row.changes?.signal) || []
  return [type.replaceAll('_', ' '), ...[after ?? before].filter((signal) => typeof signal === 'string')].join(': ')
}
