import { type NotNull, sql } from 'kysely'
import { datesOf } from '../access/task-dates.queries.ts'
import { type Db, tables } from '../database.ts'
import { anyOf } from '../platform/db/statements.ts'

/** A loaded sample, and a mark that changes whenever something the page shows of it does. */
export interface LoadedSample {
  readonly programId: string
  readonly sampleKey: string
  readonly mark: string
}

/** The sample that was loaded first and still stands. */
export async function findLoadedSample(db: Db): Promise<LoadedSample | undefined> {
  const mark = sql<string | null>`string_agg(concat_ws(' ', p.id, p.server_version, c.sync_seq, p.recalculated_at,
    (select max(r.taken_at) from monte_carlo_runs r where r.project_id = p.id)), ';' order by p.id)`
  const row = await tables(db)
    .selectFrom('programs as g')
    .select(['g.id', 'g.sample_key'])
    .select((eb) =>
      eb
        .selectFrom('projects as p')
        .leftJoin('project_counters as c', 'c.project_id', 'p.id')
        .select(mark.as('mark'))
        // Also those that are not shown: what the projects of a program wait for is in its forecast.
        .whereRef('p.program_id', '=', 'g.id')
        .where('p.is_deleted', '=', false)
        .as('mark'),
    )
    .where('g.sample_key', 'is not', null)
    .where('g.is_deleted', '=', false)
    .orderBy('g.created_at')
    .orderBy('g.id')
    .limit(1)
    .$narrowType<{ sample_key: NotNull }>()
    .executeTakeFirst()
  return row && { programId: row.id, sampleKey: row.sample_key, mark: `${row.id} ${row.mark ?? ''}` }
}

export type SampleProjectRow = Awaited<ReturnType<typeof sampleProjects>>[number]

/** The open projects of a program that are marked as samples. */
export function sampleProjects(db: Db, programId: string) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'status_date', 'recalculated_at'])
    .where('program_id', '=', programId)
    .where('is_sample', '=', true)
    .where('is_deleted', '=', false)
    .where('is_archived', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type SampleTaskRow = Awaited<ReturnType<typeof sampleTasks>>[number]

/** Of the projects only the tasks that came with the sample. */
export function sampleTasks(db: Db, projectIds: readonly string[], sampleKey: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id', 't.project_id', 't.parent_id', 't.external_id', 't.duration', 't.percent_complete'])
    .select(['t.is_milestone', 's.scheduled_start', 's.early_finish', 's.total_float', 's.is_critical'])
    .select(sql<string | null>`array_to_string(t.wbs_order, '.')`.as('wbs_path'))
    .select(sql<number>`coalesce(array_length(t.wbs_order, 1), 1)`.as('level'))
    .where('t.project_id', '=', anyOf(projectIds))
    .where('t.is_deleted', '=', false)
    .where('t.seeded_at', 'is not', null)
    .where('t.source_version', '=', sampleKey)
    .where('t.external_id', 'is not', null)
    .orderBy('t.wbs_order')
    .$narrowType<{ external_id: NotNull }>()
    .execute()
}

export type SampleLinkRow = Awaited<ReturnType<typeof sampleLinks>>[number]

/** The links inside and between the projects that count. */
export function sampleLinks(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('dependencies')
    .select(['predecessor_id', 'successor_id', 'dep_type', 'lag', 'is_driving'])
    .where('predecessor_project_id', '=', anyOf(projectIds))
    .where('successor_project_id', '=', anyOf(projectIds))
    .where('is_deleted', '=', false)
    .where('is_pending', '=', false)
    .orderBy('id')
    .execute()
}
