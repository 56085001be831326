import t from 'tap'
import { civilDay } from '../../../api/platform/clock.ts'
import { reduceBands, reduceDelays } from '../../../api/programs/figures/reduce.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { putDates, TASK_DATES } from '../../support/task-dates.ts'
import { addDays, dice, moveTask } from '../people/capacity-plan.ts'
import { addTask } from '../people/people.ts'

const TODAY = '2026-03-04'
const clock = {
  now: () => new Date(`${TODAY}T12:00:00Z`),
  today: (zone?: string) => civilDay(new Date(`${TODAY}T12:00:00Z`), zone),
}
const KPIS = [
  'schedule_health',
  'milestone_health',
  'critical_tasks',
  'at_risk_tasks',
  'risk_score',
  'baseline_variance',
]
const DELAYS = ['schedule_variance', 'p80_completion', 'cost_variance']

interface Task {
  finish: string
  isDone: boolean
  isCritical: boolean
  float: number
}

t.test('the figures of a program', async (t) => {
  const app = await startApp(t, { clock })
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
  const config = (more: object) => app.owner.patch(`/programs/${program}/rollup-config/`, more)
  await config({ enabled_kpis: [...KPIS, ...DELAYS] })
  const rollup = async () => (await app.owner.get(`/programs/${program}/rollup/`)).body
  const roll = dice(11)
  const projects: { id: string; tasks: Task[]; shift: number }[] = []
  for (const [index, size] of [6, 14, 3].entries()) {
    const { id } = await makeProject(app.owner, { program, name: `Project ${index}` })
    const ids: string[] = []
    for (let n = 0; n < size; n++) ids.push(await addTask(app.owner, id, { name: `Task ${n}` }))
    await app.runJobs()
    const tasks: Task[] = []
    for (const task of ids) {
      const made = {
        finish: addDays('2026-02-15', roll(40)),
        isDone: roll(4) > 0,
        isCritical: roll(3) === 0,
        float: roll(12) - 2,
      }
      tasks.push(made)
      await moveTask(app, task, addDays(made.finish, -2), made.finish)
      await putDates(app, task, { is_critical: made.isCritical, total_float: made.float })
      if (made.isDone)
        await app.sql(
          `update tasks set status = 'COMPLETE', percent_complete = 100, actual_finish = $2 where id = $1`,
          [task, '2026-02-20'],
        )
    }
    projects.push({ id, tasks, shift: 0 })
  }
  const sum = (count: (task: Task) => boolean) => projects.flatMap((each) => each.tasks).filter(count).length

  await t.test('add up as counting by hand does', async (t) => {
    const { kpis, ...head } = await rollup()
    t.match(head, { aggregation_policy: 'worst', policy_available: true, project_count: 3 })
    t.same(kpis.critical_tasks, { available: true, value: sum((task) => task.isCritical && !task.isDone) })
    t.same(kpis.at_risk_tasks, { available: true, value: sum((task) => task.float <= 5 && !task.isDone) })
    const bands = projects.map(({ tasks }) => {
      const due = tasks.filter((task) => task.finish <= TODAY)
      const ratio = due.filter((task) => task.isDone).length / due.length
      return due.length === 0 ? 3 : ratio >= 0.95 ? 2 : ratio >= 0.85 ? 1 : 0
    })
    const worst = Math.min(...bands)
    t.equal(head.program_health, ['critical', 'at_risk', 'on_track', 'unknown'][worst])
    t.equal(kpis.schedule_health.value, head.program_health)
    t.same(kpis.milestone_health, { available: true, value: 'unknown' })
    t.same(kpis.baseline_variance, { available: true, value: null, unit: 'calendar_days' })
    t.same(kpis.cost_variance, { available: false, reason: 'no_cost_data' })
    t.same(kpis.p80_completion, { available: false, reason: 'not_simulated' })
    t.equal(kpis.budget_utilization, undefined, 'what was not chosen is not told')
  })

  await t.test('milestones, risks and simulations count', async (t) => {
    const [first] = projects as [(typeof projects)[number]]
    const milestone = await addTask(app.owner, first.id, { name: 'Gate', duration: 0, is_milestone: true })
    await app.runJobs()
    await moveTask(app, milestone, '2026-03-11', '2026-03-11')
    for (const [probability, impact, status] of [
      [3, 4, 'OPEN'],
      [2, 5, 'MITIGATING'],
      [5, 5, 'CLOSED'],
    ])
      await app.owner.post(`/projects/${first.id}/risks/`, { title: 'Tide', probability, impact, status })
    t.match((await rollup()).kpis, { milestone_health: { value: 'at_risk' }, risk_score: { value: 22 } })
    await moveTask(app, milestone, '2026-03-12', '2026-03-12')
    t.equal((await rollup()).kpis.milestone_health.value, 'on_track')
    await moveTask(app, milestone, '2026-03-03', '2026-03-03')
    t.equal((await rollup()).kpis.milestone_health.value, 'critical')
    for (const { id } of projects)
      t.equal((await app.owner.post(`/projects/${id}/monte-carlo/`, { n_simulations: 10 })).status, 200)
    const [{ latest }] = (await app.sql('select max(p80)::text as latest from monte_carlo_runs')) as [
      { latest: string },
    ]
    t.same((await rollup()).kpis.p80_completion, { available: true, value: latest, unit: 'date' })
  })

  await t.test('delays are measured against active baselines, as the policy says', async (t) => {
    const delays: number[] = []
    const variances: number[] = []
    for (const [index, { id }] of projects.entries()) {
      const made = await app.owner.post(`/projects/${id}/baselines/`, {})
      await app.owner.post(`/projects/${id}/baselines/${made.body.id}/activate/`)
      const dated = await app.sql<{ task_id: string; early_finish: string }>(
        `select s.task_id, s.early_finish from ${TASK_DATES} join tasks t on t.id = s.task_id where t.project_id = $1`,
        [id],
      )
      for (const { task_id, early_finish } of dated)
        await putDates(app, task_id, { early_finish: addDays(early_finish, index * 3) })
      delays.push(index * 3)
      const rows = await app.sql<{ finish: string; actual: string | null }>(
        `select k.finish::text, t.actual_finish::text as actual from baseline_tasks k join tasks t on t.id = k.task_id
         where k.baseline_id = $1 and t.status = 'COMPLETE'`,
        [made.body.id],
      )
      const days = rows.map((row) => (Date.parse(row.actual as string) - Date.parse(row.finish)) / 86_400_000)
      if (days.length > 0) variances.push(days.reduce((total, each) => total + each, 0) / days.length)
    }
    const worst = (await rollup()).kpis
    t.equal(worst.baseline_variance.value, Math.max(...delays))
    t.equal(worst.schedule_variance.value, Math.round(Math.max(...variances) * 10) / 10)
    await config({ aggregation_policy: 'average' })
    t.equal((await rollup()).kpis.baseline_variance.value, 3)
    await config({ aggregation_policy: 'weighted_by_budget' })
    t.match(await rollup(), { policy_available: false, kpis: { baseline_variance: { value: 3 } } })
    await config({ aggregation_policy: 'task_weighted' })
    const weights = [7, 14, 3]
    const weighted = delays.reduce((total, days, index) => total + days * (weights[index] as number), 0) / 24
    t.equal((await rollup()).kpis.baseline_variance.value, Math.round(weighted * 10) / 10)
  })

  await t.test('are for every member of the program and nobody else; drafts are no part of them', async (t) => {
    t.equal((await (await app.user('outsider')).get(`/programs/${program}/rollup/`)).status, 404)
    await app.sql(`update projects set lifecycle = 'draft' where id = $1`, [projects[2]?.id])
    t.equal((await rollup()).project_count, 2)
    const empty = (await app.owner.post('/programs/', { name: 'Empty' })).body.id
    t.match((await app.owner.get(`/programs/${empty}/rollup/`)).body, { project_count: 0, program_health: 'unknown' })
  })
})

t.test('bands are reduced to the nearest, and what is unknown does not count', async (t) => {
  const of = (...values: ('on_track' | 'at_risk' | 'critical' | 'unknown')[]) =>
    values.map((value) => ({ value, weight: 0 }))
  t.equal(reduceBands('average', of('on_track', 'on_track', 'critical')), 'at_risk')
  t.equal(reduceBands('average', of('on_track', 'on_track', 'at_risk', 'unknown')), 'on_track')
  t.equal(reduceBands('worst', of('on_track', 'unknown')), 'on_track')
  t.equal(reduceBands('task_weighted', of('unknown')), 'unknown')
  t.equal(
    reduceDelays('task_weighted', [
      { value: 4, weight: 0 },
      { value: 1, weight: 2 },
    ]),
    2,
  )
  t.equal(reduceDelays('worst', []), null)
})
