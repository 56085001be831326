/**
 * Three people plan one project at once, in a hurry. Whatever they did to each other, at the end the plan is whole and its
 * dates are true. `npm run test:flows -- --requests 10000 --seed 7` tells a longer story.
 */
import { parseArgs } from 'node:util'
import t from 'tap'
import { buildProject } from '../api/tasks/support/build-project.ts'
import { brokenAfter } from '../support/invariants.ts'
import { startApp, type TestApp, type TestUser } from '../support/start-app.ts'
import { svc } from '../support/svc-command.ts'
import { type Memory, Planner } from './planner.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '900' }, seed: { type: 'string', default: '1' } },
  strict: false,
})
const REQUESTS = Number(values.requests)
const SEED = Number(values.seed)
/** Jobs run beside the requests; a pass about so often. */
const REQUESTS_PER_PASS = 60

interface StoredTask {
  id: string
  short_id: string
  name: string
  wbs_path: string
  parent_id: string | null
  status: string
  type: string
  is_phase: boolean
  is_recurring?: boolean
  early_start: string | null
  early_finish: string | null
  late_start: string | null
  late_finish: string | null
  total_float: number | null
  is_critical: boolean | null
}

async function everyTask(user: TestUser, projectId: string): Promise<StoredTask[]> {
  const rows: StoredTask[] = []
  for (let page = 1; ; page++) {
    const reply = await user.get(`/tasks/?project=${projectId}&page_size=500&page=${page}`)
    if (reply.status !== 200) throw new Error(reply.text)
    rows.push(...reply.body.results)
    if (reply.body.next === null) return rows
  }
}

/** Lets the planners work beside each other; the answers that nobody may get, whatever was asked. */
async function tellStory(app: TestApp, planners: readonly Planner[]): Promise<string[]> {
  const broken: string[] = []
  let left = REQUESTS
  const plan = async (planner: Planner): Promise<void> => {
    while (left-- > 0) {
      const reply = await planner.act()
      if (reply.status >= 500) broken.push(`${reply.status} ${reply.text.slice(0, 300)}`)
      if (left % REQUESTS_PER_PASS === 0) await app.runJobs()
    }
  }
  await Promise.all(planners.map(plan))
  await app.runJobs()
  return broken
}

/** Tasks that the interface calls schedulable (2.2, rule 1); phases roll up the dates of those below them. */
function isSchedulable(task: StoredTask): boolean {
  return task.status !== 'BACKLOG' && task.type.toLowerCase() !== 'epic' && !task.is_recurring
}

t.setTimeout(7_200_000)
t.test(`three planners ask ${REQUESTS} things (seed ${SEED})`, async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const memory: Memory = { tasks: [], links: [], undos: [] }
  const people = [app.owner, await project.member(300), await project.member(200)]
  const planners = people.map((user, index) => new Planner(user, project.id, memory, SEED * 97 + index))

  const broken = await tellStory(app, planners)
  t.same(broken, [], 'no answer is a failure of the server')
  t.ok(memory.tasks.length > REQUESTS / 20, `${memory.tasks.length} tasks were made`)
  const tasks = await everyTask(app.owner, project.id)
  // How much one deletion takes with it depends on who came first; what is left must only be enough to judge.
  t.ok(tasks.length > REQUESTS / 60, `${tasks.length} of them are left`)

  await t.test('every path has its parent, and each row stands below the row it names', async (t) => {
    const pathOf = new Map(tasks.map((task) => [task.id, task.wbs_path]))
    const paths = new Set(tasks.map((task) => task.wbs_path))
    t.equal(paths.size, tasks.length, 'no two rows share a path')
    const wrong = tasks.filter((task) => {
      const above = task.wbs_path.includes('.') ? task.wbs_path.slice(0, task.wbs_path.lastIndexOf('.')) : null
      if (above !== null && !paths.has(above)) return true
      return (task.parent_id === null ? null : pathOf.get(task.parent_id)) !== above
    })
    t.same(
      wrong.map((task) => `${task.short_id} at ${task.wbs_path} below ${task.parent_id}`),
      [],
    )
  })

  await t.test('every schedulable task has dates, and no other has', async (t) => {
    const summary = await app.owner.get(`/projects/${project.id}/status-summary/`)
    const wrong = tasks.filter((task) => isSchedulable(task) !== (task.early_start !== null) && !task.is_phase)
    t.same(
      wrong.map((task) => `${task.short_id} ${task.status} ${task.type} ${task.early_start}`),
      [],
      summary.text,
    )
  })

  await t.test('what is exported computes to the stored dates', async (t) => {
    const exported = await app.owner.get(`/projects/${project.id}/export/plan.json`)
    t.equal(exported.status, 200)
    const { code, stdout, stderr } = await svc(['schedule', '-', '--json'], exported.text)
    t.equal(code, 0, stderr.slice(0, 500))
    const computed = new Map<string, StoredTask>(JSON.parse(stdout).tasks.map((task: StoredTask) => [task.id, task]))
    const dates = (task: StoredTask | undefined) =>
      task && [
        task.early_start,
        task.early_finish,
        task.late_start,
        task.late_finish,
        task.total_float,
        task.is_critical,
      ]
    const wrong = tasks
      .filter((task) => task.early_start !== null)
      .map((task) => ({ task, stored: dates(task), fresh: dates(computed.get(task.short_id.split('-').at(-1) ?? '')) }))
      .filter(({ stored, fresh }) => JSON.stringify(stored) !== JSON.stringify(fresh))
    t.same(
      wrong.slice(0, 5).map(({ task, stored, fresh }) => `${task.short_id} ${task.wbs_path}: ${stored} / ${fresh}`),
      [],
      `${wrong.length} of ${tasks.length} differ`,
    )
  })

  t.same(await brokenAfter(app), [], 'what is stored holds together')
})
