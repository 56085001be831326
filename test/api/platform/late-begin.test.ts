/**
 * `begin` travels with the first statement of its transaction, and what can go wrong there goes wrong as it did when it
 * travelled alone.
 */
import t, { type Test } from 'tap'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { inTransaction, refusalOfDatabaseError, sqlState } from '../../../api/platform/db/transaction.ts'
import { createLog } from '../../../api/platform/log.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { testDatabase } from '../../support/database.ts'
import { drop, socketOf, startProxy, throughProxy } from '../../support/proxy.ts'
import { sql } from '../../support/sql.ts'

const INSERT = 'insert into written values ($1::int)'

/** One connection behind a proxy that notes what is sent; it has had a transaction, and so knows `begin`. */
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
  return { proxy, orm, ask, transact, trips, rows }
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
  await ask('deallocate "begin"')
  t.equal(await transact([INSERT, [1]]).catch(sqlState), '26000')
  t.strictSame(await rows(), [])
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
