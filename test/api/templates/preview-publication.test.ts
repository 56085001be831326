import t from 'tap'
import { joinProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { makeEmpty, makeSource, publish } from './template-projects.ts'

t.test('a look at what publishing would make', async (t) => {
  const app = await startApp(t)
  const [ann, bob, eve] = [await app.user('ann'), await app.user('bob'), await app.user('eve')]
  const project = await makeSource(ann)
  await joinProject(app, project, bob, 299)
  const look = (query: string, user = ann) => user.get(`/project-templates/publish-preview/?${query}`)

  await t.test('tells the same counts as the publication and writes nothing', async (t) => {
    const { body } = await look(`project=${project}&name=%20Road%20works%20`)
    t.match(body, { name_taken: false, next_version: 1, existing_template: null })
    t.same(await app.sql('select id from project_templates'), [])
    const template = await publish(ann, project, 'Road works')
    const [published] = (await ann.get('/project-templates/')).body.results
    t.same([body.counts, body.carries], [published.counts, published.carries])
    t.match((await look(`project=${project}&name=Road%20works`)).body, {
      name_taken: true,
      next_version: 2,
      existing_template: template,
    })
    t.match((await look(`project=${project}`)).body, { name_taken: false, next_version: 1 })
  })

  await t.test('names no template that the caller does not see', async (t) => {
    const program = (await ann.post('/programs/', { name: 'Harbour' })).body.id
    await publish(ann, await makeSource(ann, { program }), 'Secret')
    t.match((await look(`project=${await makeEmpty(eve)}&name=Secret`, eve)).body, {
      name_taken: true,
      next_version: 2,
      existing_template: null,
      counts: { task_count: 0 },
      carries: [],
    })
  })

  await t.test('is for Project Managers, also of archived projects', async (t) => {
    t.equal((await look(`project=${project}`, bob)).status, 403)
    for (const query of ['', 'project=road', `project=${ann.account.id}`]) {
      const refused = await look(query)
      t.same([refused.status, Object.keys(refused.body)], [400, ['project']], query)
    }
    t.equal((await look(`project=${project}`, eve)).status, 400, 'hidden reads like absent')
    await ann.post(`/projects/${project}/archive/`)
    t.equal((await look(`project=${project}`)).status, 200)
  })
})
