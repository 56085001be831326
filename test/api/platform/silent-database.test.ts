/**
 * The way to the database goes dead without a word: what waits for an answer is given up as unavailable, and the pool
 * goes on with new connections.
 *
 * Seen failing without api/platform/db/drop-silent.ts: the queries wait for as long as the test does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { inTransaction, refusalOfDatabaseError } from '../../../api/platform/db/transaction.ts'
import { createLog } from '../../../api/platform/log.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { testDatabase } from '../../support/database.ts'
import { socketOf, startProxy, throughProxy } from '../../support/proxy.ts'
import { sql } from '../../support/sql.ts'

t.test('a database that answers no more', async (t) => {
  const database = await testDatabase()
  const proxy = await startProxy(() => socketOf(new URL(database.url)))
  const log = createLog(loadConfig({ SVC_LOG_LEVEL: 'critical' }), 'test')
  const orm = await openOrm(throughProxy(new URL(database.url), proxy), log, {
    entities: [],
    poolSize: 3,
    silentMs: 400,
  })
  t.teardown(async () => {
    await orm.close(true)
    await proxy.close()
    await database.drop()
  })
  const ask = (text = 'select 1 as one') => sql({ em: orm.em.fork() }, text)
  const slow = () => ask('select 1 as one from pg_sleep(0.3)')
  t.strictSame(await Promise.all([slow(), slow()]), Array(2).fill([{ one: 1 }]), 'slow is not silent')

  proxy.freeze()
  const startedMs = performance.now()
  const lost = await Promise.all(
    [ask(), inTransaction(orm.em, (em) => sql({ em }, 'select 1'))].map((work) => work.catch((error) => error)),
  )
  const tookMs = performance.now() - startedMs
  for (const error of lost) t.match(refusalOfDatabaseError(error), { status: 503 })
  t.ok(tookMs >= 350 && tookMs < 3_000, `given up after ${Math.round(tookMs)} ms`)

  t.match(refusalOfDatabaseError(await ask().catch((error) => error)), { status: 503 }, 'and so is a new connection')

  proxy.cut()
  proxy.thaw()
  t.strictSame(await Promise.all(Array.from({ length: 6 }, () => ask())), Array(6).fill([{ one: 1 }]))
  await sleep(900)
  t.strictSame(await ask(), [{ one: 1 }], 'idle connections may be silent')
})
