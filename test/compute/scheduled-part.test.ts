import t from 'tap'
import { scheduledPart } from '../../compute/model/scheduled-part.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'

const plan: Plan = {
  format: 'svc-plan/1',
  start_date: '2026-01-05',
  tasks: [
    { id: 'P', duration: 1 },
    { id: 'B', duration: 1, parent: 'P', status: 'BACKLOG' },
    { id: 'C', duration: 2, parent: 'B', status: 'NOT_STARTED' },
    { id: 'D', duration: 2 },
  ],
  dependencies: [
    { predecessor: 'B', successor: 'D' },
    { predecessor: 'C', successor: 'D' },
  ],
}

t.test('a backlog task falls away with its links, and what is inside of it moves up', async (t) => {
  const part = scheduledPart(plan)
  t.same(
    part.tasks.map(({ id, parent }) => [id, parent ?? null]),
    [
      ['P', null],
      ['C', 'P'],
      ['D', null],
    ],
  )
  t.same(part.dependencies, [{ predecessor: 'C', successor: 'D' }])
  t.equal(plan.tasks.length, 4, 'the plan itself stays whole')
})

t.test('a plan without a backlog, and what is no plan, is answered as it is', async (t) => {
  const whole = { ...plan, tasks: plan.tasks.slice(0, 1) }
  t.equal(scheduledPart(whole), whole)
  const odd = { tasks: 'none' } as unknown as Plan
  t.equal(scheduledPart(odd), odd)
})

t.test('nothing waits for a task that is inactive in its file, unless it was given a status since', async (t) => {
  const source = { active: false }
  const withInactive = (more: object): Plan => ({
    ...plan,
    tasks: [
      { id: 'A', duration: 2 },
      { id: 'B', duration: 9, source, ...more },
      { id: 'C', duration: 1, source },
      { id: 'D', duration: 2 },
    ],
    dependencies: [
      { predecessor: 'A', successor: 'B' },
      { predecessor: 'B', successor: 'C' },
      { predecessor: 'B', successor: 'D' },
    ],
  })
  const links = (of: Plan) =>
    scheduledPart(of).dependencies?.map(({ predecessor, successor }) => predecessor + successor)
  t.same(links(withInactive({})), ['AB', 'BC'])
  t.same(links(withInactive({ status: 'NOT_STARTED' })), ['AB', 'BC', 'BD'])
})
