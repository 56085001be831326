/**
 * Six people write into one project at once. What the service told them, put in the order of versions, is what it holds; and
 * what they then take back leaves the rows as they were before. `--requests 5000 --seed 7` tells a longer story.
 */
import t from 'tap'
import { mulberry32 } from '../../fixtures/generate/random.ts'
import { buildProject } from '../api/tasks/support/build-project.ts'
import { brokenAfter } from '../support/invariants.ts'
import { optionOf } from '../support/long-options.ts'
import { startApp, type TestUser } from '../support/start-app.ts'

const REQUESTS = optionOf('requests', 300)
const SEED = optionOf('seed', 1)
const CLIENTS = 6
const MANAGER = 300

type Fields = Readonly<Record<string, string | number>>

/** What the service said that it made of a row, by version, and the newest write that can be taken back. */
interface Past {
  readonly versions: Map<number, Fields>
  deleted: boolean
  newest: { version: number; operation: string } | null
}

/** The row after every write that was accepted up to a version. */
function rowAt(past: Past, before = Number.POSITIVE_INFINITY): Fields {
  const inOrder = [...past.versions].filter(([version]) => version < before).sort(([a], [b]) => a - b)
  return Object.assign({}, ...inOrder.map(([, fields]) => fields))
}

/** Rows as the service lists them, or as the outside model has them, in one order. */
const told = (rows: Iterable<readonly [string, Fields]>) =>
  [...rows].map(([id, { name, notes, duration }]) => `${id} ${name} | ${notes} | ${duration}`).sort()

t.setTimeout(REQUESTS * 1_000 + 120_000)
t.test(`six clients ask ${REQUESTS} things (seed ${SEED}), and take back the newest of each row`, async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => project.member(MANAGER)))
  const pasts = new Map<string, Past>()
  const odd: string[] = []
  let count = 0

  const begin = (id: string, fields: Fields, version: number) => {
    pasts.set(id, { versions: new Map([[version, fields]]), deleted: false, newest: null })
  }
  const create = async (user: TestUser) => {
    const fields = { name: `made ${count}`, notes: '', duration: 1 + (count % 9) }
    const { status, body, text } = await user.post('/tasks/', { project: project.id, ...fields })
    if (status === 201) begin(body.id, fields, body.server_version)
    else odd.push(`create: ${status} ${text}`)
  }
  const paste = async (user: TestUser) => {
    const rows = [0, 1, 2].map((n) => ({ name: `pasted ${count}.${n}`, notes: '', duration: 2 }))
    const operations = rows.map((data) => ({ op: 'create', id: crypto.randomUUID(), data }))
    const { status, body, text } = await user.post(`/projects/${project.id}/tasks/bulk/`, { operations })
    if (status !== 207 || body.rejected.length > 0) odd.push(`batch: ${status} ${text}`)
    for (const { index, id, task } of body.applied ?? []) begin(id, rows[index] as Fields, task.server_version)
  }
  const edit = async (user: TestUser, id: string, random: () => number) => {
    const past = pasts.get(id) as Past
    const choices: Fields[] = [{ name: `named ${count}` }, { notes: `noted ${count}` }, { duration: 1 + (count % 30) }]
    const fields = Object.assign({}, choices[Math.floor(random() * 3)], random() < 0.3 ? choices[0] : {})
    const { status, body, text } = await user.patch(`/tasks/${id}/?undoable=true`, fields)
    if (status === 200 && typeof body.operation_id === 'string') {
      if (past.versions.has(body.server_version)) odd.push(`two writes of ${id} are version ${body.server_version}`)
      past.versions.set(body.server_version, fields)
      if ((past.newest?.version ?? 0) < body.server_version)
        past.newest = { version: body.server_version, operation: body.operation_id }
    } else if (status !== 404 && status !== 200) odd.push(`edit: ${status} ${text}`)
  }
  const remove = async (user: TestUser, id: string) => {
    const past = pasts.get(id) as Past
    const { status, body, text } = await user.delete(`/tasks/${id}/?undoable=true`)
    if (status === 200) {
      past.deleted = true
      past.newest = { version: Number.POSITIVE_INFINITY, operation: body.operation_id }
    } else if (status !== 404) odd.push(`delete: ${status} ${text}`)
  }

  const work = async (user: TestUser, place: number) => {
    const random = mulberry32(SEED * 97 + place)
    while (count++ < REQUESTS) {
      const ids = [...pasts.keys()]
      // Mostly the newest rows, so that several people meet on one.
      const id = ids[ids.length - 1 - Math.floor(random() ** 2 * Math.min(ids.length, 40))]
      const dice = random()
      if (id === undefined || dice < 0.12) await create(user)
      else if (dice < 0.18) await paste(user)
      else if (dice < 0.93) await edit(user, id, random)
      else await remove(user, id)
    }
  }
  const stored = async () => {
    const rows: [string, Fields][] = []
    for (let page = 1; ; page++) {
      const { body } = await app.owner.get(`/tasks/?project=${project.id}&page_size=500&page=${page}`)
      for (const row of body.results) rows.push([row.id, row])
      if (body.next === null) return rows
    }
  }

  await Promise.all(clients.map(work))
  const living = [...pasts].filter(([, past]) => !past.deleted)
  t.ok(living.length > 0 && living.length < pasts.size, `${living.length} of ${pasts.size} rows live`)
  t.same(told(await stored()), told(living.map(([id, past]) => [id, rowAt(past)])), 'the rows are those of the model')

  const undoable = [...pasts].filter(([, past]) => past.newest !== null)
  const queue = [...undoable]
  let taken = 0
  const takeBack = async (user: TestUser) => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const address = `/edit-operations/${next[1].newest?.operation}/undo/`
      // Two ask for the same at once: one of them does it, the other is told that it is done.
      const answers = await Promise.all([user.post(address), (clients[0] as TestUser).post(address)])
      const statuses = answers.map(({ status }) => status).sort()
      if (statuses.join() !== '200,400') odd.push(`undo: ${answers.map(({ status, text }) => `${status} ${text}`)}`)
      if (answers.some(({ body }) => body.undo?.reverted === 1)) taken++
    }
  }
  await Promise.all(clients.map(takeBack))
  t.equal(taken, undoable.length, 'each newest write was taken back, once')
  const former = [...pasts].map(([id, past]) => [id, rowAt(past, past.newest?.version)] as const)
  t.same(told(await stored()), told(former), 'the rows are as they were before')
  t.same(odd, [], 'nobody was answered anything else')
  t.same(await brokenAfter(app), [], 'what is stored holds together')
})
