import { instantText } from '../../platform/db/sql.ts'
import { FieldErrors, notFound } from '../../platform/errors.ts'
import { type PageSizes, pageOf, pageRequest, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { isOperator } from '../operator.policy.ts'
import type { FailedTaskStatus } from './failed-task.entity.ts'
import { type FailedTaskFilter, type FailedTaskRow, findFailedTask, pageFailedTasks } from './failed-task.queries.ts'
import {
  bulkReply,
  dropBody,
  failedTaskReply,
  filterQuery,
  listQuery,
  requeueBody,
  type SentFilter,
} from './failed-task.schema.ts'
import { drop, dropTask, requeue, requeueTask, resolveMany } from './resolve-failed-task.ts'

const ROOT = '/admin/failed-tasks/'
const SIZES: PageSizes = { defaultSize: 50, maxSize: 200 }
const STATUSES: ReadonlySet<string> = new Set<FailedTaskStatus>(['dead', 'pending_retry', 'dismissed', 'retried'])
const SECRET = /secret|token|password|credential|cookie|authorization|(^|_)key$/i
const byOperators = { tag: 'operations', audience: 'session', allow: isOperator } as const

export const failedTaskRoutes = [
  route({
    ...byOperators,
    method: 'GET',
    path: ROOT,
    summary: 'Jobs that were given up after their last attempt, the latest first',
    query: listQuery,
    reply: pageOf(failedTaskReply),
    run: async (ctx, { query }) => {
      const page = await pageFailedTasks(ctx, filterOf(query), query.ordering, pageRequest(query, SIZES))
      const results = page.results.map((row) => present(row as FailedTaskRow))
      return presentPage({ ...page, results }, ctx.services.config, ROOT, query)
    },
  }),
  route({
    ...byOperators,
    method: 'POST',
    path: `${ROOT}requeue-all/`,
    summary: 'Give the oldest that match back to the queue',
    query: filterQuery,
    body: requeueBody,
    refusesUnknownFilters: true,
    reply: bulkReply,
    run: (ctx, { query, body }) =>
      resolveMany(ctx, wholeFilterOf(query), (ctx, tasks) => requeue(ctx, tasks, body.backoff_seconds)),
  }),
  route({
    ...byOperators,
    method: 'POST',
    path: `${ROOT}drop-all/`,
    summary: 'Take the oldest that match out of the queue',
    query: filterQuery,
    body: dropBody,
    refusesUnknownFilters: true,
    reply: bulkReply,
    run: (ctx, { query, body }) => resolveMany(ctx, wholeFilterOf(query), (ctx, tasks) => drop(ctx, tasks, body.note)),
  }),
  route({
    ...byOperators,
    method: 'GET',
    path: `${ROOT}{id}/`,
    summary: 'One job that was given up',
    reply: failedTaskReply,
    run: async (ctx, { params }) => {
      const row = await findFailedTask(ctx, params.id as string)
      if (!row) throw notFound()
      return row
    },
    present: (row) => present(row as FailedTaskRow),
  }),
  route({
    ...byOperators,
    method: 'POST',
    path: `${ROOT}{id}/requeue/`,
    summary: 'Give the job back to the queue',
    body: requeueBody,
    reply: failedTaskReply,
    run: (ctx, { params, body }) => requeueTask(ctx, params.id as string, body.backoff_seconds),
    present: (row) => present(row as FailedTaskRow),
  }),
  route({
    ...byOperators,
    method: 'POST',
    path: `${ROOT}{id}/drop/`,
    summary: 'Take the job out of the queue for good',
    body: dropBody,
    reply: failedTaskReply,
    run: (ctx, { params, body }) => dropTask(ctx, params.id as string, body.note),
    present: (row) => present(row as FailedTaskRow),
  }),
]

/** What cannot be read narrows nothing. */
function filterOf({ status, task_name, search, failed_after, failed_before }: SentFilter): FailedTaskFilter {
  return {
    status: status !== undefined && STATUSES.has(status) ? (status as FailedTaskStatus) : undefined,
    task_name: task_name || undefined,
    search: search || undefined,
    failed_after: instantOf(failed_after),
    failed_before: instantOf(failed_before),
  }
}

/** What cannot be read would have the action fall on all: refused. */
function wholeFilterOf(sent: SentFilter): FailedTaskFilter {
  const filter = filterOf(sent)
  const unread = (['status', 'failed_after', 'failed_before'] as const).filter((name) => sent[name] && !filter[name])
  if (unread.length > 0)
    throw new FieldErrors(Object.fromEntries(unread.map((name) => [name, ['This cannot be read as a filter.']])))
  return filter
}

function instantOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^(19|2[01])\d\d-/.test(text)) return undefined
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

function present(row: FailedTaskRow): object {
  const { job_id, payload, resolved_by_id: _, first_failed_at, last_failed_at, resolved_at, ...facts } = row
  return {
    ...facts,
    task_id: String(job_id),
    args: [],
    kwargs: withoutSecrets(payload),
    first_failed_at: instantText(first_failed_at),
    last_failed_at: instantText(last_failed_at),
    resolved_at: instantText(resolved_at),
    ...(row.status === 'retried' && { workflow_id: String(job_id) }),
  }
}

/** Jobs carry ids; what looks like a secret is hidden all the same. */
function withoutSecrets(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, SECRET.test(name) ? '[hidden]' : value]),
  )
}
