/**
 * Fields that a body may not set change nothing: every write is answered the same with them as without, and leaves the
 * same rows. Sent are all fields of its own reply that its body does not know, with other values, and names by which
 * rights are held.
 *
 * Seen failing with unknown keys of bodies passed on by mount.ts and `is_sample` written through by the update of
 * projects.
 */
import t from 'tap'
import type { EntityManager } from '../../api/platform/db/orm.ts'
import { isWrite, type Route } from '../../api/platform/http/route.ts'
import { routes } from '../../api/server/routes.ts'
import { sql } from '../support/sql.ts'
import { fieldsOf } from './bad-bodies.ts'
import { OPERATIONS } from './operations.ts'
import { callOf, each, operationOf, send } from './send.ts'
import { buildWorld, type World } from './world.ts'

t.setTimeout(600_000)

/** Columns and rights under the names that a careless copy of a body would write to. */
const PRIVILEGED: Readonly<Record<string, unknown>> = {
  isDeleted: true,
  is_deleted: true,
  deletedAt: '2020-01-01T00:00:00Z',
  isSuperuser: true,
  is_superuser: true,
  is_active: false,
  isSample: false,
  is_sample: false,
  isArchived: true,
  is_closed: true,
  my_role: 400,
  workspace_role: 400,
  created_by: '7b0c1d2e-0000-4000-8000-00000000dead',
  createdById: '7b0c1d2e-0000-4000-8000-00000000dead',
  owner_id: '7b0c1d2e-0000-4000-8000-00000000dead',
  projectId: '7b0c1d2e-0000-4000-8000-00000000dead',
  serverVersion: 99,
  syncSeq: 99,
  password_hash: 'x',
  token_hash: 'x',
}
/** Sent on purpose: the version that a change is based on, which may be refused as stale; and what only echoes the body. */
const SENT_ON_PURPOSE = new Set(['server_version', 'warnings'])

t.test('read-only and privileged fields', async (t) => {
  const world = await buildWorld(t)
  const faults: string[] = []
  const tables = await tablesOf(world)
  let compared = 0
  const writes = routes.filter((route) => isWrite(route) && route.body && `${route.method} ${route.path}` in OPERATIONS)
  let rows: string[] = []
  world.onUndo = async (em) => {
    rows = await allRows(em, tables)
  }
  // One after the other: what a write left is looked at before it is undone.
  await each(writes, 1, async (route) => {
    const name = `${route.method} ${route.path}`
    const caller = world.callers.find((one) => operationOf(name).expect(one, 'active', true) === 'done')
    if (!caller) return
    const call = callOf(name, world.sites.active)
    const client = world.as(caller)
    const plain = await send(client, call)
    const extra = { ...unknownTo(route, PRIVILEGED), ...readOnlyFields(route, plain.body) }
    const plainRows = rows.map((row) => normal(row, world)).sort()
    const loaded = await send(client, { ...call, body: { ...extra, ...call.body } })
    const loadedRows = rows.map((row) => normal(row, world)).sort()
    compared++
    const other = loadedRows.find((row, index) => row !== plainRows[index])
    if (other !== undefined) faults.push(`${name} leaves ${other}`)
    if (normal(loaded.body, world) !== normal(plain.body, world))
      faults.push(`${name}: ${loaded.status} ${normal(loaded.body, world)} and not ${normal(plain.body, world)}`)
  })
  t.strictSame(faults.sort(), [])
  t.ok(compared > 30, `${compared} writes compared`)
})

/** What the body of the route does not know: a webhook has an `is_active` of its own that is written. */
function unknownTo(route: Route, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = new Set(fieldsOf(route))
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !known.has(field)))
}

/** Each field of the reply that the body does not know, with a value that differs from what it has. */
function readOnlyFields(route: Route, reply: unknown): Record<string, unknown> {
  const known = new Set(fieldsOf(route))
  if (reply === null || typeof reply !== 'object' || Array.isArray(reply)) return {}
  const others = Object.entries(reply).filter(([field]) => !known.has(field) && !SENT_ON_PURPOSE.has(field))
  return Object.fromEntries(others.map(([field, value]) => [field, different(value)]))
}

function different(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 7
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? '2031-03-03' : `${value}x`
  return value === null ? 5 : {}
}

async function tablesOf(world: World): Promise<string[]> {
  const rows = await world.app.sql<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like '%audit%'`,
  )
  return rows.map((row) => row.name)
}

async function allRows(em: EntityManager, tables: readonly string[]): Promise<string[]> {
  const text = tables.map((name) => `select '${name} ' || to_jsonb(t)::text as line from ${name} t`).join(' union all ')
  return (await sql<{ line: string }>({ em }, text)).map((row) => row.line)
}

/** A reply or row without what every new row has of its own: ids, numbers that are given out, points in time. */
function normal(reply: unknown, world: World): string {
  const ids = new Set(Object.values(world.sites.active.ids))
  const text =
    typeof reply === 'string' ? reply : JSON.stringify(reply, (key, value) => (key === 'warnings' ? undefined : value))
  return (
    text
      ?.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (ids.has(id) ? id : '#'))
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00(:00)?)/g, '@')
      .replace(
        /svc_[0-9a-f]{64}|"\w*hash": ?"[^"]*"|"sealed_\w+": ?"[^"]*"|token_prefix\W+[\w-]+|"(token|secret|share_path)": ?"[^"]*"/g,
        '#',
      )
      .replace(/^(outbox_events|history_rows) (\{.*?)"id": \d+/, '$1 $2')
      // The number of a job in the queue.
      .replace(/"(job_id|task_id|workflow_id)": ?"?\d+/g, '"$1": #')
  )
}
