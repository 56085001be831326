/**
 * Whatever is handed over, the heir is named alike: a missing or malformed account is refused on its field, one that
 * does not exist is 404, one that is no member 400 with a detail. The suite had looked at each transfer by itself.
 */
import t from 'tap'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

t.test('project, program and workspace refuse a missing heir the same way', async (t) => {
  const app = await startApp(t)
  const by = app.owner
  const stranger = await app.user('stranger')
  await by.delete(`/workspace/members/${stranger.account.id}/`)
  const { id: project } = await makeProject(by)
  const program = (await by.post('/programs/', { name: 'Harbour' })).body.id
  const paths = [
    `/projects/${project}/transfer/`,
    `/programs/${program}/transfer-sponsorship/`,
    '/workspace/transfer-ownership/',
  ]
  const read = async (path: string) => {
    const bodies = [undefined, {}, ...[null, 7, 'ann', '', []].map((id) => ({ new_owner_user_id: id }))]
    const answers = []
    for (const body of bodies) answers.push(await by.post(path, body))
    return answers.map(({ status, body }) => ({ status, body }))
  }
  const [first = [], ...others] = [
    await read(paths[0] as string),
    await read(paths[1] as string),
    await read(paths[2] as string),
  ]
  for (const { status, body } of first)
    t.match({ status, body }, { status: 400, body: { new_owner_user_id: [String] } })
  for (const other of others) t.strictSame(other, first)
  for (const path of paths) t.equal((await by.post(path, { new_owner_user_id: NOBODY })).status, 404, path)
})
