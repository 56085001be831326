import { type Insertable, sql, type Updateable } from 'kysely'
import { type ProgramScope, scopeOfProgram } from '../access/program-scope.ts'
import { ROLE } from '../access/roles.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import type { ListGroupsQuery } from './mention-group.schema.ts'
import type { GroupScope } from './mention-group.scope.ts'

const ORDERINGS = { name: 'g.folded_name', created_at: 'g.created_at' }

/** Whether an account may be in group `g`: a member of its project, or of any project of its program. */
const belongs = (accountId: unknown) => sql<boolean>`exists (
  select 1 from project_members m join projects p on p.id = m.project_id join accounts a on a.id = m.account_id
  where m.account_id = ${accountId} and a.is_active and not m.is_deleted and not p.is_deleted
    and (p.id = g.project_id or p.program_id = g.program_id))`

function groupsOf(db: Db, scope: GroupScope) {
  const found = tables(db).selectFrom('mention_groups as g').where('g.is_deleted', '=', false)
  if (scope.kind === 'program') return found.where('g.program_id', '=', scope.programId)
  return found.where('g.project_id', '=', scope.projectId)
}

function shownGroups(ctx: Ctx<GroupScope>) {
  return groupsOf(ctx, ctx.scope)
    .select(['g.id', 'g.server_version', 'g.project_id', 'g.program_id', 'g.name', 'g.folded_name'])
    .select(['g.description', 'g.email_default_on'])
    .select([
      sql<string[]>`(select coalesce(jsonb_agg(x.account_id order by u.username), '[]')
        from mention_group_members x join accounts u on u.id = x.account_id
        where x.group_id = g.id and ${belongs(sql.ref('x.account_id'))})`.as('member_ids'),
      sql<boolean>`exists (select 1 from mention_group_mutes q
        where q.group_id = g.id and q.account_id = ${actorId(ctx)}::uuid)`.as('muted_by_me'),
    ])
}

export type GroupRow = Awaited<ReturnType<typeof loadGroup>>

/** The live groups of the place by name. */
export function pageGroups(ctx: Ctx<GroupScope>, query: ListGroupsQuery): Promise<OffsetPage<GroupRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('g.folded_name')]
  const found = shownGroups(ctx).where(containsWords(query.search, ['g.name', 'g.description']))
  return pageRows(found.orderBy(sql`${sql.join(order)}, g.id`), pageRequest(query, LARGE_LIST))
}

/** One of them. */
export async function loadGroup(ctx: Ctx<GroupScope>, id: string) {
  const row = await shownGroups(ctx).where('g.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** The program of a live group that the caller is in, as somebody without a role in it. */
export async function findProgramOfMember(
  ctx: Ctx<unknown>,
  programId: string,
  groupId: string,
): Promise<ProgramScope | undefined> {
  const accountId = actorId(ctx)
  const row = await tables(ctx)
    .selectFrom('mention_groups as g')
    .innerJoin('mention_group_members as x', 'x.group_id', 'g.id')
    .innerJoin('programs as p', 'p.id', 'g.program_id')
    .select(['p.id', 'p.code', 'p.is_closed'])
    .where('g.id', '=', groupId)
    .where('g.program_id', '=', programId)
    .where('g.is_deleted', '=', false)
    .where('p.is_deleted', '=', false)
    .where('x.account_id', '=', accountId)
    .where(belongs(sql`${accountId}::uuid`))
    .executeTakeFirst()
  return row && scopeOfProgram({ ...row, role: null })
}

/** Whether another live group of the place has the name. */
export async function isNameTaken(ctx: Ctx<GroupScope>, foldedName: string, ownId: string | null): Promise<boolean> {
  const found = await groupsOf(ctx, ctx.scope)
    .select('g.id')
    .where('g.folded_name', '=', foldedName)
    .where(sql<boolean>`g.id is distinct from ${ownId}::uuid`)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the account may be in the group. */
export async function mayJoin(ctx: Ctx<GroupScope>, id: string, accountId: string): Promise<boolean> {
  const found = await groupsOf(ctx, ctx.scope)
    .select('g.id')
    .where('g.id', '=', id)
    .where(belongs(sql`${accountId}::uuid`))
    .executeTakeFirst()
  return found !== undefined
}

export async function insertGroup(db: Db, values: Insertable<Tables['mention_groups']>): Promise<void> {
  await tables(db).insertInto('mention_groups').values(values).execute()
}

/** Counts one save of the group. */
export async function saveGroup(db: Db, id: string, values: Updateable<Tables['mention_groups']> = {}): Promise<void> {
  await tables(db)
    .updateTable('mention_groups')
    .set((eb) => ({ ...values, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** What stands of a person beside a group: that they are in it, or that they do not want to be told. */
interface Standing {
  readonly group_id: string
  readonly account_id: string
  readonly created_at: Date
}
type StandingTable = 'mention_group_members' | 'mention_group_mutes'

/** False where it stood there already. */
export async function insertStanding(db: Db, table: StandingTable, row: Standing): Promise<boolean> {
  const made = await tables(db)
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False where there was nothing to take away. */
export async function deleteStanding(
  db: Db,
  table: StandingTable,
  { group_id, account_id }: Pick<Standing, 'group_id' | 'account_id'>,
): Promise<boolean> {
  const removed = await tables(db)
    .deleteFrom(table)
    .where('group_id', '=', group_id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Locks the row of a program; undefined when it is deleted. */
export function lockProgramOf(db: Db, { programId }: ProgramScope) {
  return tables(db)
    .selectFrom('programs')
    .select('is_closed')
    .where('id', '=', programId)
    .where('is_deleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The live projects of a program. */
export async function projectIdsOfProgram(db: Db, programId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('projects')
    .select('id')
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The Viewers of a program, whom its stakeholder group names. */
export async function countViewers(db: Db, programId: string): Promise<number> {
  const found = await tables(db)
    .selectFrom('program_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(sql<number>`count(distinct m.account_id)`.as('count'))
    .where('m.program_id', '=', programId)
    .where('m.role', '=', ROLE.viewer)
    .where('m.is_deleted', '=', false)
    .where('a.is_active', '=', true)
    .executeTakeFirstOrThrow()
  return found.count
}

/** How many people outside of the service have a stake in the program. */
export async function countStakeholders(db: Db, programId: string): Promise<number> {
  const found = await tables(db)
    .selectFrom('external_stakeholders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()
  return found.count
}

/** Where somebody writes, and the names that they write. */
export interface NamedGroups {
  readonly projectId: string
  readonly programId: string | null
  /** Folded. */
  readonly keys: readonly string[]
}

/**
 * The groups of those names that a text in the project reaches, with their members but for who muted the group. Those of
 * the project come before those of its program.
 */
export async function findReachedGroups(db: Db, { projectId, programId, keys }: NamedGroups) {
  const rows = await tables(db)
    .selectFrom('mention_groups as g')
    .select(['g.folded_name as key'])
    .select(
      sql<string[]>`(select coalesce(jsonb_agg(x.account_id), '[]') from mention_group_members x
        where x.group_id = g.id and ${belongs(sql.ref('x.account_id'))} and not exists (select 1
          from mention_group_mutes q where q.group_id = g.id and q.account_id = x.account_id))`.as('accountIds'),
    )
    .where(sql<boolean>`g.folded_name = any(${keys}::text[])`)
    .where(sql<boolean>`(g.project_id = ${projectId}::uuid or g.program_id = ${programId}::uuid)`)
    .where('g.is_deleted', '=', false)
    .orderBy(sql`g.project_id is null`)
    .execute()
  return rows
}
