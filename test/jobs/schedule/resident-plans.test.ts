import { TASK_DATES } from '../../support/task-dates.ts'
// Whatever people do between two passes, a plan that stayed in memory gives what a plan read anew gives.

import t from 'tap'
import type { Services } from '../../../api/platform/context.ts'
import { createServices } from '../../../api/server/boot.ts'
import { mulberry32 } from '../../../fixtures/generate/random.ts'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { sql } from '../../support/sql.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const ROUNDS = Number(process.env.SVC_PROPERTY_CASES ?? 100)
const SEED = Number(process.env.SVC_PROPERTY_SEED ?? 20261120)
const TASKS = 30

class Undone extends Error {
  override name = 'Undone'
}

/** What a pass leaves behind, by ids. */
async function storedOf(db: Pick<Parameters<typeof sql>[0], 'em'>, projectId: string): Promise<unknown> {
  const dates = await sql(
    db,
    `select s.* from ${TASK_DATES} join tasks t on t.id = s.task_id where t.project_id = $1 order by s.task_id`,
    [projectId],
  )
  const driving = await sql(
    db,
    `select id, is_driving from dependencies where predecessor_project_id = $1 and not is_deleted order by id`,
    [projectId],
  )
  return { dates, driving }
}

/** What a pass that reads everything anew would leave behind; it is undone. */
async function coldPass(services: Services, projectId: string): Promise<unknown> {
  let stored: unknown = null
  const undone: Services['systemContext'] = (work) =>
    services.systemContext(async (ctx) => {
      await work(ctx)
      stored = await storedOf(ctx, projectId)
      throw new Undone()
    })
  services.plans.drop(projectId)
  const dry: Services = Object.create(services, { systemContext: { value: undone } })
  await recomputeProjectBody(dry, { projectId }).catch((error) => {
    if (!(error instanceof Undone)) throw error
  })
  return stored
}

interface Drawn {
  readonly below: (count: number) => number
  readonly one: <T>(list: readonly T[]) => T | undefined
}

function drawFrom(seed: number): Drawn {
  const next = mulberry32(seed)
  const below = (count: number) => Math.floor(next() * count)
  return { below, one: (list) => list[below(list.length)] }
}

/** One project that people change in every way that moves dates. */
class Plan {
  readonly app: TestApp
  readonly draw: Drawn
  readonly id: string
  readonly calendarId: string
  tasks: string[] = []
  links: string[] = []
  #count = 0

  constructor(app: TestApp, draw: Drawn, ids: { project: string; calendar: string }) {
    this.app = app
    this.draw = draw
    this.id = ids.project
    this.calendarId = ids.calendar
  }

  async addTask(parent: string | null = null): Promise<void> {
    const { status, body } = await this.#ask('post', '/tasks/', {
      project: this.id,
      name: `Task ${++this.#count}`,
      duration: 1 + this.draw.below(8),
      ...(parent === null ? {} : { parent_id: parent }),
    })
    if (status === 201) this.tasks.push(body.id)
  }

  async addLink(): Promise<void> {
    const [predecessor, successor] = [this.draw.one(this.tasks), this.draw.one(this.tasks)]
    const dep_type = this.draw.one(['FS', 'FS', 'FS', 'SS', 'FF', 'SF'])
    const lag = this.draw.below(5) - 1
    const { status, body } = await this.#ask('post', '/dependencies/', { predecessor, successor, dep_type, lag })
    if (status === 201) this.links.push(body.id)
  }

  /** One change, often one that only moves a task. */
  async change(): Promise<void> {
    const { below } = this.draw
    const task = this.draw.one(this.tasks)
    const date = `2026-0${1 + below(6)}-${String(10 + below(18))}`
    const simple = [
      { duration: below(12) },
      { duration: 1 + below(30) },
      { percent_complete: 10 * below(11) },
      { planned_start: below(3) === 0 ? null : date },
      { name: `Called ${below(100)}` },
    ]
    const others: (() => Promise<unknown>)[] = [
      () => this.#edit(task, { is_milestone: below(2) === 0 }),
      () => this.#edit(task, { status: this.draw.one(['NOT_STARTED', 'IN_PROGRESS', 'BACKLOG', 'COMPLETE']) }),
      () => this.#edit(task, { actual_start: below(2) === 0 ? null : '2026-01-06' }),
      () => this.#edit(task, { type: this.draw.one(['task', 'epic', 'story']) }),
      () => this.#edit(task, { optimistic_duration: 1, most_likely_duration: 2 + below(4), pessimistic_duration: 9 }),
      () => this.#ask('put', `/tasks/${task}/constraint/`, { constraint_type: 'SNET', constraint_date: date }),
      () => this.#ask('put', `/tasks/${task}/constraint/`, { constraint_type: 'MFO', constraint_date: date }),
      () => this.#ask('put', `/tasks/${task}/constraint/`, { deadline: date }),
      () => this.#ask('delete', `/tasks/${task}/constraint/`),
      () => this.addTask(),
      () => this.addTask(this.draw.one(this.tasks) ?? null),
      () => this.#remove('tasks', this.tasks),
      () => this.addLink(),
      () => this.addLink(),
      () => this.#remove('links', this.links),
      () => this.#ask('patch', `/dependencies/${this.draw.one(this.links)}/`, { lag: below(6) - 2 }),
      () => this.#ask('patch', `/dependencies/${this.draw.one(this.links)}/`, { successor: this.draw.one(this.tasks) }),
      () => this.#ask('post', `/calendars/${this.calendarId}/exceptions/`, { exc_start: date, exc_end: date }),
      () => this.#ask('patch', `/projects/${this.id}/`, { status_date: below(2) === 0 ? null : date }),
      () => this.#ask('patch', `/projects/${this.id}/`, { start_date: `2026-01-0${1 + below(9)}` }),
    ]
    if (below(3) > 0) await this.#edit(task, this.draw.one(simple) as object)
    else await this.draw.one(others)?.()
  }

  #edit(task: string | undefined, body: object) {
    return this.#ask('patch', `/tasks/${task}/`, body)
  }

  async #remove(kind: 'tasks' | 'links', ids: string[]): Promise<void> {
    const id = this.draw.one(ids)
    if (id === undefined || (kind === 'tasks' && ids.length < TASKS / 2)) return
    const { status } = await this.#ask('delete', `/${kind === 'tasks' ? 'tasks' : 'dependencies'}/${id}/`)
    if (status === 204) ids.splice(ids.indexOf(id), 1)
  }

  /** Refusals are fine: rules of other slices decide what may be done. */
  async #ask(method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) {
    const answer = await this.app.owner[method](path, body as never)
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
}

async function makePlan(app: TestApp, draw: Drawn): Promise<Plan> {
  const calendar = (await app.owner.post('/calendars/', { name: 'Site', working_days: 31 })).body.id
  const body = { name: 'Bridge', start_date: '2026-01-05', calendar }
  const project = (await app.owner.post('/projects/', body)).body.id
  const plan = new Plan(app, draw, { project, calendar })
  for (let task = 0; task < TASKS; task++) await plan.addTask()
  for (let link = 0; link < TASKS; link++) await plan.addLink()
  return plan
}

function countSteps(services: Services): { count: number } {
  const steps = { count: 0 }
  const { compute } = services
  const reschedule = compute.reschedule.bind(compute)
  compute.reschedule = (...asked) => {
    steps.count++
    return reschedule(...asked)
  }
  return steps
}

t.setTimeout(240_000)

t.test('a plan that stays gives what a plan read anew gives', { timeout: 180_000 }, async (t) => {
  const app = await startApp(t)
  const others = await Promise.all([1, 2].map(() => createServices(app.services.config, { role: 'jobs' })))
  t.teardown(() => Promise.all(others.map((services) => services.close())))
  const [second, cold] = others as [Services, Services]
  const steps = countSteps(app.services)
  const draw = drawFrom(SEED)
  const plan = await makePlan(app, draw)
  const simulate = async () => {
    const { body } = await app.owner.post(`/projects/${plan.id}/monte-carlo/`, { n_simulations: 50, seed: 3 })
    return { ...body, last_run_at: null, run_id: null, risk_premium_as_of: null }
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let edits = 1 + draw.below(3); edits > 0; edits--) await plan.change()
    const expected = await coldPass(cold, plan.id)
    // Mostly the same process computes; now and then another takes a turn, as when several run.
    const services = draw.below(5) === 0 ? second : app.services
    await recomputeProjectBody(services, { projectId: plan.id })
    const stored = await storedOf({ em: app.services.orm.em.fork() }, plan.id)
    if (!t.strictSame(stored, expected, `round ${round} of seed ${SEED}`)) break
    if (round % 10 > 0) continue
    const fromMemory = await simulate()
    app.services.plans.drop(`${plan.id} with estimates`)
    t.strictSame(fromMemory, await simulate(), `the simulation of round ${round}`)
  }
  const { hits, plans, bytes } = app.services.plans.stats()
  t.ok(hits > ROUNDS / 2, 'plans were found in memory')
  t.ok(plans > 0 && bytes > 0)
  t.ok(steps.count > ROUNDS / 5, `${steps.count} of ${ROUNDS} passes went on from the schedule before`)
})

t.test('a plan whose transaction came to nothing is not kept', async (t) => {
  const app = await startApp(t)
  const plan = await makePlan(app, drawFrom(1))
  const { plans } = app.services
  const failing: Services['systemContext'] = (work) =>
    app.services.systemContext(async (ctx) => {
      await work(ctx)
      throw new Undone()
    })
  const broken: Services = Object.create(app.services, { systemContext: { value: failing } })
  await t.rejects(recomputeProjectBody(broken, { projectId: plan.id }), { name: 'Undone' })
  t.equal(plans.find(plan.id), null)
  await recomputeProjectBody(app.services, { projectId: plan.id })
  t.not(plans.find(plan.id), null)
})

t.test('a pass leaves the plan of a simulation in memory', async (t) => {
  const app = await startApp(t)
  const other = await createServices(app.services.config, { role: 'jobs' })
  t.teardown(() => other.close())
  const plan = await makePlan(app, drawFrom(2))
  const simulate = () => app.owner.post(`/projects/${plan.id}/monte-carlo/`, { n_simulations: 50, seed: 3 })
  const readAt = () => {
    const kept = app.services.plans.find(`${plan.id} with estimates`) as unknown as ReadPlan | null
    return kept?.loaded.readAtMs
  }
  t.equal((await simulate()).body.cpm_finish, null, 'nothing is stored before the first pass')
  const first = readAt()
  t.type(first, 'number')
  await recomputeProjectBody(other, { projectId: plan.id })
  const before = await simulate()
  t.equal(readAt(), first, 'after a pass of another process')
  await app.owner.patch(`/tasks/${plan.tasks[0]}/`, { duration: 400 })
  await recomputeProjectBody(app.services, { projectId: plan.id })
  const after = await simulate()
  t.equal(readAt(), first, 'after an edit and its pass')
  t.ok(after.body.p50 > before.body.p50, 'with the edit in it')
  t.ok(after.body.cpm_finish > before.body.cpm_finish, 'and the finish that the pass stored')
})

interface ReadPlan {
  readonly loaded: { readonly readAtMs: number }
}
