/**
 * A client that keeps a copy of a project and reads nothing but what frames name: after a long story through many doors,
 * with its connection lost in the middle, the copy is what the service says.
 */
import t from 'tap'
import { newId } from '../../api/platform/ids.ts'
import { makeProject } from '../support/projects.ts'
import { connectSocket, type Frame, type SocketClient } from '../support/socket-client.ts'
import { startApp, type TestUser } from '../support/start-app.ts'

type Row = Readonly<Record<string, unknown>>

class Mirror {
  readonly tasks = new Map<string, Row>()
  readonly links = new Map<string, Row>()
  readonly unknown = new Set<string>()
  lastSeq = 0
  readonly #user: TestUser
  readonly #projectId: string

  constructor(user: TestUser, projectId: string) {
    this.#user = user
    this.#projectId = projectId
  }

  async follow(frames: readonly Frame[]): Promise<void> {
    for (const frame of frames) {
      if (frame.seq === null || frame.seq <= this.lastSeq) continue
      this.lastSeq = frame.seq
      await this.apply(frame)
    }
  }

  async apply({ event_type, payload }: Frame): Promise<void> {
    if (/^task_(created|updated|deleted|restored|duration_changed)$/.test(event_type)) return this.task(payload.id)
    if (event_type === 'tasks_bulk_mutated') return this.each(payload.task_ids)
    if (event_type === 'task_dates_updated') return this.each(payload.tasks.map((task: { id: string }) => task.id))
    if (/^tasks_re(structured|ordered)$/.test(event_type)) return this.whole()
    if (/^dependency_/.test(event_type)) return this.link(payload.id)
    if (event_type === 'dependencies_bulk_created') for (const id of payload.dependency_ids) await this.link(id)
    else this.unknown.add(event_type)
  }

  /** Everything anew, as after `resync_required`. */
  async whole(): Promise<void> {
    for (const [kept, path] of [
      [this.tasks, '/tasks/'],
      [this.links, '/dependencies/'],
    ] as const) {
      kept.clear()
      const page = (await this.#user.get(`${path}?project=${this.#projectId}&page_size=500`)).body
      for (const row of page.results) kept.set(row.id, row)
    }
  }

  private async each(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.task(id)
  }

  /** A task that is gone took its links along. */
  private async task(id: string): Promise<void> {
    await this.read(this.tasks, `/tasks/${id}/`, id)
    if (this.tasks.has(id)) return
    for (const link of this.links.values())
      if (link.predecessor === id || link.successor === id) this.links.delete(link.id as string)
  }

  private link(id: string): Promise<void> {
    return this.read(this.links, `/dependencies/${id}/`, id)
  }

  private async read(kept: Map<string, Row>, path: string, id: string): Promise<void> {
    const reply = await this.#user.get(path)
    if (reply.status === 404) kept.delete(id)
    else kept.set(id, reply.body)
  }
}

/** What a copy has to agree in; what a row says of others follows from theirs. */
const KEPT = [
  'id',
  'name',
  'duration',
  'status',
  'parent_id',
  'planned_start',
  'assignee',
  'early_start',
  'early_finish',
]
const LINK = ['id', 'predecessor', 'successor', 'dep_type', 'lag']

function shownOf(rows: ReadonlyMap<string, Row>, columns: readonly string[]) {
  return [...rows.values()]
    .map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
    .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
}

t.test('a copy that follows the frames is what the service says', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { id: project } = await makeProject(ann)
  const mirror = new Mirror(ann, project)
  let socket: SocketClient = await connectSocket(app, ann, project)
  await socket.opened

  async function compare(when: string): Promise<void> {
    await app.runJobs()
    const [row] = await app.sql<{ last: string }>('select last_seq as last from outbox_channels where channel = $1', [
      project,
    ])
    const isLast = () => socket.frames.some(({ seq }) => seq === Number(row?.last)) || undefined
    await socket.until(isLast, 'the last frame', 5_000)
    await mirror.follow(socket.frames)
    const truth = new Mirror(ann, project)
    await truth.whole()
    t.same(shownOf(mirror.tasks, KEPT), shownOf(truth.tasks, KEPT), `tasks ${when}`)
    t.same(shownOf(mirror.links, LINK), shownOf(truth.links, LINK), `links ${when}`)
  }

  const make = async (name: string, more: object = {}) =>
    (await ann.post('/tasks/', { name, project, duration: 2, ...more })).body.id as string
  const [dig, pour, cure] = [await make('Dig'), await make('Pour'), await make('Cure')]
  await ann.post('/dependencies/', { predecessor: dig, successor: pour, dep_type: 'FS' })
  await ann.patch(`/tasks/${dig}/`, { duration: 5, assignee: ann.account.id })
  await compare('after single writes')
  const [first, second] = [newId(), newId()]
  const created = [first, second].map((id, index) => ({
    op: 'create',
    id,
    data: { name: `Row ${index}`, duration: 1 },
  }))
  await ann.post(`/projects/${project}/tasks/bulk/`, {
    operations: [...created, { op: 'update', id: cure, data: { duration: 9 } }],
    dependencies: { created: [{ predecessor: pour, successor: cure, dep_type: 'FS', lag: 1 }] },
  })
  await compare('after a batch')

  socket.close()
  await socket.closed
  const grouped = await ann.post(`/projects/${project}/tasks/group/`, { task_ids: [first, second], name: 'Both' })
  await ann.upload(`/projects/${project}/import/csv/`, {
    name: 'p.csv',
    bytes: 'Name,Duration,Predecessors\nA,2,\nB,3,1\n',
  })
  await ann.delete(`/tasks/${pour}/`)
  await app.runJobs()
  socket = await connectSocket(app, ann, project, { since: mirror.lastSeq })
  await socket.opened
  t.ok(grouped.status < 300, grouped.text)
  await compare('after a lost connection, by what was replayed')
  t.ok(
    socket.frames.every(({ replayed, seq }) => seq === null || replayed),
    'which says that it is replayed',
  )

  await ann.post(`/tasks/${pour}/restore/`)
  await ann.delete(`/tasks/${cure}/`)
  await ann.patch(`/tasks/${dig}/`, { planned_start: '2026-02-02' })
  await compare('after one task came back and another went')
  const other = ['cpm_complete', 'project_updated', 'roster_changed', 'assignment_created', 'task_duration_changed']
  t.same(
    [...mirror.unknown].filter((name) => !other.includes(name)),
    [],
    'nothing else was told',
  )
})
