import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'

export function findPulse(db: Db, sprintId: string, accountId: string) {
  return tables(db)
    .selectFrom('sprint_pulses')
    .select(['sprint_id as sprint', 'mood', 'energy', 'confidence', 'updated_at'])
    .where('sprint_id', '=', sprintId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** What the caller says of themselves, in place of what they said before. */
export async function savePulse(
  ctx: Ctx<unknown>,
  sprintId: string,
  said: { mood: number; energy: number; confidence: number | null },
): Promise<void> {
  const values = { ...said, updated_at: ctx.services.clock.now() }
  await tables(ctx)
    .insertInto('sprint_pulses')
    .values({ sprint_id: sprintId, account_id: actorId(ctx) as string, ...values, created_at: values.updated_at })
    .onConflict((conflict) => conflict.columns(['sprint_id', 'account_id']).doUpdateSet(values))
    .execute()
}

/** Means of the project's sprints in which anybody answered, up to the one named, oldest first. */
export function listTrend(ctx: Ctx<ProjectScope>, sprintId: string) {
  const mean = (column: 'mood' | 'energy' | 'confidence') =>
    sql<number>`round(avg(${sql.ref(`u.${column}`)}), 2)::float8`.as(column)
  return tables(ctx)
    .selectFrom('sprints as s')
    .innerJoin('sprint_pulses as u', 'u.sprint_id', 's.id')
    .innerJoin('sprints as own', (join) =>
      join.onRef('own.project_id', '=', 's.project_id').on('own.id', '=', sprintId),
    )
    .select(['s.id as sprint_id', 's.name as sprint_name', sql<number>`count(*)::int`.as('response_count')])
    .select([mean('mood'), mean('energy'), sql<number | null>`round(avg(u.confidence), 2)::float8`.as('confidence')])
    .where('s.project_id', '=', ctx.scope.projectId)
    .where('s.is_deleted', '=', false)
    .whereRef('s.start_date', '<=', 'own.start_date')
    .groupBy('s.id')
    .orderBy('s.start_date')
    .orderBy('s.id')
    .execute()
}
