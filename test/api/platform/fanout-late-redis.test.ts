/**
 * Redis is away when two processes start and comes later than any command waits: from then on each hears of the other.
 *
 * Seen failing with the listener on the time limits of commands: it gave up after a second, for good.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createServices } from '../../../api/server/boot.ts'
import { freePort, until } from '../../support/faults.ts'
import { OwnRedis, withoutRedis } from '../../support/redis.ts'
import { startApp } from '../../support/start-app.ts'

t.test('a Redis that was away at the start is listened to once it is there', { skip: withoutRedis }, async (t) => {
  const redis = new OwnRedis(t, await freePort())
  const app = await startApp(t, { env: { SVC_REDIS_URL: redis.url, SVC_LOG_LEVEL: 'critical' } })
  const other = await createServices(app.services.config, { role: 'jobs' })
  t.teardown(() => other.close())
  const heard: unknown[] = []
  await app.services.fanout.listen({
    onNotice: () => undefined,
    onFrame: () => undefined,
    onMessage: (topic, message) => heard.push([topic, message]),
    onResumed: () => undefined,
  })
  await sleep(1_500)
  await redis.start()
  await until(() => other.fanout.isHealthy() && app.services.fanout.isHealthy(), 20_000, 'both to find Redis')
  await until(
    async () => {
      await other.fanout.broadcast('greeting', { from: 'the other process' })
      await sleep(50)
      return heard.length > 0
    },
    20_000,
    'word from the other process',
  )
  t.strictSame(heard[0], ['greeting', { from: 'the other process' }])
})
