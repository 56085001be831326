import t from 'tap'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { announced } from '../tasks/support/read-outbox.ts'
import { addResource, addToRoster } from './people.ts'

async function importSheet(app: TestApp, projectId: string, bytes: string) {
  const accepted = await app.owner.upload(`/projects/${projectId}/import/csv/`, { name: 'plan.csv', bytes })
  if (accepted.status !== 202) throw new Error(accepted.text)
  await app.runJobs()
  const { body } = await app.owner.get(`/projects/${projectId}/import/csv/${accepted.body.import_request_id}/`)
  if (body.status !== 'done') throw new Error(JSON.stringify(body))
  return body.summary
}

const namesOf = (rows: { name: string }[]) => rows.map((row) => row.name)

t.test('assignees and labels of a spreadsheet become resources, assignments and labels', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const known = await addResource(app.owner, 'Ada Lovelace')
  await app.owner.post(`/projects/${project.id}/labels/`, { name: 'Risky', color: 'slate' })
  const sheet = `Name,Duration,Assignee,Labels
Dig,2,"ADA LOVELACE; Bo","risky, Sea"
Pour,3,bo,sea
Dry,1,,
`
  const summary = await importSheet(app, project.id, sheet)
  t.match(summary, {
    resources_matched: 1,
    resources_created: 1,
    assignments_created: 3,
    labels_matched: 1,
    labels_created: 1,
    label_assignments_created: 3,
  })
  t.same(
    summary.warnings.filter((warning: string) => /imported/i.test(warning)),
    [],
  )
  const tasks = (await app.owner.get(`/tasks/?project=${project.id}&ordering=wbs_path`)).body.results
  t.match(tasks[0].assignments, [
    { resource: known, resource_name: 'Ada Lovelace', units: '1.00' },
    { resource_name: 'Bo' },
  ])
  t.match(tasks[1].assignments, [{ resource: tasks[0].assignments[1].resource }])
  t.same(namesOf(tasks[0].labels), ['Risky', 'Sea'], 'the spelling of the project wins')
  t.same([tasks[1].labels[0].name, tasks[1].labels[0].color], ['Sea', 'teal'], 'in a colour of its own')
  t.equal(tasks[0].server_version, 1)
  t.equal((await app.owner.get(`/project-resources/?project=${project.id}`)).body.count, 2)

  const again = await importSheet(app, project.id, sheet)
  t.match(again, { resources_matched: 2, resources_created: 0, labels_matched: 2, labels_created: 0 })
  t.notOk((await announced(app)).includes('assignment_created'), 'one event speaks for the import')
})

t.test('a name that several bear is settled by the roster, or made anew', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const [one, two] = [await addResource(app.owner, 'Jo Kim'), await addResource(app.owner, 'JO KIM')]
  await importSheet(app, project.id, 'Name,Assignee\nA,jo kim\n')
  const assigned = async () => {
    const { body } = await app.owner.get('/task-resources/')
    return body.results.map((row: { resource: string }) => row.resource)
  }
  const [made] = await assigned()
  t.notOk([one, two].includes(made), 'neither of the two was guessed')
  await app.sql('delete from task_resources')
  await app.sql('delete from project_resources')
  await addToRoster(app.owner, project.id, two)
  await importSheet(app, project.id, 'Name,Assignee\nB,jo kim\n')
  t.same(await assigned(), [two])
})

const PLAN = `<?xml version="1.0" encoding="UTF-8"?>
<Project xmlns="http://schemas.microsoft.com/project"><Name>Quay</Name><StartDate>2030-01-07T08:00:00</StartDate>
  <Tasks>
    <Task><UID>1</UID><ID>1</ID><Name>Works</Name><OutlineLevel>1</OutlineLevel><Duration>PT0H0M0S</Duration><Summary>1</Summary></Task>
    <Task><UID>2</UID><ID>2</ID><Name>Survey</Name><OutlineLevel>2</OutlineLevel><Duration>PT40H0M0S</Duration></Task>
    <Task><UID>3</UID><ID>3</ID><Name>Piling</Name><OutlineLevel>2</OutlineLevel><Duration>PT24H0M0S</Duration></Task>
  </Tasks>
  <Resources>
    <Resource><UID>1</UID><Name>Ada</Name><Type>1</Type><MaxUnits>0.8</MaxUnits><EmailAddress>ada@example.org</EmailAddress></Resource>
    <Resource><UID>2</UID><Name>Crew</Name><Type>1</Type><MaxUnits>120</MaxUnits><EmailAddress>no address</EmailAddress></Resource>
    <Resource><UID>3</UID><Name>Concrete</Name><Type>0</Type></Resource>
    <Resource><UID>4</UID><Name>Idle</Name><Type>1</Type></Resource>
  </Resources>
  <Assignments>
    ${[
      [1, 1, 1],
      [2, 1, 0.5],
      [2, 3, 1],
      [3, 2, 7],
      [3, 1, 0],
    ]
      .map(
        ([task, resource, units], index) =>
          `<Assignment><UID>${index + 1}</UID><TaskUID>${task}</TaskUID><ResourceUID>${resource}</ResourceUID><Units>${units}</Units></Assignment>`,
      )
      .join('')}
  </Assignments>
</Project>`

t.test('work resources of a plan file are imported; material, summaries and cut units are named', async (t) => {
  const app = await startApp(t)
  const namesake = await addResource(app.owner, 'Ada', { email: 'other.ada@example.org' })
  const accepted = await app.owner.upload('/projects/import/planfile/', { name: 'quay.xml', bytes: PLAN })
  t.equal(accepted.status, 202)
  await app.runJobs()
  const projectId = accepted.body.project_id as string
  const [row] = await app.sql<{ summary: Record<string, unknown> }>('select summary from import_requests')
  const summary = typeof row?.summary === 'string' ? JSON.parse(row.summary) : row?.summary
  t.match(summary, { resources_matched: 0, resources_created: 3, assignments_created: 3 })
  for (const sentence of [
    'Not imported: 1 material and cost resources.',
    'Not imported: 1 assignments of material and cost resources.',
    'Not imported: 1 assignments on summary tasks.',
    'Partially imported: 2 assignments, whose units were cut to 0.01 to 2.00.',
  ])
    t.ok(summary.warnings.includes(sentence), sentence)

  const people = await app.sql('select name, email, max_units from resources where id <> $1 order by name', [namesake])
  t.same(people, [
    { name: 'Ada', email: 'ada@example.org', max_units: '0.80' },
    { name: 'Crew', email: '', max_units: '99.99' },
    { name: 'Idle', email: '', max_units: '1.00' },
  ])
  const roster = (await app.owner.get(`/project-resources/?project=${projectId}`)).body.results
  t.same(
    namesOf(roster.map((each: { resource_detail: object }) => each.resource_detail)),
    ['Ada', 'Crew'],
    'the idle one stays off',
  )
  const tasks = (await app.owner.get(`/tasks/?project=${projectId}&ordering=wbs_path`)).body.results
  const shares = tasks.map((task: { assignments: { resource_name: string; units: string }[] }) =>
    task.assignments.map((each) => `${each.resource_name} ${each.units}`),
  )
  t.same(shares, [[], ['Ada 0.50'], ['Ada 0.01', 'Crew 2.00']])
})

t.test('a plan of thousands of assignments is written in sets', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const lines = Array.from(
    { length: 3000 },
    (_, index) => `Task ${index},"P${index % 40};P${(index + 1) % 40}",L${index % 60}`,
  )
  const summary = await importSheet(app, project.id, `Name,Assignee,Labels\n${lines.join('\n')}\n`)
  t.match(summary, {
    resources_created: 40,
    assignments_created: 6000,
    labels_created: 60,
    label_assignments_created: 3000,
  })
  const page = await app.owner.get(`/tasks/?project=${project.id}&page_size=500`)
  t.equal(
    page.body.results.every((task: { assignments: object[] }) => task.assignments.length === 2),
    true,
  )
})
