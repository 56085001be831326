import { readFileSync } from 'node:fs'
import t from 'tap'
import { startApp, type TestApp } from '../../support/start-app.ts'

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/plans/${name}`, import.meta.url))

async function importPlan(app: TestApp, name: string, fields: Record<string, string> = {}) {
  const { status, body } = await app.owner.upload('/projects/import/planfile/', { name, bytes: fixture(name) }, fields)
  t.equal(status, 202)
  await app.runJobs()
  const imports = await app.owner.get(`/projects/${body.project_id}/imports/`)
  return { projectId: body.project_id as string, request: imports.body.results[0] }
}

t.test('Primavera files become projects with their tree, dates, people and a date check', async (t) => {
  const app = await startApp(t)
  for (const name of ['quay.xer', 'quay-p6.xml']) {
    const { projectId, request } = await importPlan(app, name)
    t.equal(request.status, 'done', name)
    t.match((await app.owner.get(`/projects/${projectId}/`)).body, { name: 'Quay wall', start_date: '2026-03-02' })
    const { body } = await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)
    const dredging = body.results.find((row: { name: string }) => row.name === 'Dredging')
    t.match(dredging, { duration: 8, planned_start: '2026-03-18', scheduled_start: '2026-03-19' })
    const detail = await app.owner.get(`/projects/${projectId}/imports/${request.id}/`)
    t.match(detail.body.summary.date_check, { status: 'done' })
    t.ok(detail.body.summary.date_check.compared >= 5, JSON.stringify(detail.body.summary.date_check))
    t.ok(detail.body.summary.date_check.equal >= 4, JSON.stringify(detail.body.summary.date_check))
  }
})

t.test("fields that the file's people made become the project's own, and leave with it", async (t) => {
  const app = await startApp(t)
  const { projectId, request } = await importPlan(app, 'quay.xer')
  const fieldsOf = async (id: string) => {
    const { body } = await app.owner.get(`/projects/${id}/fields/`)
    return body.results ?? body
  }
  const contractorIn = async (id: string) => {
    const named = (await fieldsOf(id)).find(({ name }: { name: string }) => name === 'Contractor')
    const { body } = await app.owner.get(`/tasks/?project=${id}&search=Dredging`)
    return body.results[0].custom_fields[named.id]
  }
  t.equal(await contractorIn(projectId), 'Deep Ltd')
  const detail = await app.owner.get(`/projects/${projectId}/imports/${request.id}/`)
  t.match(detail.body.summary, { custom_fields_created: 1, custom_values_created: 1 })
  for (const file of ['plan.xer', 'plan.pmxml', 'plan.json']) {
    const response = await fetch(`${app.url}/api/v1/projects/${projectId}/export/${file}`, {
      headers: { Authorization: `Bearer ${app.owner.token}` },
    })
    t.equal(response.status, 200, file)
    const bytes = Buffer.from(await response.arrayBuffer())
    const accepted = await app.owner.upload('/projects/import/planfile/', { name: file, bytes })
    t.equal(accepted.status, 202, file)
    await app.runJobs()
    t.equal(await contractorIn(accepted.body.project_id), 'Deep Ltd', file)
  }
  const again = await app.owner.upload(`/projects/${projectId}/import/planfile/`, {
    name: 'quay.xer',
    bytes: fixture('quay.xer'),
  })
  t.equal(again.status, 202)
  await app.runJobs()
  t.equal((await fieldsOf(projectId)).length, 1, 'a field of the same name and type is that field')
})

t.test('a file of several projects gives the one that the form names, and says which there are', async (t) => {
  const app = await startApp(t)
  const { projectId, request } = await importPlan(app, 'quay.xer', { source_project: 'OTHER' })
  t.match(request, { status: 'done', task_count: 1 })
  t.equal((await app.owner.get(`/projects/${projectId}/`)).body.name, 'Other works')
  const bytes = fixture('quay.xer')
  const refused = await app.owner.upload(
    '/projects/import/planfile/',
    { name: 'quay.xer', bytes },
    { source_project: 'Nowhere' },
  )
  t.match(refused, { status: 400, body: { detail: /it holds .*Other works/ } })
  const long = await app.owner.upload(
    '/projects/import/planfile/',
    { name: 'quay.xer', bytes: fixture('quay.xer') },
    { source_project: 'x'.repeat(256) },
  )
  t.match(long, { status: 400, body: { source_project: [String] } })
})

t.test('a project leaves as XER and as PMXML and comes back with the same tasks, links and dates', async (t) => {
  const app = await startApp(t)
  const { projectId } = await importPlan(app, 'quay.xer')
  const before = await facts(app, projectId)
  t.equal(before.tasks.length, 11)
  for (const file of ['plan.xer', 'plan.pmxml']) {
    const response = await fetch(`${app.url}/api/v1/projects/${projectId}/export/${file}`, {
      headers: { Authorization: `Bearer ${app.owner.token}` },
    })
    t.equal(response.status, 200, file)
    t.match(response.headers.get('x-export-omissions'), /summaries/, file)
    const bytes = Buffer.from(await response.arrayBuffer())
    const accepted = await app.owner.upload('/projects/import/planfile/', { name: file, bytes })
    await app.runJobs()
    t.strictSame(await facts(app, accepted.body.project_id), before, file)
  }
})

const TASK_FACTS = [
  'wbs_path',
  'name',
  'duration',
  'is_milestone',
  'planned_start',
  'percent_complete',
  'constraint_type',
]
const DATE_FACTS = ['constraint_date', 'deadline', 'scheduled_start', 'early_finish', 'actual_start', 'actual_finish']

async function facts(app: TestApp, projectId: string) {
  const { body } = await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)
  const tasks = body.results.map((row: Record<string, unknown>) =>
    [...TASK_FACTS, ...DATE_FACTS].map((key) => row[key]),
  )
  const links = await app.sql(
    `select p.name as from_name, s.name as to_name, d.dep_type, d.lag from dependencies d
       join tasks p on p.id = d.predecessor_id join tasks s on s.id = d.successor_id
      where p.project_id = $1 order by 1, 2`,
    [projectId],
  )
  return { tasks, links }
}
