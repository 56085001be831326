import { sql } from 'kysely'
import t from 'tap'
import type { Db } from '../../../api/platform/db/db.ts'
import { StatementNames } from '../../../api/platform/db/named-statements.ts'
import { statementsOver } from '../../../api/platform/db/statements.ts'
import { inTransaction } from '../../../api/platform/db/transaction.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const PLANS = 'select statement, generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements'

const appWith = (t: Parameters<typeof startApp>[0], named: boolean) =>
  startApp(t, { env: { SVC_DATABASE_POOL_SIZE: '2', SVC_DATABASE_NAMED_STATEMENTS: String(named) } })

async function readOften({ owner }: TestApp): Promise<void> {
  const project = (await owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id
  const task = (await owner.post('/tasks/', { project, name: 'Piles' })).body.id
  for (let call = 0; call < 30; call++) await owner.get(`/tasks/${task}/`)
}

t.test('statements that run often are planned once a connection', async (t) => {
  const app = await appWith(t, true)
  await readOften(app)
  const rows = await app.sql<{ statement: string; kept: number; made: number }>(PLANS)
  const ofTask = rows.find(({ statement }) => statement.includes('"sprint_pending"'))
  // The server tries five plans before it keeps one.
  t.ok(ofTask && ofTask.kept > 5 && ofTask.made <= 5, 'the row of a task is read by a plan that is kept')
})

t.test('what every planner does all day is not planned anew at each call', async (t) => {
  const app = await appWith(t, true)
  const project = (await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id
  for (let call = 0; call < 20; call++) {
    const task = (await app.owner.post('/tasks/', { project, name: `Piles ${call}` })).body.id
    await app.owner.patch(`/tasks/${task}/`, { name: `Piles, row ${call}` })
    await app.owner.get(`/tasks/${task}/`)
    await app.owner.get(`/projects/${project}/status-summary/`)
  }
  const rows = await app.sql<{ statement: string; kept: number; made: number }>(PLANS)
  t.ok(rows.length > 10)
  t.same(
    rows.filter(({ made }) => made > 5).map(({ statement }) => statement),
    [],
  )
})

t.test('and have no names where the setting says so', async (t) => {
  const app = await appWith(t, false)
  await readOften(app)
  t.same(await app.sql(PLANS), [])
})

t.test('a text that is new at each call gets no name, and names have an end', (t) => {
  const names = new StatementNames()
  const given = new Set<string>()
  for (let call = 0; call < 10_000; call++) given.add(names.nameOf(`select ${call}`) ?? 'none')
  t.same([...given], ['none'])
  for (let call = 0; call < 5; call++)
    for (let text = 0; text < 1_000; text++) given.add(names.nameOf(`select a from t${text}`) ?? 'none')
  t.equal(given.size, 301, '300 names, and none')
  t.equal(names.nameOf('begin') ?? names.nameOf('begin') ?? names.nameOf('begin') ?? 'none', 'none')
  t.end()
})

t.test('a column that is added while plans are kept fails nobody', async (t) => {
  const app = await appWith(t, true)
  const { em } = app.services.orm
  await app.sql('create table growing (id int)')
  const read = (db: Db) => sql`select * from growing where id > ${0}`.execute(statementsOver(db))
  for (let call = 0; call < 12; call++) await read({ em: em.fork() })
  await app.sql('alter table growing add extra int')
  for (let call = 0; call < 4; call++) await t.resolves(read({ em: em.fork() }), 'a read of its own')
  for (let call = 0; call < 12; call++) await read({ em: em.fork() })
  await app.sql('alter table growing add other int')
  for (let call = 0; call < 4; call++)
    await t.resolves(
      inTransaction(em, (em) => read({ em })),
      'in a transaction',
    )
})
