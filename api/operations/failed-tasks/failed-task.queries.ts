import { sql } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import { orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { likeEscape } from '../../platform/db/sql.ts'
import { anyOf, asJson } from '../../platform/db/statements.ts'
import type { PageRequest } from '../../platform/http/paging.ts'
import { newId } from '../../platform/ids.ts'
import type { FailedTaskStatus } from './failed-task.entity.ts'

/** What one more failure tells. */
export interface Failure {
  readonly jobId: string
  readonly taskName: string
  readonly payload: Record<string, unknown>
  readonly projectId: string | null
  readonly type: string
  readonly message: string
  readonly traceback: string
  readonly at: Date
}

/** Stores a failure for good; returns how often the job has failed so by now. A project that is gone is left out. */
export async function upsertFailure(db: Db, failure: Failure): Promise<number> {
  const stored = await sql<{ failure_count: number }>`
    insert into failed_tasks as f (id, job_id, task_name, payload, project_id, exception_type, exception_message, traceback,
      first_failed_at, last_failed_at)
    values (${newId()}, ${failure.jobId}, ${failure.taskName}, ${asJson(failure.payload)},
      (select id from projects where id = ${failure.projectId}::uuid), ${failure.type}, ${failure.message},
      ${failure.traceback}, ${failure.at}, ${failure.at})
    on conflict (job_id) do update set failure_count = f.failure_count + 1, last_failed_at = excluded.last_failed_at,
      exception_type = excluded.exception_type, exception_message = excluded.exception_message,
      traceback = excluded.traceback, payload = excluded.payload, status = 'dead', resolved_by_id = null, resolved_at = null
    returning failure_count`.execute(tables(db))
  return stored.rows[0]?.failure_count ?? 0
}

export interface UnnotedJob {
  readonly id: string
  readonly task_name: string
  readonly payload: Record<string, unknown>
  readonly last_error: string | null
}

/** Jobs that were given up without a word of their process, which ended at every attempt. */
export async function findUnnotedDead(db: Db, limit: number): Promise<UnnotedJob[]> {
  const found = await sql<UnnotedJob>`
    select j.id::text, t.identifier as task_name, j.payload, j.last_error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join failed_tasks f on f.job_id = j.id and f.status <> 'retried'
    where j.attempts >= j.max_attempts and j.locked_at is null and f.id is null
    order by j.id limit ${limit}`.execute(tables(db))
  return found.rows
}

export interface FailedTaskFilter {
  readonly status?: FailedTaskStatus | undefined
  readonly task_name?: string | undefined
  readonly search?: string | undefined
  readonly failed_after?: string | undefined
  readonly failed_before?: string | undefined
}

function filtered(db: Db, { status, task_name, search, failed_after, failed_before }: FailedTaskFilter) {
  const holds = (column: string, text: string) => sql<boolean>`${sql.ref(column)} ilike ${`%${likeEscape(text)}%`}`
  return tables(db)
    .selectFrom('failed_tasks as f')
    .leftJoin('accounts as a', 'a.id', 'f.resolved_by_id')
    .$if(status !== undefined, (rows) => rows.where('f.status', '=', status as FailedTaskStatus))
    .$if(task_name !== undefined, (rows) => rows.where(holds('f.task_name', task_name as string)))
    .$if(search !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([holds('f.task_name', search as string), holds('f.exception_message', search as string)]),
      ),
    )
    .$if(failed_after !== undefined, (rows) => rows.where('f.last_failed_at', '>=', failed_after as string))
    .$if(failed_before !== undefined, (rows) => rows.where('f.last_failed_at', '<', failed_before as string))
}

const ORDERS = {
  last_failed_at: 'f.last_failed_at',
  first_failed_at: 'f.first_failed_at',
  failure_count: 'f.failure_count',
}

export type FailedTaskRow = RowOf<'failed_tasks'> & { readonly resolved_by_display: string | null }

/** A page of failed jobs, those that failed last first unless ordered otherwise. */
export function pageFailedTasks(db: Db, filter: FailedTaskFilter, ordering: string | undefined, request: PageRequest) {
  const terms = orderTerms(ordering, ORDERS) ?? [sql`f.last_failed_at desc`]
  const rows = filtered(db, filter).selectAll('f').select(personName('a').as('resolved_by_display'))
  const ordered = terms.reduce((statement, term) => statement.orderBy(sql`${term}`), rows)
  return pageRows(ordered.orderBy('f.id'), request)
}

export function findFailedTask(db: Db, id: string): Promise<FailedTaskRow | undefined> {
  return filtered(db, {})
    .selectAll('f')
    .select(personName('a').as('resolved_by_display'))
    .where('f.id', '=', id)
    .executeTakeFirst() as Promise<FailedTaskRow | undefined>
}

/** One row for a write. */
export function lockFailedTask(db: Db, id: string) {
  return tables(db).selectFrom('failed_tasks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Those that the operator can still act on, the oldest first, and how many there are in all. */
export async function lockOpenTasks(db: Db, filter: FailedTaskFilter, limit: number) {
  const open = filtered(db, filter).where('f.status', 'in', ['dead', 'pending_retry'])
  const { matched } = await open.select((eb) => eb.fn.countAll<number>().as('matched')).executeTakeFirstOrThrow()
  const rows = await open
    .selectAll('f')
    .orderBy('f.last_failed_at')
    .orderBy('f.id')
    .limit(limit)
    .forNoKeyUpdate('f')
    .execute()
  return { matched: Number(matched), rows }
}

export interface Resolution {
  readonly status: FailedTaskStatus
  readonly note: string
  readonly accountId: string | null
  readonly at: Date
}

export async function saveResolution(db: Db, ids: readonly string[], resolution: Resolution): Promise<void> {
  await tables(db)
    .updateTable('failed_tasks')
    .set({
      status: resolution.status,
      resolution_note: resolution.note,
      resolved_by_id: resolution.accountId,
      resolved_at: resolution.at,
    })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Gives jobs back to the queue with all their attempts; returns those that it has, one that runs among them. */
export async function rescheduleJobs(db: Db, jobIds: readonly number[], runAt: Date): Promise<Set<number>> {
  await sql`select from graphile_worker.reschedule_jobs(${jobIds}::bigint[], run_at => ${runAt}::timestamptz, attempts => 0)`.execute(
    tables(db),
  )
  const found = await sql<{ id: string }>`
    select id::text from graphile_worker._private_jobs where id = any(${jobIds}::bigint[])`.execute(tables(db))
  return new Set(found.rows.map(({ id }) => Number(id)))
}

/** A later request for the same may have brought a job back since: then it waits again, or is done. */
export async function settleRevived(db: Db, at: Date): Promise<void> {
  await sql`
    update failed_tasks f set status = now.status, resolved_at = case when now.status = 'retried' then ${at}::timestamptz end,
      resolution_note = case when now.status = 'retried' then 'A later request did the work.' else '' end
    from (select g.id, case when j.id is null then 'retried' else 'pending_retry' end as status
          from failed_tasks g left join graphile_worker._private_jobs j on j.id = g.job_id
          where g.status in ('dead', 'pending_retry') and (j.id is null or j.attempts < j.max_attempts)) now
    where f.id = now.id and f.status <> now.status`.execute(tables(db))
}

/** Takes jobs that were given up out of the queue. */
export async function removeJobs(db: Db, jobIds: readonly number[]): Promise<void> {
  await sql`select from graphile_worker.complete_jobs(${jobIds}::bigint[])`.execute(tables(db))
}

/** Puts a job that the queue has lost in again; returns its number. */
export async function addJobAgain(db: Db, name: string, payload: object, runAt: Date): Promise<number> {
  const added = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz)`.execute(
    tables(db),
  )
  return Number(added.rows[0]?.id)
}

export async function saveJobId(db: Db, id: string, jobId: number): Promise<void> {
  await tables(db).updateTable('failed_tasks').set({ job_id: jobId }).where('id', '=', id).execute()
}
