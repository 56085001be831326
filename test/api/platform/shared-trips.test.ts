/**
 * `begin` travels with the first statement of its transaction, statements that are sent together in one trip, and what can
 * go wrong there goes wrong as it did when each travelled alone.
 */
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { together } from '../../../api/platform/db/together.ts'
import { inTransaction, refusalOfDatabaseError, sqlState } from '../../../api/platform/db/transaction.ts'
import { createLog } from '../../../api/platform/log.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { testDatabase } from '../../support/database.ts'
import { drop, socketOf, startProxy, throughProxy } from '../../support/proxy.ts'
import { sql } from '../../support/sql.ts'

const INSERT = 'insert into written values ($1::int)'

/** One connection behind a proxy that notes what is sent. */
async function setUp(t: Test) {
  const database = await testDatabase()
  const proxy = await startProxy(() => socketOf(new URL(database.url)))
  const log = createLog(loadConfig({ SVC_LOG_LEVEL: 'critical' }), 'test')
  const orm = await openOrm(throughProxy(new URL(database.url), proxy), log, {
    entities: [],
    poolSize: 1,
    namesStatements: true,
  })
  t.teardown(async () => {
    await orm.close(true)
    await proxy.close()
    await database.drop()
  })
  const ask = (text: string, values: readonly unknown[] = []) => sql({ em: orm.em.fork() }, text, values)
  const transact = (...statements: [text: string, values?: readonly unknown[]][]) =>
    inTransaction(orm.em, async (em) => {
      for (const [text, values = []] of statements) await sql({ em }, text, values)
    })
  await ask('create table written (n int)')
  await transact(['select $1::int', [1]])
  const sent: string[] = []
  const trips = async (work: Promise<unknown>) => {
    sent.length = 0
    await work
    return sent.length
  }
  proxy.hooks.onRequest = (bytes) => {
    sent.push(bytes.toString('latin1'))
    return true
  }
  const rows = async () => (await ask('select n from written order by n')).map(({ n }) => n)
  return { database, proxy, orm, ask, transact, trips, rows }
}

t.test('begin goes out with the first statement', async (t) => {
  const { transact, trips, rows } = await setUp(t)
  t.equal(await trips(transact([INSERT, [1]])), 2, 'that, and the commit')
  t.equal(await trips(transact([INSERT, [2]], [INSERT, [3]])), 3)
  t.strictSame(await rows(), [1, 2, 3])
  t.equal(await trips(transact()), 0, 'nothing without a statement')
})

t.test('and alone before a text that may hold several', async (t) => {
  const { transact, trips, rows } = await setUp(t)
  t.equal(await trips(transact(['insert into written values (1); insert into written values (2)'])), 3)
  t.strictSame(await rows(), [1, 2])
})

t.test('a transaction whose first statement is refused leaves nothing, and its connection serves on', async (t) => {
  const { orm, transact, rows } = await setUp(t)
  const refused = await transact(['select 1 / $1::int', [0]]).catch(sqlState)
  t.equal(refused, '22012', 'the refusal of the statement itself')
  const swallowed = inTransaction(orm.em, async (em) => {
    await sql({ em }, 'select 1 / $1::int', [0]).catch(() => undefined)
    await sql({ em }, INSERT, [1])
  })
  t.equal(await swallowed.catch(sqlState), '25P02', 'it was within the transaction')
  await t.rejects(transact([INSERT, ['no number']]))
  await t.rejects(transact([INSERT, [1]], ['select 1 / $1::int', [0]]), 'and so is a later one')
  t.strictSame(await rows(), [])
  await transact([INSERT, [2]])
  t.strictSame(await rows(), [2])
})

t.test('where begin is refused its first statement is not done', async (t) => {
  const { ask, transact, rows } = await setUp(t)
  await ask('BEGIN')
  await t.rejects(ask('select 1 / $1::int', [0]))
  t.equal(await transact([INSERT, [1]]).catch(sqlState), '25P02')
  t.strictSame(await rows(), [])
})

t.test('statements that are sent together share a trip, in their order', async (t) => {
  const { orm, trips, rows } = await setUp(t)
  const work = () =>
    inTransaction(orm.em, (em) =>
      together({ em }, (db) =>
        Promise.all([sql(db, INSERT, [1]), sql(db, 'select n from written where n = $1', [1]), sql(db, INSERT, [2])]),
      ),
    )
  for (let round = 1; round < 6; round++) {
    const found: { found?: unknown[][] } = {}
    const count = await trips(work().then((all) => Object.assign(found, { found: all })))
    t.equal(count, 2, 'they with begin, and the commit')
    t.equal(found.found?.[1]?.length, round, 'each has its own rows, and sees what those before it wrote')
  }
  t.equal((await rows()).length, 10)
})

t.test('what stands behind a refused one is not done and refused as it was', async (t) => {
  const { orm, transact, rows } = await setUp(t)
  const divide = (by: number) =>
    inTransaction(orm.em, (em) =>
      together({ em }, (db) =>
        Promise.all([
          sql(db, 'select 1 / $1::int as n', [by]),
          sql(db, 'insert into written select $1::int returning n', [by]),
          sql(db, 'select $1::int + 1 as n', [by]),
        ]),
      ),
    )
  // Before they have names, as they get some, and once they have.
  for (let round = 0; round < 5; round++) {
    t.equal(await divide(0).catch(sqlState), '22012')
    t.strictSame(await divide(1), [[{ n: 1 }], [{ n: 1 }], [{ n: 2 }]])
  }
  const all = inTransaction(orm.em, (em) =>
    together({ em }, (db) =>
      Promise.allSettled([sql(db, INSERT, [7]), sql(db, 'select 1 / $1::int', [0]), sql(db, INSERT, [8])]),
    ),
  )
  t.match(await all, [{ status: 'fulfilled' }, { reason: { code: '22012' } }, { reason: { code: '22012' } }])
  await transact([INSERT, [9]])
  t.strictSame(await rows(), [1, 1, 1, 1, 1, 9])
})

t.test('nor what stands behind one whose values cannot be sent', async (t) => {
  const { orm, transact, rows } = await setUp(t)
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const all = inTransaction(orm.em, async (em) => {
    const ends = await together({ em }, (db) =>
      Promise.allSettled([sql(db, INSERT, [1]), sql(db, 'select $1::jsonb', [circle]), sql(db, INSERT, [2])]),
    )
    t.match(ends, [{ status: 'fulfilled' }, { reason: { message: /circular/ } }, { reason: { message: /circular/ } }])
    throw new Error('given up')
  })
  await t.rejects(all, { message: 'given up' })
  await transact([INSERT, [3]])
  t.strictSame(await rows(), [3])
})

t.test('what stands behind a lock sees what its holder committed', async (t) => {
  const { database, orm, ask, transact } = await setUp(t)
  await transact([INSERT, [1]])
  await ask('create table other (n int)')
  const holder = new Client({ connectionString: database.url })
  await holder.connect()
  t.teardown(() => holder.end())
  await holder.query('begin; update written set n = 5; insert into other values (6)')
  const waiting = inTransaction(orm.em, (em) =>
    together({ em }, (db) =>
      Promise.all([
        sql(db, 'update written set n = n + $1::int returning n', [1]),
        sql(db, 'select n from other where n > $1::int', [0]),
      ]),
    ),
  )
  for (;;) {
    const locks = await holder.query('select from pg_locks where not granted')
    if (locks.rows.length > 0) break
  }
  await holder.query('commit')
  t.strictSame(await waiting, [[{ n: 6 }], [{ n: 6 }]])
})

t.test('statements that wait for each other travel one by one in their transaction', async (t) => {
  const { orm, trips } = await setUp(t)
  const work = inTransaction(orm.em, (em) =>
    together({ em }, async (db) => {
      await sql(db, INSERT, [1])
      await sql(db, INSERT, [2])
    }),
  )
  t.equal(await trips(work), 3)
})

t.test('a connection that is lost before begin is answered is told as the database being away', async (t) => {
  const { proxy, transact, rows } = await setUp(t)
  const hears = proxy.hooks.onRequest
  for (const isAnswerLost of [false, true]) {
    proxy.hooks.onRequest = (_request, pair) => {
      if (!isAnswerLost) drop(pair)
      return isAnswerLost
    }
    proxy.hooks.onAnswer = (_answer, pair) => {
      drop(pair)
      return false
    }
    const lost = await transact([INSERT, [1]]).catch((error: unknown) => error)
    t.match(refusalOfDatabaseError(lost), { status: 503 })
    proxy.hooks = { onRequest: hears }
    t.strictSame(await rows(), [], 'nothing was written')
  }
  await transact([INSERT, [2]])
  await transact([INSERT, [3]])
  t.strictSame(await rows(), [2, 3], 'the next connection serves on')
})

t.test('a transaction whose first statement cannot be serialized is run again', async (t) => {
  const { orm, ask, rows } = await setUp(t)
  await ask(`create function clash(isDue boolean) returns int language plpgsql as $$
    begin if isDue then raise exception using errcode = '40001'; end if; return 1; end $$`)
  let attempts = 0
  await inTransaction(orm.em, async (em) => {
    attempts += 1
    await sql({ em }, 'select clash($1)', [attempts < 3])
    await sql({ em }, INSERT, [attempts])
  })
  t.strictSame(await rows(), [3])
})
