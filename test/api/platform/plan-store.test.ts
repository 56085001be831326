import t from 'tap'
import { PlanStore } from '../../../api/platform/plan-store.ts'

t.test('a plan is kept under its key until another takes its place', async (t) => {
  const plans = new PlanStore()
  t.equal(plans.find('p'), null)
  const plan = { bytes: 50 }
  plans.keep('p', plan)
  t.equal(plans.find('p'), plan)
  const newer = { bytes: 60 }
  plans.keep('p', newer)
  t.equal(plans.find('p'), newer)
  t.same(plans.stats(), { plans: 1, bytes: 60, hits: 2, misses: 1 })
  plans.drop('p')
  t.equal(plans.find('p'), null)
})

t.test('plans beyond the budget of memory go, the one not used for the longest time first', async (t) => {
  const plans = new PlanStore(2 ** 20)
  const plan = (kilobytes: number) => ({ bytes: kilobytes * 2 ** 10 })
  for (const key of ['a', 'b', 'c']) plans.keep(key, plan(300))
  t.not(plans.find('a'), null)
  plans.keep('d', plan(400))
  t.equal(plans.find('b'), null, 'the oldest went')
  t.not(plans.find('a'), null, 'one used since stayed')
  t.ok(plans.stats().bytes <= 2 ** 20)
  plans.keep('e', plan(3000))
  t.equal(plans.stats().plans, 1, 'a plan larger than the budget stays alone')
})
