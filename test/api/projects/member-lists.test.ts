/**
 * Rosters of projects and programs are bare arrays of everybody: clients take them for that, and an envelope reads to them
 * as a roster without an owner. The suite had asserted the envelope.
 */
import t from 'tap'
import { makeProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'

const CROWD = 60

t.test('the members of a project and of a program are one bare array each', async (t) => {
  const app = await startApp(t)
  const [ann, zoe] = [await app.user('ann'), await app.user('zoe')]
  await app.sql(
    `insert into accounts (id, username, email)
     select gen_random_uuid(), 'many' || lpad(n::text, 3, '0'), 'many' || n || '@example.org' from generate_series(1, $1) n`,
    [CROWD],
  )
  const { id: project } = await makeProject(ann)
  const program = (await ann.post('/programs/', { name: 'Harbour' })).body.id
  for (const [table, column, id] of [
    ['project_members', 'project_id', project],
    ['program_members', 'program_id', program],
  ])
    await app.sql(
      `insert into ${table} (id, ${column}, account_id, role)
       select gen_random_uuid(), $1, id, case username when 'zoe' then 1 else 100 end from accounts
       where username like 'many%' or username = 'zoe'`,
      [id],
    )
  for (const path of [`/projects/${project}/members/`, `/programs/${program}/members/`]) {
    const names = async (query: string, by: TestUser = zoe) => {
      const { status, body } = await by.get(path + query)
      t.strictSame([status, Array.isArray(body)], [200, true], path + query)
      return body.map((row: { user_detail: { username: string } }) => row.user_detail.username)
    }
    const all = await names('')
    t.equal(all.length, CROWD + 2, 'nobody is on another page')
    t.strictSame([all[0], all[1], all[2], all.at(-1)], ['ann', 'many001', 'many002', 'zoe'], 'by role, then name')
    t.strictSame(await names('?page=2&page_size=1'), all, 'there are no pages')
    t.strictSame(await names('?self=true'), ['zoe'])
    t.strictSame(await names('?search=MANY007'), ['many007'])
    t.equal((await names('?ordering=-username'))[0], 'zoe')
    t.strictSame(await names('?search=nobody'), [])
    const own = (await ann.get(`${path}?self=true`)).body[0]
    t.match(own, { user: ann.account.id, role: 400, user_detail: { id: ann.account.id } }, 'its owner is told')
  }
})
