/**
 * The jobs process is killed while it closes sprints: each is closed whole and once, or as it was with a request that says
 * so. Every step of a close is made slow, so that kills fall between all of them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { clientOf, faultOptions, ServiceProcess, setStage, until } from '../support/faults.ts'

t.setTimeout(900_000)

const TASKS = 40
const STEPS = [
  'sprints',
  'tasks',
  'sprint_task_outcomes',
  'sprint_burn_snapshots',
  'sprint_members',
  'sprint_close_requests',
]

t.test('kills while sprints are closed', async (t) => {
  const { kills, random } = faultOptions(t, 3)
  const stage = await setStage(t)
  const { id: accountId, token } = await stage.person('ann')
  const api = await ServiceProcess.start(t, stage, 'api')
  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  const client = clientOf(api, token)
  const sprints: string[] = []
  for (let kill = 0; kill < kills; kill++) sprints.push(await beginSprint(await stage.project(accountId)))
  await slowDown()
  let interrupted = 0

  for (const sprint of sprints) {
    const asked = await client.post(`/sprints/${sprint}/close/`, {})
    t.equal(asked.status, 202, asked.text)
    await until(() => isInFlight(sprint), 15_000, 'a close under way').catch(() => undefined)
    await sleep(random() * 400)
    await jobs.kill()
    if (await isInFlight(sprint)) interrupted++
    await jobs.start()
    await until(() => hasEnded(sprint), 60_000, 'the end of the close')
  }
  await jobs.stop()

  t.ok(interrupted >= 1, `${interrupted} of ${kills} kills fell into a close`)
  for (const sprint of sprints) t.strictSame(await endOf(sprint), WHOLE, 'closed whole, and once')
  const told = await stage.sql(`select 1 from outbox_events where socket_name = 'sprint_closed'`)
  t.equal(told.length, kills, 'and told once each')

  async function beginSprint(project: string): Promise<string> {
    const dates = { start_date: '2026-03-02', finish_date: '2026-03-13' }
    const { id } = (await client.post(`/projects/${project}/sprints/`, { name: 'One', ...dates })).body
    await stage.sql(
      `insert into tasks (id, project_id, number, name, sprint_id, story_points, status) select gen_random_uuid(), $1, 100 + n,
        'T' || n, $2, 1, case when n % 2 = 0 then 'COMPLETE' else 'NOT_STARTED' end from generate_series(1, $3::int) n`,
      [project, id, TASKS],
    )
    const begun = await client.post(`/sprints/${id}/activate/`)
    t.equal(begun.status, 200, begun.text)
    return id
  }

  async function slowDown(): Promise<void> {
    await stage.sql(
      `create function dawdle() returns trigger as $$ begin perform pg_sleep(0.05); return null; end $$ language plpgsql`,
    )
    for (const table of STEPS)
      await stage.sql(
        `create trigger dawdle after insert or update or delete on ${table} for each statement execute function dawdle()`,
      )
  }

  async function isInFlight(sprint: string): Promise<boolean> {
    const rows = `select 1 from sprint_close_requests where sprint_id = $1 and status = 'in_flight'`
    return (await stage.sql(rows, [sprint])).length > 0
  }

  async function hasEnded(sprint: string): Promise<boolean> {
    const rows = `select 1 from sprint_close_requests where sprint_id = $1 and status in ('completed', 'failed')`
    return (await stage.sql(rows, [sprint])).length > 0
  }

  async function endOf(sprint: string): Promise<object> {
    const [end] = await stage.sql<object>(
      `select s.state, s.completed_points, r.status,
        (select count(*)::int from sprint_task_outcomes o where o.sprint_id = s.id) as outcomes,
        (select count(*)::int from tasks t where t.sprint_id = s.id) as left_in_it,
        (select count(*)::int from tasks t where t.project_id = s.project_id and t.status = 'BACKLOG') as sent_back
      from sprints s join sprint_close_requests r on r.sprint_id = s.id where s.id = $1`,
      [sprint],
    )
    return end ?? {}
  }
})

const WHOLE = {
  state: 'COMPLETED',
  completed_points: TASKS / 2,
  status: 'completed',
  outcomes: TASKS,
  left_in_it: TASKS / 2,
  sent_back: TASKS / 2,
}
