/**
 * A project with a row of each kind is removed for good: no table holds a row that names it, its tasks or anything else
 * that hung on it, but those that are kept on purpose. The project beside it, another site and its rows stand as before.
 */
import t from 'tap'
import { purgeProject } from '../../api/projects/lifecycle/purge-project.queries.ts'
import type { TestApp } from '../support/start-app.ts'
import { buildWorld } from './world.ts'

/** What tells of a project that is gone: what was done, said to others, asked, and which keys stay taken. */
const KEPT = new Set(['agent_actions', 'api_token_audit', 'idempotency_keys', 'issued_keys', 'outbox_channels'])
for (const name of ['outbox_events', 'socket_presence', 'workspace_audit_events']) KEPT.add(name)

t.setTimeout(300_000)

t.test('a project that is removed for good', async (t) => {
  const world = await buildWorld(t)
  const { ids } = await world.addSite('purged', null)
  const project = ids.project as string
  const owned = await idsOf(world.app, project)
  const before = await tablesNaming(world.app, [project])
  t.ok(before.length > 20, `rows in ${before.length} tables: ${before.join(', ')}`)
  const isCounted = async () =>
    (await world.app.sql('select count(*)::int as n from tasks where project_id <> $1', [project]))[0]
  const others = await isCounted()

  await world.app.services.systemContext((ctx) => purgeProject(ctx, project))

  const left = await tablesNaming(world.app, [project, ...owned])
  t.strictSame(
    left.filter((name) => !KEPT.has(name)),
    [],
    'nothing names it or what belonged to it',
  )
  t.strictSame(await isCounted(), others, 'no other task went')
  t.equal((await world.app.sql('select 1 from projects where id = $1', [ids.neighbour])).length, 1)
})

/** The rows of all tables that name the project by their column. */
async function idsOf(app: TestApp, project: string): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select c.table_name as name from information_schema.columns c where c.table_schema = 'public'
     and c.column_name in ('id', 'project_id') and c.data_type = 'uuid' group by 1 having count(*) = 2 order by 1`,
  )
  const owned = tables.filter(({ name }) => !KEPT.has(name))
  const rows = await Promise.all(
    owned.map(({ name }) => app.sql<{ id: string }>(`select id::text from "${name}" where project_id = $1`, [project])),
  )
  return rows.flat().map((row) => row.id)
}

/** Tables with a row that has one of the ids in any column. */
async function tablesNaming(app: TestApp, ids: readonly string[]): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await app.sql(
      `select 1 from "${name}" r where exists (select 1 from jsonb_each_text(to_jsonb(r)) v where v.value = any($1::text[])) limit 1`,
      [ids],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
