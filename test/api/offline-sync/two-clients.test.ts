// `--stories 1000 --seed 7` tells so many; the seed of each is in the name of what failed.
import t, { type Test } from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { mulberry32 } from '../../../fixtures/generate/random.ts'
import { brokenAfter } from '../../support/invariants.ts'
import { optionOf } from '../../support/long-options.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { OfflineClient, type Row } from './support/offline-client.ts'

const STORIES = optionOf('stories', 6)
const firstSeed = optionOf('seed', (Date.now() % 2 ** 31) + 1)
const ACTS = 30

t.setTimeout(STORIES * 20_000 + 60_000)

type Random = () => number
const below = (random: Random, count: number) => Math.floor(random() * count)

/** A project that some edit offline and somebody with a connection, who also takes back what they did. */
interface Scene {
  readonly app: TestApp
  readonly projectId: string
  readonly clients: readonly OfflineClient[]
  readonly random: Random
  /** Addresses that undo an edit, a deletion, a batch or a move. */
  readonly undos: string[]
}

/** One thing that somebody does: mostly offline, sometimes at the service itself, sometimes a synchronisation. */
async function act(scene: Scene): Promise<void> {
  const { app, clients, random } = scene
  const client = clients[below(random, clients.length)] as OfflineClient
  const rows = [...client.rows.values()]
  const row = rows[below(random, rows.length)]
  const dice = below(random, 20)
  if (dice < 3 || row === undefined) {
    client.create(row && dice > 0 ? row.id : null, `made ${below(random, 1000)}`)
  } else if (dice < 7) client.edit(row.id, { name: `named ${below(random, 1000)}` })
  else if (dice < 9) client.edit(row.id, { notes: `noted ${below(random, 1000)}` })
  else if (dice < 11 && !row.is_phase) client.edit(row.id, { duration: 1 + below(random, 9) })
  else if (dice < 13) client.delete(row.id)
  else if (dice < 16) await client.sync(random() < 0.2)
  else if (dice < 17) await app.runJobs()
  else await online(scene)
}

/** Somebody with a connection works on the same project. */
async function online({ app, projectId, random, undos }: Scene): Promise<void> {
  const { owner } = app
  const { results } = (await owner.get(`/tasks/?project=${projectId}&page_size=500`)).body
  const row = results[below(random, results.length)]
  const tasks = `/projects/${projectId}/tasks`
  const dice = row === undefined ? 0 : below(random, 8)
  let asked: { status: number; text: string; body: { operation_id?: string } } | null = null
  let ledger = 'edit'
  if (dice === 0)
    await owner.post('/tasks/', { project: projectId, name: 'online', duration: 3, parent_id: row?.id ?? null })
  else if (dice === 1)
    asked = await owner.patch(`/tasks/${row.id}/?undoable=true`, { percent_complete: below(random, 100) })
  else if (dice === 2) asked = await owner.delete(`/tasks/${row.id}/?undoable=true`)
  else if (dice === 3) {
    const fields = { name: `online ${below(random, 1000)}`, duration: 4 }
    asked = await owner.patch(`/tasks/${row.id}/?undoable=true`, fields)
  } else if (dice === 4) {
    ledger = 'structural'
    const to = results[below(random, results.length)]
    asked = await owner.post(`${tasks}/${row.id}/reparent/`, { new_parent_id: to.id })
  } else if (dice === 5) {
    ledger = 'paste-many'
    asked = await owner.post(`${tasks}/bulk/`, { origin: 'paste', operations: pasted(random) })
  } else await takeBack(app, undos, random)
  if (asked && asked.status >= 500) throw new Error(asked.text)
  if (asked?.body?.operation_id) undos.push(`/${ledger}-operations/${asked.body.operation_id}/undo/`)
}

function pasted(random: Random): object[] {
  const make = () => ({ op: 'create', id: newId(), data: { name: `pasted ${below(random, 1000)}`, duration: 2 } })
  return Array.from({ length: 1 + below(random, 4) }, make)
}

/** Undoes mostly the newest. What has moved on since is refused, and nothing of it is undone. */
async function takeBack(app: TestApp, undos: string[], random: Random): Promise<void> {
  const at = random() < 0.7 ? undos.length - 1 : below(random, undos.length)
  const [address] = undos.splice(at, 1)
  if (address === undefined) return
  const { status, text } = await app.owner.post(address)
  if (![200, 400, 409].includes(status)) throw new Error(`${address}: ${status} ${text}`)
}

const inOrder = (rows: Iterable<Row>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

/** Tokens live a quarter of an hour: so many stories are told on one installation. */
const AT_A_TIME = 50

for (let from = firstSeed; from < firstSeed + STORIES; from += AT_A_TIME)
  t.test('two clients that work offline end as the service does', async (t) => {
    const app = await startApp(t)
    for (let seed = from; seed < Math.min(from + AT_A_TIME, firstSeed + STORIES); seed++) await tell(t, app, seed)
    t.same(await brokenAfter(app), [], 'what is stored holds together')
  })

async function tell(t: Test, app: TestApp, seed: number): Promise<void> {
  const random = mulberry32(seed)
  const project = await buildProject(app)
  const clients = [
    new OfflineClient(app.owner, project.id, 100),
    new OfflineClient(await project.member(300), project.id, 1 + below(random, 5)),
  ]
  const scene: Scene = { app, projectId: project.id, clients, random, undos: [] }
  for (let n = 0; n < ACTS; n++) await act(scene)
  for (const client of clients) await client.sync(false)
  await app.runJobs()
  const fresh = new OfflineClient(app.owner, project.id, 7)
  for (const client of [...clients, fresh]) await client.pull()
  const live = await app.sql<{ id: string }>(
    'select id from tasks where project_id = $1 and not is_deleted order by id',
    [project.id],
  )
  const whole = inOrder(fresh.rows.values())
  const ids = whole.map((row) => row.id)
  t.strictSame(
    ids,
    live.map((row) => row.id),
    `story ${seed}: a fresh pull is the service`,
  )
  for (const client of clients) t.strictSame(inOrder(client.rows.values()), whole, `story ${seed}`)
}
