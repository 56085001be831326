import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProgram, buildProject, buildTask } from '../schedule/build-project.ts'

t.test('links that close a cycle', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const project = await buildProject(app, [[ann, 200]])
  const task = (name: string, parentId?: string) => buildTask(app, project, { name, ...(parentId ? { parentId } : {}) })
  const link = (predecessor: string, successor: string, more = {}) =>
    ann.post('/dependencies/', { predecessor, successor, ...more })

  await t.test('a task cannot depend on itself', async (t) => {
    const a = await task('Alone')
    const refused = await link(a, a)
    t.match([refused.status, refused.body], [400, { code: 'self_reference', offending: [a, a] }])
    t.match(refused.body.detail, /Alone/)
  })

  await t.test('a cycle is reported along its links, the first id repeated, with codes and names', async (t) => {
    const [a, b, c] = [await task('Design'), await task('Build'), await task('Test')]
    await buildLink(app, a, b)
    await buildLink(app, b, c, { depType: 'SS' })
    const refused = await link(c, a, { dep_type: 'FF' })
    t.match([refused.status, refused.body], [400, { code: 'cyclic_dependency', offending: [a, b, c, a] }])
    t.match(refused.body.detail, /\d+ Design → \d+ Build → \d+ Test → \d+ Design/)
    t.notMatch(refused.body.detail, /…/)
  })

  await t.test('past four members the middle is left out of the text but not of the path', async (t) => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const ids = []
    for (const name of names) ids.push(await task(name))
    for (let at = 1; at < ids.length; at++) await buildLink(app, ids[at - 1] as string, ids[at] as string)
    const refused = await link(ids[5] as string, ids[0] as string)
    t.same(refused.body.offending, [...ids, ids[0]])
    t.match(refused.body.detail, /One → \d+ Two → … → \d+ Five → \d+ Six → \d+ One/)
  })

  await t.test('a phase and its own task cannot be linked', async (t) => {
    const phase = await task('Phase')
    const inner = await task('Inner', phase)
    t.match((await link(phase, inner)).body, { code: 'cyclic_dependency', offending: [inner, inner] })
    t.match((await link(inner, phase)).body, { code: 'cyclic_dependency', offending: [inner, inner] })
  })

  await t.test('a phase stands for its tasks', async (t) => {
    const phase = await task('Phase')
    const inner = await task('Inner', phase)
    const outer = await task('Outer')
    await buildLink(app, phase, outer)
    t.match((await link(outer, inner)).body, { code: 'cyclic_dependency', offending: [inner, outer, inner] })
    const sibling = await task('Sibling', phase)
    t.equal((await link(sibling, inner)).status, 201, 'siblings may be linked')
  })

  await t.test('changing a link looks at the graph without it', async (t) => {
    const [a, b, c] = [await task('A'), await task('B'), await task('C')]
    const first = await buildLink(app, a, b)
    await buildLink(app, b, c)
    t.equal((await ann.patch(`/dependencies/${first}/`, { predecessor: b, successor: a })).status, 200)
    const refused = await ann.patch(`/dependencies/${first}/`, { predecessor: c, successor: b })
    t.match([refused.status, refused.body.code], [400, 'cyclic_dependency'])
    t.match((await ann.get(`/dependencies/${first}/`)).body, { predecessor: b, successor: a }, 'nothing changed')
  })

  await t.test('of two links that close a cycle together only one is written', async (t) => {
    const [a, b] = [await task('A'), await task('B')]
    const answers = await Promise.all([link(a, b), link(b, a)])
    t.same(answers.map((answer) => answer.status).sort(), [201, 400])
  })

  await t.test('a cycle through another project of the program is found, pending links included', async (t) => {
    const program = await buildProgram(app)
    const first = await buildProject(app, [[ann, 200]], { programId: program })
    const second = await buildProject(app, [], { programId: program })
    const [a, b] = [await buildTask(app, first, { name: 'Mine' }), await buildTask(app, first, { name: 'Later' })]
    const theirs = await buildTask(app, second, { name: 'Secret' })
    await buildLink(app, a, theirs, { isPending: true })
    await buildLink(app, theirs, b)
    const refused = await link(b, a)
    t.match(refused.body, { code: 'cyclic_dependency', offending: [a, theirs, b, a] })
    t.notMatch(refused.body.detail, /Secret/, 'names of projects the caller cannot see stay unsaid')
  })
})
