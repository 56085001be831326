import { rmSync } from 'node:fs'
import pg from 'pg'
import t, { type Test } from 'tap'
import '../../../api/server/entities.ts'
import { migrate } from '../../../api/platform/db/migrate.ts'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { createLog } from '../../../api/platform/log.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { testDatabase } from '../../support/database.ts'
import { fillTables, idOf } from '../../support/old-database.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { startApp } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'

const NOBODY = '00000000-0000-4000-a000-000000000000'

async function openDatabase(t: Test) {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined) // The service that is started on it drops it.
  await client.connect()
  const dataDir = scratchFolder('svc-upgrade-')
  t.teardown(async () => {
    await client.end()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const settings = { SVC_PORT: '0', SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: database.url, SVC_LOG_LEVEL: 'error' }
  return { database, client, config: loadConfig(settings) }
}

/** The database as the first version left it, filled. */
async function makeOld({ client, config }: Awaited<ReturnType<typeof openDatabase>>): Promise<string[]> {
  await client.query('drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  const orm = await openOrm(config.databaseUrl as string, createLog(config, 'migrate'), { entities: [] })
  await orm.migrator.up({ to: '0001-initial' })
  await orm.close(true)
  return fillTables(client)
}

/** Where rows of a table stand that is there no more. */
const MOVED: Readonly<Record<string, string>> = { task_schedules: `(select s.* from ${TASK_DATES})` }

async function rowsOf(
  client: pg.Client,
  tables: readonly string[],
  places: Readonly<Record<string, string>> = {},
): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const table of tables) {
    const { rows } = await client.query(
      `select to_jsonb(r) as row from ${places[table] ?? `"${table}"`} r order by to_jsonb(r)::text`,
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Everything of the schema that a statement could tell apart. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('%s.%s %s %s %s %s', table_name, column_name, udt_name, character_maximum_length, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
     union all select format('migration %s', name) from schema_migrations
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'graphile%'
     order by 1`,
  )
  return rows.map(({ line }) => line)
}

t.test('a filled database of the first version is upgraded', async (t) => {
  const [fresh, old] = [await openDatabase(t), await openDatabase(t)]
  const tables = await makeOld(old)
  const { client, config } = old
  const task = idOf('tasks', 1, tables)
  const before = await rowsOf(client, tables)
  await client.query(
    `insert into labels (id, project_id, name, folded_name, color) values ($1, $1, 'Lost', 'lost', 'slate')`,
    [NOBODY],
  )
  await client.query('update tasks set blocked_by_id = $1 where id = $2', [NOBODY, task])
  await migrate(config)

  await t.test('and loses no row and no value', async (t) => {
    const after = await rowsOf(client, tables, MOVED)
    t.ok(tables.length > 50, `${tables.length} tables`)
    for (const table of tables) {
      const kept = after[table] ?? []
      for (const row of before[table] ?? [])
        t.has(kept.find((one) => standsFor(one, row)) ?? {}, expected(table, row), table)
    }
  })

  await t.test('what belonged to nothing is gone, and a name of nobody is forgotten', async (t) => {
    t.same((await client.query('select 1 from labels where id = $1', [NOBODY])).rows, [])
    t.same((await client.query('select blocked_by_id from tasks where id = $1', [task])).rows, [
      { blocked_by_id: null },
    ])
  })

  await t.test('to the schema of a new one', async (t) => {
    t.strictSame(await schemaOf(client), await schemaOf(fresh.client))
  })

  await t.test('and the service starts on it, reads what is there and writes', async (t) => {
    const app = await startApp(t, { database: old.database })
    const members = await app.owner.get('/workspace/members/')
    t.match(members.text, /"username 1"/)
    const made = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
    t.equal((await app.owner.post('/tasks/', { project: made.body.id, name: 'Piles' })).status, 201)
  })
})

const standsFor = (one: object, row: object) =>
  'id' in row ? (one as { id: unknown }).id === row.id : isWithin(row, one)

const isWithin = (row: object, one: object) =>
  Object.entries(row).every(([name, value]) => JSON.stringify(one[name as never]) === JSON.stringify(value))

/** Without what a later version renamed, and what the test spoiled. */
function expected(table: string, row: object): object {
  const other: Readonly<Record<string, string>> = { import_requests: 'finished_at', tasks: 'blocked_by_id' }
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== other[table]))
}

t.test('a database that refuses a migration keeps those before it, and goes on from there', async (t) => {
  const { client, config } = await openDatabase(t)
  await client.query('drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  await client.query('create table milestone_forecasts (a_table integer)')
  await t.rejects(migrate(config), /milestone_forecasts.* already exists/)
  const { rows } = await client.query('select max(name) as last from schema_migrations')
  t.strictSame(rows, [{ last: '0062-sprint-close' }])
  await client.query('drop table milestone_forecasts')
  await migrate(config)
  t.strictSame(await schemaOf(client), await schemaOf((await openDatabase(t)).client))
})
