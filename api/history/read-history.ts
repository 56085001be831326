import type { ProgramScope } from '../access/program-scope.ts'
import { type ProjectScope, withScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { type PageSizes, pageRequest, presentPage } from '../platform/http/paging.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { firstValues } from './first-values.ts'
import { findHistory, findStanding, type HistoryRow, pageProgramHistory } from './history.queries.ts'
import type { FieldChanges } from './history-row.entity.ts'
import { loadNames } from './name-values.ts'
import { RECORDED_COLUMNS } from './recorded-columns.ts'
import { fieldOfColumn, hiddenColumns } from './visible-columns.ts'

/** How many saves of one record are looked through; what lies further back is told to be there. */
const MOST_OF_TASK = 2000
const MOST_OF_PROJECT = 5000
const TASK_PAGE: PageSizes = { defaultSize: 20, maxSize: 100 }
const PROJECT_PAGE: PageSizes = { defaultSize: 50, maxSize: 200 }

interface HistoryQuery {
  readonly page?: string | undefined
  readonly page_size?: string | undefined
}

interface TaskHistoryQuery extends HistoryQuery {
  readonly include?: string | undefined
  readonly until?: string | undefined
}

type Told = Omit<HistoryRow, 'changes'> & { readonly changes: FieldChanges }

/** Saves of a task, the newest first, in words: names instead of ids, every value as text. */
export async function readTaskHistory(ctx: Ctx<ProjectTaskScope>, given: TaskHistoryQuery): Promise<object> {
  const { include: _none, until, ...query } = given
  refuseUnless(!until, () => fieldError('until', 'Goes with `include` only; pages without it have numbers.'))
  const { projectId, taskId } = ctx.scope
  const asked = { type: 'task', table: 'tasks', id: taskId, most: MOST_OF_TASK, sizes: TASK_PAGE } as const
  const { rows, envelope } = await readPage(ctx, query, asked, `/projects/${projectId}/tasks/${taskId}/history/`)
  const { nameOf } = await loadNames(
    ctx,
    rows.map((row) => row.changes),
  )
  return envelope(
    rows.map((row) => ({
      ...presentRow(row, (column, value) => textOf(nameOf(column, value))),
      history_user: row.author?.username ?? null,
      history_user_display: row.author?.display_name ?? null,
    })),
  )
}

/** Saves of the project itself, the newest first, with values as they are stored. Who saved is for managers. */
export async function readProjectHistory(ctx: Ctx<ProjectScope>, query: HistoryQuery): Promise<object> {
  const { projectId, role } = ctx.scope
  const asked = {
    type: 'project',
    table: 'projects',
    id: projectId,
    most: MOST_OF_PROJECT,
    sizes: PROJECT_PAGE,
  } as const
  const { rows, envelope } = await readPage(ctx, query, asked, `/projects/${projectId}/history/`)
  const tellsWho = atLeast(role, ROLE.manager)
  return envelope(
    rows.map((row) => ({ ...presentRow(row, (_, value) => value), history_user: tellsWho ? row.author : null })),
  )
}

/** Saves of a program and of its meetings, the newest first. Who saved is for managers. */
export async function readProgramHistory(ctx: Ctx<ProgramScope>, query: HistoryQuery): Promise<object> {
  const { programId, role } = ctx.scope
  const page = await pageProgramHistory(ctx, query, PROJECT_PAGE)
  const tellsWho = atLeast(role, ROLE.manager)
  const results = page.results.map((row) => ({
    ...presentRow({ ...row, changes: row.changes ?? {} }, (_, value) => value),
    object_type: row.object_type as 'program' | 'ceremony',
    object_id: row.object_id,
    history_user: tellsWho ? row.author : null,
  }))
  return presentPage({ ...page, results }, ctx.services.config, `/programs/${programId}/history/`, { ...query })
}

interface Asked {
  readonly type: 'task' | 'project'
  readonly table: 'tasks' | 'projects'
  readonly id: string
  readonly most: number
  readonly sizes: PageSizes
}

async function readPage(ctx: Ctx<ProjectScope>, query: HistoryQuery, asked: Asked, path: string) {
  const request = pageRequest(query, asked.sizes)
  const hidden = await hiddenColumns(ctx)
  const types = asked.type === 'task' ? ['task', 'assignment'] : [asked.type]
  const found = await findHistory(ctx, { ...asked, types, hidden, limit: asked.most + 1 })
  const all = found.slice(0, asked.most)
  const rows = all.slice(request.offset, request.offset + request.pageSize)
  const told = await Promise.all(rows.map((row) => withFirstValues(ctx, row, all, asked, hidden)))
  const envelope = (results: object[]) => ({
    ...presentPage({ count: all.length, results, request }, ctx.services.config, path, { ...query }),
    count_truncated: found.length > asked.most,
  })
  return { rows: told, envelope }
}

/** The first row of a record tells what it was made with. */
async function withFirstValues(
  ctx: Ctx<ProjectScope>,
  row: HistoryRow,
  all: readonly HistoryRow[],
  asked: Asked,
  hidden: readonly string[],
): Promise<Told> {
  if (row.change_type !== '+' || row.object_type !== asked.type) return { ...row, changes: row.changes ?? {} }
  const columns = RECORDED_COLUMNS[asked.type].filter((column) => !hidden.includes(column))
  const later = all.filter((other) => other.id > row.id).map((other) => other.changes)
  const standing = await findStanding(withScope(ctx, ctx.scope), asked.table, asked.id)
  return { ...row, changes: firstValues(standing, later, columns) }
}

function presentRow(row: Omit<Told, 'author'>, show: (column: string, value: unknown) => unknown) {
  return {
    id: String(row.id),
    history_date: instantText(row.at) as string,
    // Who is put to a task or taken off changes the task; it is not made or deleted by it.
    history_type: row.object_type === 'assignment' ? ('~' as const) : row.change_type,
    history_change_reason: row.reason,
    diff: presentDiff(row.changes, show),
  }
}

export function presentDiff(changes: FieldChanges, show: (column: string, value: unknown) => unknown) {
  const moved = Object.entries(changes).filter(([, [before, after]]) => before !== after)
  return moved.map(([column, [before, after]]) => ({
    field: fieldOfColumn(column),
    old: show(column, before) ?? null,
    new: show(column, after) ?? null,
  }))
}

export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
