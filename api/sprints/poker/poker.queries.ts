import { sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import type { Person } from '../../access/person.schema.ts'
import { personOf } from '../../access/person-name.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'

export type RoundRow = NonNullable<Awaited<ReturnType<typeof findRound>>>

export interface Vote {
  readonly voter: Person
  readonly value: number | null
  readonly comment: string
}

/** Cards are read where they lie open, and the caller's own always. */
const VOTES = sql<Vote[]>`case when s.state in ('revealed', 'committed') then coalesce((
  select jsonb_agg(jsonb_build_object('voter', ${personOf('a')}, 'value', v.value, 'comment', v.comment)
    order by a.username)
  from poker_votes v join accounts a on a.id = v.account_id where v.session_id = s.id), '[]') else '[]' end`
const myVote = (ctx: Ctx<unknown>) => sql<{ value: number | null; comment: string } | null>`(
  select jsonb_build_object('value', v.value, 'comment', v.comment) from poker_votes v
  where v.session_id = s.id and v.account_id = ${actorId(ctx)}::uuid)`
const VOTE_COUNT = sql<number>`(select count(*)::int from poker_votes v where v.session_id = s.id)`
/** The size of the team. */
const PARTICIPANTS = sql<number>`(select count(*)::int from project_members m
  where m.project_id = t.project_id and not m.is_deleted)`

function rounds(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('poker_sessions as s')
    .innerJoin('tasks as t', 't.id', 's.task_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .leftJoin('accounts as b', 'b.id', 's.started_by_id')
    .select(['s.id', 's.sprint_id', 's.task_id', 's.state', 's.committed_points', 's.started_at'])
    .select(['t.name as task_name', sql<string>`p.code || '-T-' || t.number`.as('short_id')])
    .select([personOf('b').as('started_by'), VOTES.as('votes'), myVote(ctx).as('my_vote')])
    .select([VOTE_COUNT.as('vote_count'), PARTICIPANTS.as('participant_count')])
}

/** Rounds of a sprint that have not ended, newest first. */
export function listLiveRounds(ctx: Ctx<unknown>, sprintId: string) {
  return rounds(ctx)
    .where('s.sprint_id', '=', sprintId)
    .where('s.state', 'in', ['open', 'revealed'])
    .where('t.is_deleted', '=', false)
    .orderBy('s.started_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
}

export function findRound(ctx: Ctx<unknown>, id: string) {
  return rounds(ctx).where('s.id', '=', id).executeTakeFirst()
}

/** One round of a live task, with the project that the caller is a member of. */
export function findRoundOfMember(ctx: Ctx, id: string) {
  return tables(ctx)
    .selectFrom('poker_sessions as r')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'r.task_id').on('t.is_deleted', '=', false))
    .innerJoin('sprints as s', (join) => join.onRef('s.id', '=', 'r.sprint_id').on('s.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 's.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['r.id', 'r.sprint_id', 's.project_id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('r.id', '=', id)
    .executeTakeFirst()
}

/** The row of a round, held until the transaction ends: `share` lets others hold it so as well. */
export function lockRound(db: Db, id: string, hold: 'share' | 'alone') {
  const row = tables(db).selectFrom('poker_sessions').select(['id', 'task_id', 'state']).where('id', '=', id)
  return (hold === 'share' ? row.forShare() : row.forNoKeyUpdate()).executeTakeFirst()
}

/** A live task of the project, with the sprint it is in. */
export function findEstimable(ctx: Ctx<ProjectScope>, taskId: string) {
  return tables(ctx)
    .selectFrom('tasks')
    .select(['id', 'sprint_id'])
    .where('id', '=', taskId)
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** Opens a round; null when the task has one that has not ended. */
export async function insertRound(ctx: Ctx<unknown>, sprintId: string, taskId: string): Promise<string | null> {
  const started = { started_by_id: actorId(ctx), started_at: ctx.services.clock.now() }
  const made = await tables(ctx)
    .insertInto('poker_sessions')
    .values({ id: newId(), sprint_id: sprintId, task_id: taskId, ...started })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

export async function saveRound(db: Db, id: string, values: Updateable<Tables['poker_sessions']>): Promise<void> {
  await tables(db).updateTable('poker_sessions').set(values).where('id', '=', id).execute()
}

/** The caller's card, in place of the one they laid before. */
export async function saveVote(
  ctx: Ctx<unknown>,
  sessionId: string,
  vote: { value: number | null; comment: string },
): Promise<void> {
  const values = { ...vote, voted_at: ctx.services.clock.now() }
  await tables(ctx)
    .insertInto('poker_votes')
    .values({ session_id: sessionId, account_id: actorId(ctx) as string, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'account_id']).doUpdateSet(values))
    .execute()
}
