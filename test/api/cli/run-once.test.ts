import { cachedDataVersionTag } from 'node:v8'
import t from 'tap'
import { runOnce } from '../../../api/cli/plan-files/run-once.ts'

/** Compiled code is kept for a version of V8 and its settings; this number stands for both. */
const settings = cachedDataVersionTag

t.test('one plan is computed under settings of its own, and what is compiled later is kept as before', async (t) => {
  const before = settings()
  t.not(runOnce(1_000_000, settings), before)
  t.equal(settings(), before)
})

t.test('settings are as before after a plan that is refused', async (t) => {
  const before = settings()
  const refuse = () => {
    throw new Error('refused')
  }
  t.throws(() => runOnce(1_000, refuse), { message: 'refused' })
  t.equal(settings(), before)
})

t.test('a plan that takes long is computed with everything that V8 has', async (t) => {
  const before = settings()
  t.equal(runOnce(60_000_000, settings), before)
})
