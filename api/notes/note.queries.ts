import { sql } from 'kysely'
import { personOf } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import type { ListDecisionsQuery, ListNotesQuery } from './note.schema.ts'

const ORDERINGS = { created_at: 'n.created_at', pinned: 'n.pinned' }

const DECISION_ORDERINGS = { created_at: 'n.created_at' }
const NEWEST_SPRINT_FIRST = [sql`s.start_date desc nulls last`, sql`s.id`, sql`n.created_at desc`]

function liveNotes(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('task_notes as n')
    .leftJoin('accounts as a', 'a.id', 'n.author_id')
    .select(['n.id', 'n.body', 'n.pinned', 'n.decision', 'n.edited_at', 'n.created_at', personOf('a').as('author')])
    .where('n.project_id', '=', ctx.scope.projectId)
    .where('n.is_deleted', '=', false)
}

function notesOfTask(ctx: Ctx<ProjectTaskScope>) {
  return liveNotes(ctx).select('n.task_id').where('n.task_id', '=', ctx.scope.taskId)
}

export type NoteRow = Awaited<ReturnType<typeof loadNote>>

/** The notes of the task: pinned ones before the others, and the newest first. */
export function pageNotes(ctx: Ctx<ProjectTaskScope>, query: ListNotesQuery): Promise<OffsetPage<NoteRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql`n.pinned desc`, sql`n.created_at desc`]
  const found = notesOfTask(ctx).where(containsWords(query.search, ['n.body']))
  return pageRows(found.orderBy(sql`${sql.join(order)}, n.id desc`), pageRequest(query, LARGE_LIST))
}

export async function loadNote(ctx: Ctx<ProjectTaskScope>, id: string) {
  const row = await notesOfTask(ctx).where('n.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

export type DecisionRow = Awaited<ReturnType<ReturnType<typeof decisions>['execute']>>[number]

function decisions(ctx: Ctx<ProjectScope>) {
  return liveNotes(ctx)
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'n.task_id').on('t.is_deleted', '=', false))
    .leftJoin('sprints as s', 's.id', 't.sprint_id')
    .select(['n.task_id', 't.name as task_name', 't.number as task_number', 't.sprint_id', 's.name as sprint_name'])
    .where('n.decision', '=', true)
}

/** The decisions on live tasks of the project: those of the newest sprint first, and there the newest. */
export function pageDecisions(
  ctx: Ctx<ProjectScope>,
  query: ListDecisionsQuery,
  sprintId: string | null,
): Promise<OffsetPage<DecisionRow>> {
  const order = orderTerms(query.ordering, DECISION_ORDERINGS) ?? NEWEST_SPRINT_FIRST
  const found = decisions(ctx)
    .where(containsWords(query.search, ['n.body']))
    .$if(sprintId !== null, (some) => some.where('t.sprint_id', '=', sprintId))
  return pageRows(found.orderBy(sql`${sql.join(order)}, n.id desc`), pageRequest(query, LARGE_LIST))
}

/** Whether those who only look on read the decisions of the project. */
export async function areDecisionsOpen(db: Db, projectId: string): Promise<boolean> {
  const policy = await tables(db)
    .selectFrom('decisions_policies')
    .select('oversight_visible')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return policy?.oversight_visible ?? false
}

export async function saveDecisionsPolicy(ctx: Ctx<ProjectScope>, isOpen: boolean): Promise<void> {
  await lockProject(ctx, ctx.scope.projectId)
  const values = { oversight_visible: isOpen, updated_at: ctx.services.clock.now() }
  await tables(ctx)
    .insertInto('decisions_policies')
    .values({ project_id: ctx.scope.projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

/** When somebody last noted something of each of the tasks. `idList` is the text of a uuid array. */
export function loadLatestNotes(db: Db, idList: string) {
  return tables(db)
    .selectFrom('task_notes')
    .select(['task_id', sql<string>`max(created_at)`.as('latest')])
    .where(sql<boolean>`task_id = any(${idList}::uuid[])`)
    .where('is_deleted', '=', false)
    .groupBy('task_id')
    .execute()
}
