import { sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { newId } from '../../platform/ids.ts'

export type RetroRow = NonNullable<Awaited<ReturnType<typeof findRetro>>>
export type ActionRow = Awaited<ReturnType<typeof listActions>>[number]
export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItem>>>

export function findRetro(db: Db, sprintId: string) {
  return tables(db).selectFrom('retros').selectAll().where('sprint_id', '=', sprintId).executeTakeFirst()
}

/** The retrospective of a sprint, made where there is none yet. */
export async function enterRetro(ctx: Ctx<unknown>, sprintId: string, syncSeq: number): Promise<RetroRow> {
  const now = ctx.services.clock.now()
  const made = { created_by_id: actorId(ctx), created_at: now, updated_at: now }
  await tables(ctx)
    .insertInto('retros')
    .values({ id: newId(), sprint_id: sprintId, sync_seq: syncSeq, ...made })
    .onConflict((conflict) => conflict.column('sprint_id').doNothing())
    .execute()
  return (await findRetro(ctx, sprintId)) as RetroRow
}

type RetroValues = Pick<Updateable<Tables['retros']>, 'notes' | 'team_visibility'> & { readonly sync_seq: number }

export async function saveRetro(ctx: Ctx<unknown>, id: string, values: RetroValues): Promise<void> {
  const updated_at = ctx.services.clock.now()
  await tables(ctx)
    .updateTable('retros')
    .set((eb) => ({ ...values, updated_at, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Has the actions of a retrospective told again, to whom reads them now and to whom no longer does. */
export async function passOnActions(db: Db, retroId: string, syncSeq: number): Promise<void> {
  await tables(db)
    .updateTable('retro_actions')
    .set({ sync_seq: syncSeq })
    .where('retro_id', '=', retroId)
    .where('is_deleted', '=', false)
    .execute()
}

/** Actions with their tasks, as long as those are there; in their order. */
function actions(db: Db) {
  return tables(db)
    .selectFrom('retro_actions as x')
    .leftJoin('accounts as a', 'a.id', 'x.assignee_id')
    .leftJoin('tasks as t', (join) => join.onRef('t.id', '=', 'x.promoted_task_id').on('t.is_deleted', '=', false))
    .select(['x.id', 'x.retro_id', 'x.text', 'x.assignee_id', 'x.story_points', 'x.created_at'])
    .select(['a.username as assignee_username', 't.id as promoted_task_id', 't.status as task_status'])
    .where('x.is_deleted', '=', false)
}

export function listActions(db: Db, retroId: string) {
  return actions(db).where('x.retro_id', '=', retroId).orderBy('x.position').orderBy('x.id').execute()
}

/** An action of the sprint's retrospective. */
export function findAction(db: Db, sprintId: string, id: string) {
  return actions(db)
    .innerJoin('retros as r', 'r.id', 'x.retro_id')
    .where('r.sprint_id', '=', sprintId)
    .where('x.id', '=', id)
    .executeTakeFirst()
}

export interface NewAction {
  readonly id: string
  readonly text: string
  readonly assignee_id: string | null
  readonly story_points: number | null
}

/** Makes these the actions of a retrospective: known ids keep author, time and task, others that are there go. */
export async function replaceActions(
  ctx: Ctx<unknown>,
  { retroId, syncSeq }: { readonly retroId: string; readonly syncSeq: number },
  rows: readonly NewAction[],
): Promise<void> {
  const ids = rows.map((row) => row.id)
  await sql`with gone as (
      update retro_actions set is_deleted = true, sync_seq = ${syncSeq}, server_version = server_version + 1
      where retro_id = ${retroId} and not is_deleted and id <> all(${ids}::uuid[]) returning id
    ) update retro_items set converted_action_id = null where converted_action_id in (select id from gone)`.execute(
    tables(ctx),
  )
  const written = { created_by_id: actorId(ctx), created_at: ctx.services.clock.now() }
  const made = { retro_id: retroId, sync_seq: syncSeq, ...written }
  if (rows.length === 0) return
  await tables(ctx)
    .insertInto('retro_actions')
    .values(rows.map((row, position) => ({ ...row, position, ...made })))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          text: eb.ref('excluded.text'),
          assignee_id: eb.ref('excluded.assignee_id'),
          story_points: eb.ref('excluded.story_points'),
          sync_seq: eb.ref('excluded.sync_seq'),
          server_version: eb('retro_actions.server_version', '+', 1),
        }))
        .where(
          sql<boolean>`(retro_actions.position, retro_actions.text, retro_actions.assignee_id, retro_actions.story_points)
            is distinct from (excluded.position, excluded.text, excluded.assignee_id, excluded.story_points)`,
        ),
    )
    .execute()
}

/** One more action, behind the others; returns its id. */
export async function insertAction(
  ctx: Ctx<unknown>,
  { retroId, syncSeq }: { readonly retroId: string; readonly syncSeq: number },
  text: string,
): Promise<string> {
  const id = newId()
  await sql`insert into retro_actions (id, retro_id, sync_seq, position, text, created_by_id, created_at)
    select ${id}::uuid, ${retroId}::uuid, ${syncSeq}::bigint, coalesce(max(position) + 1, 0), ${text},
      ${actorId(ctx)}::uuid, ${ctx.services.clock.now()}
    from retro_actions where retro_id = ${retroId} and not is_deleted`.execute(tables(ctx))
  return id
}

export async function savePromoted(db: Db, actionId: string, taskId: string, syncSeq: number): Promise<void> {
  await tables(db)
    .updateTable('retro_actions')
    .set((eb) => ({
      promoted_task_id: taskId,
      sync_seq: syncSeq,
      server_version: eb('server_version', '+', 1),
    }))
    .where('id', '=', actionId)
    .execute()
}

/** Those of the accounts that are members of the project. */
export async function findMembersAmong(ctx: Ctx<ProjectScope>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tables(ctx)
    .selectFrom('project_members')
    .select('account_id')
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .where('account_id', '=', anyOf(ids))
    .execute()
  return new Set(rows.map((row) => row.account_id))
}

function items(db: Db) {
  return tables(db)
    .selectFrom('retro_items as i')
    .leftJoin('accounts as a', 'a.id', 'i.author_id')
    .selectAll('i')
    .select('a.username as author_username')
    .where('i.is_deleted', '=', false)
}

/** Notes on the board, column by column from left to right. */
export function listItems(db: Db, retroId: string) {
  return items(db)
    .where('i.retro_id', '=', retroId)
    .orderBy(sql`array_position(array['went_well', 'to_improve', 'ideas'], i.column_key)`)
    .orderBy('i.position')
    .orderBy('i.created_at')
    .orderBy('i.id')
    .execute()
}

export function findItem(db: Db, id: string) {
  return items(db).where('i.id', '=', id).executeTakeFirst()
}

/** A note with its sprint, of a project that the caller is a member of. */
export function findItemOfMember(ctx: Ctx, id: string) {
  return tables(ctx)
    .selectFrom('retro_items as i')
    .innerJoin('retros as r', 'r.id', 'i.retro_id')
    .innerJoin('sprints as s', (join) => join.onRef('s.id', '=', 'r.sprint_id').on('s.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 's.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['i.id', 'r.sprint_id', 's.project_id', 's.state', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('i.id', '=', id)
    .where('i.is_deleted', '=', false)
    .executeTakeFirst()
}

/** A new note behind those of its column; returns its id. */
export async function insertItem(
  ctx: Ctx<unknown>,
  retroId: string,
  note: { column_key: string; text: string; color: string },
): Promise<string> {
  const id = newId()
  const now = ctx.services.clock.now()
  await sql`insert into retro_items (id, retro_id, column_key, text, color, position, author_id, created_at, updated_at)
    select ${id}::uuid, ${retroId}::uuid, ${note.column_key}, ${note.text}, ${note.color},
      coalesce(max(position), 0) + 1, ${actorId(ctx)}::uuid, ${now}, ${now}
    from retro_items where retro_id = ${retroId} and column_key = ${note.column_key} and not is_deleted`.execute(
    tables(ctx),
  )
  return id
}

export async function saveItem(
  ctx: Ctx<unknown>,
  id: string,
  values: Updateable<Tables['retro_items']>,
): Promise<void> {
  await tables(ctx)
    .updateTable('retro_items')
    .set({ ...values, updated_at: ctx.services.clock.now() })
    .where('id', '=', id)
    .execute()
}

/** Holds a note until the transaction ends. */
export async function lockItem(db: Db, id: string): Promise<void> {
  await tables(db).selectFrom('retro_items').select('id').where('id', '=', id).forUpdate().execute()
}

/** The closed sprint with a retrospective that ended last before another began. */
export function findPriorRetro(ctx: Ctx<ProjectScope>, sprintId: string) {
  return tables(ctx)
    .selectFrom('sprints as s')
    .innerJoin('retros as r', 'r.sprint_id', 's.id')
    .innerJoin('sprints as own', (join) =>
      join.onRef('own.project_id', '=', 's.project_id').on('own.id', '=', sprintId),
    )
    .select(['s.id', 's.name'])
    .where('s.is_deleted', '=', false)
    .where('s.state', '=', 'COMPLETED')
    .whereRef('s.finish_date', '<', 'own.start_date')
    .orderBy('s.finish_date', 'desc')
    .orderBy('s.closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The retrospectives of the closed sprints that ended last. */
export function listLatestRetros(ctx: Ctx<ProjectScope>, count: number) {
  return tables(ctx)
    .selectFrom('sprints as s')
    .innerJoin('retros as r', 'r.sprint_id', 's.id')
    .select(['r.id', 's.id as sprint_id', 's.name as sprint_name', 'r.team_visibility'])
    .where('s.project_id', '=', ctx.scope.projectId)
    .where('s.is_deleted', '=', false)
    .where('s.state', '=', 'COMPLETED')
    .orderBy('s.closed_at', 'desc')
    .orderBy('s.id')
    .limit(count)
    .execute()
}
