import { sql, type Updateable } from 'kysely'
import { agentMayRead } from '../../access/agent-consent.queries.ts'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { ROLE } from '../../access/roles.ts'
import { sharedWithManagers } from '../../access/team-signals.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { type OffsetPage, pageRequest } from '../../platform/http/paging.ts'

const SIZES = { defaultSize: 50, maxSize: 200 }

export interface SuggestionFilter {
  readonly page?: string
  readonly page_size?: string
  readonly task?: string | undefined
  readonly isPending: boolean | undefined
}

/** Suggestions for live tasks of the caller's projects. */
function seenSuggestions(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('velocity_suggestions as v')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'v.task_id').on('t.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 't.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .innerJoin('sprints as s', 's.id', 'v.sprint_id')
    .select(['v.id', 'v.task_id', 'v.sprint_id', 's.name as sprint_name', 'v.suggested_duration'])
    .select([
      sql<string>`v.team_velocity_per_day::text`.as('team_velocity_per_day'),
      'v.flag_for_review',
      'v.created_at',
    ])
    .select(['v.accepted_at', 'v.accepted_by_id', 'v.dismissed_at', 'v.dismissed_by_id'])
    .select(sql<boolean>`m.role < ${ROLE.manager} or ${sharedWithManagers(sql.ref('p.id'), 'velocity')}`.as('is_told'))
    .where(agentMayRead(ctx, 'p'))
}

export type SuggestionRow = NonNullable<Awaited<ReturnType<typeof findSuggestion>>>

export function findSuggestion(ctx: Ctx<unknown>, id: string) {
  return seenSuggestions(ctx).where('v.id', '=', id).executeTakeFirst()
}

export function pageSuggestions(ctx: Ctx<unknown>, filter: SuggestionFilter): Promise<OffsetPage<SuggestionRow>> {
  const { task, isPending } = filter
  const settled = sql<boolean>`(v.accepted_at is not null or v.dismissed_at is not null)`
  const rows = seenSuggestions(ctx)
    .$if(task !== undefined, (found) => found.where('v.task_id', '=', task as string))
    // Only what is pending can be asked for alone.
    .$if(isPending === true, (found) => found.where(sql<boolean>`not ${settled}`))
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id')
  return pageRows(rows, pageRequest(filter, SIZES))
}

/** The project of a suggestion whose member the caller is. */
export function findSuggestionOfMember(ctx: Ctx, id: string) {
  return tables(ctx)
    .selectFrom('velocity_suggestions as v')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'v.task_id').on('t.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 't.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['t.project_id', 'v.sprint_id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('v.id', '=', id)
    .executeTakeFirst()
}

export async function saveSuggestion(
  db: Db,
  id: string,
  values: Updateable<Tables['velocity_suggestions']>,
): Promise<void> {
  await tables(db).updateTable('velocity_suggestions').set(values).where('id', '=', id).execute()
}

/** Suggests by the pace for every task of the sprint with points that is planned otherwise; what was settled stays. */
export async function mintSuggestions(
  db: Db,
  sprintId: string,
  pace: number,
  { isReviewed, now }: { isReviewed: boolean; now: Date },
): Promise<void> {
  await sql`insert into velocity_suggestions (id, task_id, sprint_id, suggested_duration, team_velocity_per_day,
      flag_for_review, created_at)
    select gen_random_uuid(), t.id, ${sprintId}, days.suggested, ${pace}, ${isReviewed}, ${now}
    from tasks t cross join lateral (select greatest(1, round(t.story_points / ${pace}::numeric))::int as suggested) days
    where t.sprint_id = ${sprintId} and not t.is_deleted and t.story_points > 0
      and t.most_likely_duration is distinct from days.suggested
    on conflict (task_id, sprint_id) do update set suggested_duration = excluded.suggested_duration,
      team_velocity_per_day = excluded.team_velocity_per_day, flag_for_review = excluded.flag_for_review
    where velocity_suggestions.accepted_at is null and velocity_suggestions.dismissed_at is null`.execute(tables(db))
}
