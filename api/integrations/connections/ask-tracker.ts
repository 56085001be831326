import { z } from 'zod'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Config } from '../../platform/settings/config.ts'
import { askOutside, isHeaderText, NotReached } from '../ask-outside.ts'
import type { Bucket } from './connection.schema.ts'

const PAGE_ITEMS = 100

/** How a tracker is asked, and for what. */
export interface TrackerAccess {
  readonly base_url: string
  readonly deployment: 'cloud' | 'server'
  readonly account_email: string
  readonly secret: string
}

export type TrackerFault =
  | 'invalid_token'
  | 'invalid_filter'
  | 'provider_unreachable'
  | 'provider_timeout'
  | 'blocked_host'

/** The tracker did not tell what it was asked for. */
export class TrackerRefused extends Error {
  override name = 'TrackerRefused'
  readonly fault: TrackerFault

  constructor(fault: TrackerFault) {
    super(fault)
    this.fault = fault
  }
}

export interface TrackedItem {
  readonly external_id: string
  readonly external_url: string
  readonly title: string
  readonly external_status: string
  readonly display_bucket: Bucket
  readonly due_date: string | null
}

interface Question {
  readonly config: Config
  readonly access: TrackerAccess
  readonly signal: AbortSignal | undefined
}

/** Refuses a secret that lets nobody in, and a filter that the tracker does not understand. */
export async function tryTracker(question: Question, jql: string): Promise<void> {
  await ask(question, 'myself', 'invalid_token')
  await search(question, jql, 1)
}

/** The first page of what a filter finds. */
export async function readItems(question: Question, jql: string): Promise<TrackedItem[]> {
  const found = issuesReply.safeParse(await search(question, jql, PAGE_ITEMS))
  if (!found.success) throw new TrackerRefused('provider_unreachable')
  const items = found.data.issues.slice(0, PAGE_ITEMS).map((issue) => itemOf(issue, question.access))
  return [...new Map(items.map((item) => [item.external_id, item])).values()]
}

function search(question: Question, jql: string, count: number): Promise<unknown> {
  const path = question.access.deployment === 'cloud' ? 'search/jql' : 'search'
  const params = new URLSearchParams({ jql, maxResults: String(count), fields: 'summary,status,duedate' })
  return ask(question, `${path}?${params}`, 'invalid_filter')
}

/** `badRequest` is what a 400 means there. */
async function ask({ config, access, signal }: Question, path: string, badRequest: TrackerFault): Promise<unknown> {
  const { base_url, deployment, secret } = access
  if (!isHeaderText(secret)) throw new TrackerRefused('invalid_token')
  const url = `${base_url}/rest/api/${deployment === 'cloud' ? 3 : 2}/${path}`
  const reply = await askOutside(config, url, {
    headers: { Authorization: authorizationOf(access) },
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw error instanceof NotReached ? new TrackerRefused(error.fault) : error
  })
  if (reply.status === 200) return reply.body
  if (reply.status === 401 || reply.status === 403) throw new TrackerRefused('invalid_token')
  throw new TrackerRefused(reply.status === 400 ? badRequest : 'provider_unreachable')
}

function authorizationOf({ deployment, account_email, secret }: TrackerAccess): string {
  if (deployment === 'server') return `Bearer ${secret}`
  return `Basic ${Buffer.from(`${account_email}:${secret}`, 'utf8').toString('base64')}`
}

const issuesReply = z.object({
  issues: z.array(
    z.object({
      key: z.string().min(1),
      fields: z.object({
        summary: z.string().nullish(),
        duedate: z.string().nullish(),
        status: z
          .object({ name: z.string().nullish(), statusCategory: z.object({ key: z.string().nullish() }).nullish() })
          .nullish(),
      }),
    }),
  ),
})
type Issue = z.output<typeof issuesReply>['issues'][number]

const BUCKET_OF: Record<string, Bucket> = { new: 'todo', indeterminate: 'in_progress', done: 'done' }

function itemOf({ key, fields }: Issue, { base_url }: TrackerAccess): TrackedItem {
  const url = `${base_url}/browse/${encodeURIComponent(key)}`
  const category = fields.status?.statusCategory?.key ?? ''
  return {
    external_id: trimmed(key, 255),
    external_url: url.length <= 2_000 ? url : '',
    title: trimmed(fields.summary ?? '', 512),
    external_status: trimmed(fields.status?.name ?? '', 64),
    display_bucket: Object.hasOwn(BUCKET_OF, category) ? (BUCKET_OF[category] as Bucket) : 'todo',
    due_date: fields.duedate && parseCivilDay(fields.duedate) !== null ? fields.duedate : null,
  }
}

/** What fits into the column, without what no column takes: null characters and halves of characters. */
function trimmed(text: string, length: number): string {
  return text.replaceAll('\0', '').toWellFormed().slice(0, length).toWellFormed().trim()
}
