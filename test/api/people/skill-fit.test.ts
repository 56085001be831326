/**
 * Levels read back as they were written, by name or by number, wherever they are read; an assignment tells how well the
 * resource fits. The suite had asserted the number for a name, and fits in the catalogue alone.
 */
import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { addResource, addTask } from './people.ts'

t.test('a level reads back as it was written', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const keeper = await project.member(200)
  const task = await addTask(app.owner, project.id)
  const levels: [written: unknown, read: unknown][] = [
    ['Beginner', 'Beginner'],
    ['Intermediate', 'Intermediate'],
    ['Expert', 'Expert'],
    [' expert ', 'Expert'],
    [1, 1],
    [2, 2],
    [3, 3],
    ['3', 3],
  ]
  for (const [written, read] of levels) {
    const resource = await addResource(app.owner, `Ada ${written}`)
    const skill = (await keeper.post('/skills/', { name: `Skill ${JSON.stringify(written)}` })).body.id
    const tag = await keeper.post('/resource-skills/', { resource, skill, proficiency: written })
    const asked = await keeper.post('/task-skill-requirements/', { task, skill, min_proficiency: written })
    t.strictSame([tag.body.proficiency, asked.body.min_proficiency], [read, read], `${written}: the answers`)
    const paths = [`/resource-skills/${tag.body.id}/`, `/task-skill-requirements/${asked.body.id}/`] as const
    const one = [(await keeper.get(paths[0])).body.proficiency, (await keeper.get(paths[1])).body.min_proficiency]
    t.strictSame(one, [read, read], `${written}: one by one`)
    const listed = (await keeper.get(`/resource-skills/?resource=${resource}`)).body.results[0].proficiency
    const ofResource = (await keeper.get(`/resources/${resource}/`)).body.skills[0].proficiency
    t.strictSame([listed, ofResource], [read, read], `${written}: in lists`)
    t.equal((await keeper.put(paths[0], { resource, skill })).body.proficiency, read, 'what is not sent stays')
    t.equal((await keeper.patch(paths[1], { min_proficiency: 'Beginner' })).body.min_proficiency, 'Beginner')
    t.equal((await keeper.patch(paths[1], { min_proficiency: 2 })).body.min_proficiency, 2)
  }
  for (const wrong of ['Master', 0, 4, 1.5, '', 'null', null, true, ['Expert']]) {
    const refused = await keeper.patch(`/resource-skills/${(await anyTag()).id}/`, { proficiency: wrong })
    t.strictSame([refused.status, Object.keys(refused.body)], [400, ['proficiency']], JSON.stringify(wrong))
  }

  async function anyTag(): Promise<{ id: string }> {
    return (await keeper.get('/resource-skills/')).body.results[0]
  }
})

t.test('assignments tell Exact, Partial or Missing, wherever they are read', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const keeper = await project.member(200)
  const [welding, diving] = [
    (await keeper.post('/skills/', { name: 'Welding' })).body.id,
    (await keeper.post('/skills/', { name: 'Diving' })).body.id,
  ]
  const [asking, plain] = [await addTask(app.owner, project.id), await addTask(app.owner, project.id)]
  for (const skill of [welding, diving])
    await keeper.post('/task-skill-requirements/', { task: asking, skill, min_proficiency: 'Intermediate' })
  const tagged = async (name: string, skills: [string, string][]) => {
    const resource = await addResource(app.owner, name)
    for (const [skill, proficiency] of skills) await keeper.post('/resource-skills/', { resource, skill, proficiency })
    return resource
  }
  const all = await tagged('Amy', [
    [welding, 'Expert'],
    [diving, 'Intermediate'],
  ])
  const some = await tagged('Ben', [
    [welding, 'Expert'],
    [diving, 'Beginner'],
  ])
  const none = await tagged('Cat', [])
  const cases: [task: string, resource: string, fit: string, missing: string[]][] = [
    [asking, all, 'Exact', []],
    [asking, some, 'Partial', ['Diving']],
    [asking, none, 'Missing', ['Diving', 'Welding']],
    [plain, none, 'Exact', []],
  ]
  // biome-ignore lint/suspicious/noExplicitAny: a row of a reply.
  const told = (row: any) => [row.skill_fit, row.missing_skills.map((skill: any) => skill.skill_name)]
  for (const [task, resource, fit, missing] of cases) {
    const made = await keeper.post('/task-resources/', { task, resource })
    const path = `/task-resources/${made.body.id}/`
    const changed = await keeper.patch(path, { units: 0.5 })
    const listed = (await keeper.get(`/task-resources/?task=${task}&resource=${resource}`)).body.results[0]
    for (const row of [made.body, changed.body, (await keeper.get(path)).body, listed])
      t.strictSame(told(row), [fit, missing], fit)
  }
})
