/**
 * A quarter of sprints played from outside by people of every role, beside a model that is told what they did and nothing
 * else. `npm run test:flows -- --sprints 26 --seed 7` plays a year.
 */
import t from 'tap'
import { type Stage, setStage, TODAY } from '../api/sprints/sprint-stage.ts'
import { optionOf } from '../support/long-options.ts'

const SPRINTS = optionOf('sprints', 6)
const SEED = optionOf('seed', 1)
const CARDS = [1, 2, 3, 5, 8]
const DAY_MS = 86_400_000

/** What the model knows of a task. */
interface Work {
  readonly id: string
  readonly points: number
  isDone: boolean
  isPending: boolean
  sprint: string | null
}

interface Closed {
  readonly name: string
  readonly committed: number
  readonly completed: number
  readonly isCounted: boolean
}

function dice(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const sum = (works: readonly Work[]) => works.reduce((total, work) => total + work.points, 0)
const dayAfter = (days: number) => new Date(Date.parse(TODAY) + days * DAY_MS).toISOString().slice(0, 10)

t.setTimeout(7_200_000)
t.test(`${SPRINTS} sprints end as what was done in them says`, async (t) => {
  // Sprints are told apart by the moment of their close. Seconds do, and nobody's session ends meanwhile.
  let seconds = 0
  const now = () => new Date(Date.parse(`${TODAY}T08:00:00Z`) + seconds * 1000)
  const stage = await setStage(t, {}, { now, today: () => TODAY })
  const roll = dice(SEED)
  const works: Work[] = []
  const closed: Closed[] = []
  const ids: string[] = []
  const plan = async (at: number) => {
    const dates = { start_date: dayAfter(at * 14), finish_date: dayAfter(at * 14 + 11) }
    ids.push(await stage.sprint({ name: `Sprint ${at}`, ...dates }, stage.member))
  }
  const add = async (sprint: string, isPending: boolean) => {
    const points = CARDS[roll(CARDS.length)] as number
    const id = await stage.task({ sprint, story_points: points, assignee: stage.member.account.id })
    works.push({ id, points, isDone: false, isPending, sprint })
  }
  await plan(0)
  for (let at = 0; at < SPRINTS; at++) {
    seconds += 10
    await plan(at + 1)
    const [sprint, next] = ids.slice(at) as [string, string]
    const inSprint = () => works.filter((work) => work.sprint === sprint)
    for (let count = 2 + roll(4); count > 0; count--) await add(sprint, false)
    const committed = sum(inSprint())
    t.equal((await stage.activate(sprint, stage.viewer)).status, 403)
    t.match((await stage.activate(sprint, stage.member)).body, { committed_points: committed })
    t.equal((await stage.activate(next, stage.member)).status, 409, 'one at a time')
    if (roll(2) === 0) await inject(sprint)
    for (const work of inSprint()) if (!work.isPending && roll(3) > 0) await finish(work)
    const isCounted = at === 0 || roll(5) > 0
    await stage.scheduler.patch(`/sprints/${sprint}/`, { exclude_from_velocity: !isCounted })
    const done = inSprint().filter((work) => work.isDone)
    const left = inSprint().filter((work) => !work.isDone)
    const target = ['backlog', 'none', next][roll(3)] as string
    const asked = await stage.member.post(`/sprints/${sprint}/close/`, { carry_over_to: target })
    t.equal(asked.status, 202, asked.text)
    await stage.app.runJobs()
    closed.push({ name: `Sprint ${at}`, committed, completed: sum(done), isCounted })
    if (target !== 'none') for (const work of left) work.sprint = target === 'backlog' ? null : next
    const shown = (await stage.viewer.get(`/sprints/${sprint}/`)).body
    t.match(shown, { state: 'COMPLETED', committed_points: committed, completed_points: sum(done) }, `sprint ${at}`)
    t.match(shown, { completed_task_count: done.length, goal_outcome: goalOf(sum(done) / committed) })
    const outcome = (await stage.viewer.get(`/sprints/${sprint}/outcome/`)).body
    t.equal(outcome.didnt_ship.length, left.length)
    t.match(outcome.review.commitment, { shipped_count: done.length, carried_count: target === next ? left.length : 0 })
    await compareVelocity(t, stage, closed)
  }
  await compareTasks(t, stage, works)

  /** Comes while the sprint runs, and waits for whoever may speak for its scope. */
  async function inject(sprint: string): Promise<void> {
    await add(sprint, true)
    const work = works.at(-1) as Work
    const decision = roll(2) === 0 ? 'accept' : 'reject'
    t.equal((await stage.member.post(`/sprints/${sprint}/scope-changes/${decision}/`)).status, 403)
    const decided = await stage.manager.post(`/sprints/${sprint}/scope-changes/${decision}/`)
    t.equal(decided.status, 200, decided.text)
    work.isPending = false
    if (decision === 'reject') work.sprint = null
  }

  async function finish(work: Work): Promise<void> {
    const reply = await stage.member.patch(`/tasks/${work.id}/`, { status: 'COMPLETE' })
    t.match(reply, { status: 200, body: { status: 'COMPLETE' } })
    work.isDone = true
  }
})

function goalOf(share: number): string {
  return share >= 0.8 ? 'MET' : share >= 0.5 ? 'PARTIAL' : 'MISSED'
}

/** The team reads what the model says; managers read the same keys and no points. */
async function compareVelocity(t: Tap, stage: Stage, closed: readonly Closed[]): Promise<void> {
  const path = `/projects/${stage.project.id}/velocity/`
  const shown = closed.slice(-8)
  const points = shown.filter((one) => one.isCounted).map((one) => one.completed)
  const mean = points.reduce((all, each) => all + each, 0) / points.length
  const spread = Math.sqrt(points.reduce((all, each) => all + (each - mean) ** 2, 0) / (points.length - 1))
  const told = (await stage.viewer.get(path)).body
  t.same(
    told.sprints.map(({ name, committed_points, completed_points }: Record<string, unknown>) => [
      name,
      committed_points,
      completed_points,
    ]),
    shown.map(({ name, committed, completed }) => [name, committed, completed]),
  )
  t.equal(told.excluded_count, shown.length - points.length)
  if (points.length > 0) t.equal(told.rolling_avg_points, Math.round(mean * 100) / 100)
  if (points.length > 1) t.equal(told.rolling_stdev_points, Math.round(spread * 100) / 100)
  for (const user of [stage.manager, stage.owner]) {
    const untold = (await user.get(path)).body
    t.same(Object.keys(untold), Object.keys(told))
    t.match(untold, { sprints: [], rolling_avg_points: null, forecast_range_high: null, velocity_suppressed: true })
  }
  t.equal((await stage.outsider.get(path)).status, 404)
}

/** Where every task stands, and who reads its points. */
async function compareTasks(t: Tap, stage: Stage, works: readonly Work[]): Promise<void> {
  const read = async (user: Stage['member']) =>
    new Map<string, Record<string, unknown>>(
      (await user.get(`/tasks/?project=${stage.project.id}&page_size=500`)).body.results.map((row: { id: string }) => [
        row.id,
        row,
      ]),
    )
  const [told, untold] = [await read(stage.viewer), await read(stage.manager)]
  for (const { id, sprint, points, isDone } of works) {
    const row = told.get(id)
    t.same([row?.sprint, row?.story_points, row?.status === 'COMPLETE'], [sprint, points, isDone])
    t.equal(untold.get(id)?.story_points, null)
  }
}

type Tap = Pick<typeof t, 'equal' | 'same' | 'match'>
