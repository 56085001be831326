import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

/** A write, and what then takes from its author the right to do it again. */
interface Cause {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Where the write itself is not what takes the right. */
  readonly meanwhile?: () => Promise<unknown>
  /** The answer without the key afterwards: what a repeat would be told if it were judged anew. */
  readonly refusal: number
}

interface World {
  readonly app: TestApp
  readonly ann: TestUser
  readonly bob: TestUser
}

async function startWorld(t: Parameters<typeof startApp>[0]): Promise<World> {
  const app = await startApp(t)
  return { app, ann: await app.user('ann'), bob: await app.user('bob') }
}

/** A project of ann's with bob as a second Owner, and a task in it. */
async function makeSite({ app, ann, bob }: World) {
  const project = await makeProject(ann)
  const membership = await joinProject(app, project.id, bob, 400)
  const task = (await ann.post('/tasks/', { name: 'Dig', project: project.id })).body.id as string
  const members = (await ann.get(`/projects/${project.id}/members/`)).body
  const mine = members.find((row: { id: string }) => row.id !== membership).id as string
  return { id: project.id, at: `/projects/${project.id}/`, task: `/tasks/${task}/`, mine }
}

async function ownWrites(world: World): Promise<Cause[]> {
  const { bob } = world
  const [given, lowered, left, binned, restored] = [
    await makeSite(world),
    await makeSite(world),
    await makeSite(world),
    await makeSite(world),
    await makeSite(world),
  ]
  await world.ann.delete(restored.at)
  return [
    {
      what: 'giving the project away',
      method: 'POST',
      path: `${given.at}transfer/`,
      body: { new_owner_user_id: bob.account.id },
      refusal: 403,
    },
    {
      what: 'lowering one’s own role',
      method: 'PATCH',
      path: `${lowered.at}members/${lowered.mine}/`,
      body: { role: 100 },
      refusal: 403,
    },
    { what: 'leaving', method: 'DELETE', path: `${left.at}members/${left.mine}/`, refusal: 404 },
    { what: 'deleting the project', method: 'DELETE', path: binned.at, refusal: 404 },
    { what: 'restoring the project', method: 'POST', path: `${restored.at}restore/`, refusal: 404 },
  ]
}

async function writesBefore(world: World): Promise<Cause[]> {
  const { app, ann, bob } = world
  const write = { method: 'PATCH', body: { notes: 'Größe – 日本' } }
  const after = async (
    what: string,
    refusal: number,
    meanwhile: (site: Awaited<ReturnType<typeof makeSite>>) => Promise<unknown>,
  ) => {
    const site = await makeSite(world)
    return { ...write, what, path: site.task, refusal, meanwhile: () => meanwhile(site) }
  }
  return [
    await after('the project was archived', 403, (site) => bob.post(`${site.at}archive/`)),
    await after('a demotion', 403, (site) => bob.patch(`${site.at}members/${site.mine}/`, { role: 1 })),
    await after('being removed', 404, async (site) => {
      await bob.patch(`${site.at}members/${site.mine}/`, { role: 1 })
      await bob.delete(`${site.at}members/${site.mine}/`)
    }),
    await after('the task was deleted', 404, (site) => bob.delete(site.task)),
    await after('the project was deleted', 404, (site) => bob.delete(site.at)),
    await after('the project was deleted for good', 404, async (site) => {
      await bob.post(`${site.at}archive/`)
      await bob.delete(`${site.at}?force=true`)
      await app.runJobs()
    }),
    await after('the project was given away and one was removed', 404, async (site) => {
      await ann.post(`${site.at}transfer/`, { new_owner_user_id: bob.account.id })
      await bob.delete(`${site.at}members/${site.mine}/`)
    }),
  ]
}

t.test('a repeat gets the kept bytes though its author may no longer do or see what it did', async (t) => {
  const world = await startWorld(t)
  const { ann, app, bob } = world
  for (const [index, cause] of [...(await ownWrites(world)), ...(await writesBefore(world))].entries()) {
    const { what, method, path, body, meanwhile, refusal } = cause
    const key = { 'Idempotency-Key': `k${index}` }
    const first = await ann.request(method, path, body, key)
    t.ok(first.status < 300, `${what}: ${first.status} ${first.text}`)
    await meanwhile?.()
    const events = await app.sql('select count(*) as n from outbox_events')
    const again = await ann.request(method, path, body, key)
    t.equal(again.status, first.status, what)
    t.equal(again.text, first.text, `${what}: byte for byte`)
    t.equal(again.headers.get('idempotent-replay'), 'true', what)
    t.equal(again.headers.get('location'), first.headers.get('location'), what)
    t.equal((await ann.request(method, `${path}?x=1`, body, key)).status, 422, `${what}: another request with the key`)
    t.equal((await ann.request(method, path, body)).status, refusal, `${what}: without the key it is judged anew`)
    const others = await bob.request(method, path, { role: 900 }, key)
    t.equal(others.headers.get('idempotent-replay'), null, `${what}: the key is nobody else’s`)
    t.strictSame(await app.sql('select count(*) as n from outbox_events'), events, `${what}: nothing was done again`)
  }
})

t.test('a kept reply is only for whom authentication lets in', async (t) => {
  const { app, ann } = await startWorld(t)
  const project = await makeProject(ann)
  const key = { 'Idempotency-Key': 'k' }
  const minted = (await ann.post('/me/api-tokens/', { name: 'script' })).body
  const script = Object.assign(Object.create(Object.getPrototypeOf(app.anonymous)), app.anonymous, {
    token: minted.token,
  })
  const send = (client: TestUser) => client.patch(`/projects/${project.id}/`, { description: 'x' }, key)
  t.equal((await send(script)).status, 200)
  t.equal((await send(script)).headers.get('idempotent-replay'), 'true')
  t.equal((await send(ann)).headers.get('idempotent-replay'), 'true', 'the account is what counts, not the credential')
  await ann.delete(`/me/api-tokens/${minted.id}/`)
  t.equal((await send(script)).status, 401, 'a revoked token')
  t.equal((await app.anonymous.patch(`/projects/${project.id}/`, { description: 'x' }, key)).status, 401)
  await app.sql('update accounts set is_active = false where id = $1', [ann.account.id])
  t.equal((await send(ann)).status, 401, 'a deactivated account')
})
