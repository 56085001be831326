import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { pacePasses } from '../../../jobs/schedule/pace-passes.ts'

/** Whether the wait was over at once. */
async function isAtOnce(wait: Promise<void>): Promise<boolean> {
  return Promise.race([wait.then(() => true), sleep(20, false)])
}

t.test('a pass asked for while the one before it was under way waits for the gap', async (t) => {
  let now = 1_000
  const pace = pacePasses(1, () => now)
  t.ok(await isAtOnce(pace.wait('a', 1_000)), 'the first')
  now = 1_020
  pace.note('a', 1_000)
  t.ok(await isAtOnce(pace.wait('a', 1_021)), 'asked for after the last had ended')
  t.ok(await isAtOnce(pace.wait('b', 1_010)), 'of another project')
  const held = pace.wait('a', 1_010)
  t.notOk(await isAtOnce(held), 'asked for meanwhile')
  t.ok(await isAtOnce(pace.wait('a', 1_010)), 'no more wait than leave a slot free')
  await held
  now = 1_251
  t.ok(await isAtOnce(pace.wait('a', 1_010)), 'the gap is over')
})

t.test('who may not wait at all never does', async (t) => {
  const pace = pacePasses(0, () => 1_020)
  pace.note('a', 1_000)
  t.ok(await isAtOnce(pace.wait('a', 1_010)))
})
