/**
 * Limits of two API processes that have only the database in common, and while that is away.
 *
 * Seen failing with SVC_RATE_LIMIT_STORE=process given to both: twenty requests pass instead of ten.
 */
import t from 'tap'
import { ServiceProcess, setStage } from '../../support/faults.ts'
import { pressLimit } from './press-limit.ts'

const LIMIT = 10

t.setTimeout(90_000)

t.test('a limit over two processes without Redis', async (t) => {
  const stage = await setStage(t, {
    SVC_RATE_LIMIT_ENABLED: 'true',
    SVC_THROTTLE_RESOLVE_RATE: `${LIMIT}/hour`,
  })
  const apis = await Promise.all([ServiceProcess.start(t, stage, 'api'), ServiceProcess.start(t, stage, 'api')])
  const press = (token: string) => pressLimit(apis, token)

  const ann = await stage.person('ann')
  t.strictSame(await press(ann.token), { passed: LIMIT, others: [429] }, 'exactly N, whoever was asked')
  t.strictSame(await press(ann.token), { passed: 0, others: [429] }, 'and none until the window ends')
  const bob = await stage.person('bob')
  t.strictSame(await press(bob.token), { passed: LIMIT, others: [429] }, 'each person by themselves')
})
