/**
 * One long story of a project, listened to by a receiver of webhooks and by a socket. The socket's client keeps copies of
 * everything that frames name, and reads nothing else: at each halt the copies are what the service says. The receiver,
 * which knows the specification and no code of ours, hears each of the 19 events with the fields of its kind, and what it
 * is told is what a reader finds.
 *
 * Seen failing with the frame of a label's change taken out.
 */
import t from 'tap'
import { WEBHOOK_EVENTS } from '../../api/webhooks/webhook-events.ts'
import { LETS_LOCAL_IN, sendDeliveries } from '../support/deliveries.ts'
import { joinProject, makeProject } from '../support/projects.ts'
import { connectSocket, type Frame, type SocketClient } from '../support/socket-client.ts'
import { startApp, type TestApp, type TestUser } from '../support/start-app.ts'
import { faultOf, type Received, startReceiver } from '../support/webhook-receiver.ts'

type Row = Readonly<Record<string, unknown>>
const SECRET = 'whsec_story_0123456789abcdef0123456789abcdef'

/** A collection of rows: how frames name them, and where they are read. */
interface Kept {
  readonly events: RegExp
  readonly list: string
  readonly one: (id: string, payload: Row) => string
  /** The ids that a frame names; `id` where nothing is said. */
  readonly ids?: (payload: Row) => readonly string[]
  /** The frame says that the list is to be read anew. */
  readonly whole?: RegExp
}

function collections(project: string, task: string): Readonly<Record<string, Kept>> {
  const inProject = `/projects/${project}`
  const ofProject = (name: string, events: RegExp): Kept => ({
    events,
    list: `${inProject}/${name}/`,
    one: (id) => `${inProject}/${name}/${id}/`,
  })
  const global = (name: string, events: RegExp): Kept => ({
    events,
    list: `/${name}/?project=${project}`,
    one: (id) => `/${name}/${id}/`,
  })
  const ofTask = (name: string, events: RegExp): Kept => ({
    events,
    list: `${inProject}/tasks/${task}/${name}/`,
    one: (id, payload) => `${inProject}/tasks/${payload.task_id}/${name}/${id}/`,
  })
  return {
    tasks: {
      // A task shows what hangs on it as well: its notes, links and people name it, and a baseline is one of all tasks.
      ...global('tasks', /^(task_(?!relation)|tasks_bulk|assignment_|sprint_scope)/),
      ids: ({ task_ids, tasks, task_id, id }) =>
        (task_ids ?? (tasks as Row[] | undefined)?.map((task) => task.id) ?? [task_id ?? id]) as string[],
      whole: /^tasks_re(structured|ordered)$|^baseline_|^sprint_reranked$/,
    },
    links: {
      ...global('dependencies', /^dependenc(y|ies)_/),
      ids: (payload) => (payload.dependency_ids ?? [payload.id]) as string[],
      whole: /^tasks_restructured$/,
    },
    relations: global('task-relations', /^task_relation_/),
    labels: ofProject('labels', /^label_/),
    risks: ofProject('risks', /^risk_/),
    baselines: ofProject('baselines', /^baseline_/),
    fields: ofProject('fields', /^project_custom_fields_updated$/),
    groups: { ...ofProject('mention-groups', /^mention_group_changed$/), ids: ({ group_id }) => [group_id as string] },
    sprints: {
      ...ofProject('sprints', /^sprint_(created|updated|deleted|activated|closed|cancelled)$/),
      one: (id) => `/sprints/${id}/`,
    },
    comments: {
      ...ofTask('comments', /^task_comment_/),
      ids: (payload) => [(payload.comment_id ?? payload.id) as string],
    },
    notes: ofTask('notes', /^task_note_/),
    files: ofTask('attachments', /^task_attachment_/),
    references: ofTask('links', /^task_link_/),
    assignments: { ...global('task-resources', /^assignment_/), list: `/task-resources/?task=${task}` },
    members: { ...ofProject('members', /^$/), whole: /^member_/ },
    roster: { ...global('project-resources', /^$/), whole: /^roster_changed$/ },
    views: { ...ofProject('board-views', /^$/), whole: /^board_view_/ },
  }
}

class Copies {
  readonly rows = new Map<string, Map<string, Row>>()
  readonly seen = new Set<string>()
  lastSeq = 0
  readonly #user: TestUser
  readonly #kinds: Readonly<Record<string, Kept>>

  constructor(user: TestUser, kinds: Readonly<Record<string, Kept>>) {
    this.#user = user
    this.#kinds = kinds
    for (const name of Object.keys(kinds)) this.rows.set(name, new Map())
  }

  async readAll(): Promise<void> {
    for (const name of Object.keys(this.#kinds)) await this.readList(name)
  }

  async follow(frames: readonly Frame[]): Promise<void> {
    for (const { seq, event_type, payload } of frames) {
      if (seq === null || seq <= this.lastSeq) continue
      this.lastSeq = seq
      this.seen.add(event_type)
      for (const [name, kind] of Object.entries(this.#kinds)) {
        if (kind.whole?.test(event_type)) await this.readList(name)
        if (!kind.events.test(event_type)) continue
        for (const id of kind.ids?.(payload) ?? [payload.id]) await this.readOne(name, id, kind.one(id, payload))
      }
    }
  }

  private async readList(name: string): Promise<void> {
    const { body, status, text } = await this.#user.get(this.#kinds[name]!.list)
    if (status !== 200) throw new Error(`${name}: ${text}`)
    const rows: Row[] = Array.isArray(body) ? body : body.results
    this.rows.set(name, new Map(rows.map((row) => [row.id as string, row])))
  }

  private async readOne(name: string, id: string, path: string): Promise<void> {
    const { status, body, text } = await this.#user.get(path)
    const rows = this.rows.get(name)!
    const before = rows.get(id)
    if (status === 404) rows.delete(id)
    else if (status === 200) rows.set(id, body)
    else throw new Error(`${path}: ${text}`)
    if (name !== 'tasks') return
    // A frame of a task stands for the phases above it, which show what is below.
    for (const parent of new Set([before?.parent_id, rows.get(id)?.parent_id]))
      if (parent) await this.readOne(name, parent as string, `/tasks/${parent}/`)
    if (rows.has(id)) return
    const links = this.rows.get('links')!
    for (const link of links.values())
      if (link.predecessor === id || link.successor === id) links.delete(link.id as string)
  }
}

t.setTimeout(600_000)
t.test('everything told is true, and everything that happened is told', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const program = (await ann.post('/programs/', { name: 'Harbour' })).body.id as string
  const receiver = await startReceiver(t)
  const hook = { url: receiver.url, events: [...WEBHOOK_EVENTS], secret: SECRET }
  await done(ann.post(`/programs/${program}/webhooks/`, hook))
  const { id: project } = await makeProject(ann, { program })
  await joinProject(app, project, bob, 200)
  const at = `/projects/${project}`
  const make = async (name: string, more: object = {}) =>
    (await done(ann.post('/tasks/', { name, project, duration: 2, ...more }))).id as string
  const dig = await make('Dig')
  const kinds = collections(project, dig)
  const socket = await connectSocket(app, ann, project)
  await app.runJobs()
  const copies = new Copies(ann, kinds)
  await copies.readAll()

  /** The client reads after each write what was told of it: later it would find what it was not told. */
  async function step(answer: Parameters<typeof done>[0]): ReturnType<typeof done> {
    const made = await done(answer)
    await untilLast(app, socket, project)
    await copies.follow(socket.frames)
    return made
  }

  async function compare(when: string): Promise<void> {
    await app.runJobs()
    await untilLast(app, socket, project)
    await copies.follow(socket.frames)
    const truth = new Copies(ann, kinds)
    await truth.readAll()
    for (const name of Object.keys(kinds))
      t.same(
        shown(copies.rows.get(name)!, truth.rows.get(name)!),
        shown(truth.rows.get(name)!, truth.rows.get(name)!),
        `${name} ${when}`,
      )
  }

  const pour = await make('Pour')
  const cure = await make('Cure')
  const link = await step(ann.post('/dependencies/', { predecessor: dig, successor: pour, dep_type: 'FS' }))
  await step(ann.patch(`/dependencies/${link.id}/`, { lag: 2 }))
  const relation = await step(ann.post('/task-relations/', { source: dig, target: cure, relation_type: 'relates_to' }))
  await compare('after tasks and links')

  await step(ann.patch(`/tasks/${dig}/`, { assignee: ann.account.id }))
  await step(ann.patch(`/tasks/${dig}/`, { assignee: bob.account.id, planned_start: '2026-01-12' }))
  const label = await step(ann.post(`${at}/labels/`, { name: 'Wet' }))
  await step(ann.post(`${at}/tasks/${dig}/labels/`, { label_id: label.id }))
  await step(ann.patch(`${at}/labels/${label.id}/`, { name: 'Very wet' }))
  const field = await step(ann.post(`${at}/fields/`, { name: 'Depth', field_type: 'NUMBER' }))
  await step(ann.put(`${at}/tasks/${dig}/field-values/${field.id}/`, { value: 4 }))
  await compare('after people, labels and fields')

  const group = await step(ann.post(`${at}/mention-groups/`, { name: 'divers' }))
  await step(ann.post(`${at}/mention-groups/${group.id}/add-member/`, { user: bob.account.id }))
  const comment = await step(ann.post(`${at}/tasks/${dig}/comments/`, { body: 'Look, @bob' }))
  await step(ann.post(`${at}/tasks/${dig}/comments/`, { body: 'Look, @divers' }))
  await step(bob.post(`${at}/tasks/${dig}/comments/${comment.id}/acknowledge/`))
  await step(bob.post(`${at}/tasks/${dig}/comments/${comment.id}/reactions/`, { emoji: '👍' }))
  await step(ann.patch(`${at}/tasks/${dig}/comments/${comment.id}/`, { body: 'Look there, @bob' }))
  const note = await step(ann.post(`${at}/tasks/${dig}/notes/`, { body: 'Rock below' }))
  await step(ann.post(`${at}/tasks/${dig}/notes/${note.id}/pin/`))
  await step(ann.post(`${at}/tasks/${dig}/notes/${note.id}/decision/`))
  await step(ann.post(`${at}/tasks/${dig}/links/`, { url: 'https://example.org/a/1', title: 'Drawing' }))
  await compare('after what was said')

  const risk = await step(ann.post(`${at}/risks/`, { title: 'Ice', probability: 2, impact: 2 }))
  await step(ann.patch(`${at}/risks/${risk.id}/`, { impact: 5 }))
  await step(ann.post(`${at}/risks/${risk.id}/comments/`, { message: 'Cold' }))
  await step(ann.patch(`${at}/risks/${risk.id}/`, { status: 'CLOSED' }))
  await step(ann.post(`${at}/baselines/`, { name: 'First' }))
  const second = await step(ann.post(`${at}/baselines/`, { name: 'Second' }))
  await step(ann.post(`${at}/baselines/${second.id}/activate/`))
  await compare('after risks and baselines')

  const resource = await step(ann.post('/resources/', { name: 'Crane' }))
  await step(ann.post('/project-resources/', { project, resource: resource.id }))
  const assignment = await step(ann.post('/task-resources/', { task: dig, resource: resource.id }))
  await step(ann.patch(`/task-resources/${assignment.id}/`, { units: '0.50' }))
  const cat = await app.user('cat')
  await joinProject(app, (await makeProject(ann)).id, cat, 1)
  const joined = await step(ann.post(`${at}/members/`, { user: cat.account.id, role: 1 }))
  await step(ann.patch(`${at}/members/${joined.id}/`, { role: 100 }))
  await step(ann.post(`${at}/board-views/`, { name: 'Mine', config: {} }))
  await compare('after people and boards')

  const sprint = await step(
    ann.post(`${at}/sprints/`, { name: 'One', start_date: '2026-01-05', finish_date: '2026-01-16' }),
  )
  await step(ann.patch(`/tasks/${cure}/`, { sprint: sprint.id, story_points: 3 }))
  await step(ann.post(`/sprints/${sprint.id}/activate/`))
  await step(ann.patch(`/tasks/${pour}/`, { sprint: sprint.id, story_points: 5 }))
  const [scope] = (await ann.get(`/sprints/${sprint.id}/scope-changes/`)).body.events
  await step(ann.post(`/scope-changes/${scope.id}/accept/`))
  await compare('during a sprint')
  await step(ann.patch(`/tasks/${cure}/`, { status: 'COMPLETE' }))
  await step(ann.post(`/sprints/${sprint.id}/close/`, { carry_over_to: 'backlog' }))
  await compare('after its close')

  await step(ann.upload(`${at}/import/csv/`, { name: 'p.csv', bytes: 'Name,Duration,Predecessors\nA,2,\nB,3,1\n' }))
  await step(ann.post(`${at}/tasks/group/`, { task_ids: [pour, cure], name: 'Both' }))
  await compare('after a file and a group')

  await step(ann.delete(`/task-relations/${relation.id}/`))
  await step(ann.delete(`/dependencies/${link.id}/`))
  await step(ann.delete(`${at}/labels/${label.id}/`))
  await step(ann.delete(`${at}/fields/${field.id}/`))
  await step(ann.delete(`${at}/risks/${risk.id}/`))
  await step(ann.delete(`${at}/tasks/${dig}/comments/${comment.id}/`))
  await step(ann.delete(`${at}/tasks/${dig}/notes/${note.id}/`))
  await step(ann.delete(`/task-resources/${assignment.id}/`))
  await step(ann.delete(`${at}/members/${joined.id}/`))
  await step(ann.delete(`${at}/mention-groups/${group.id}/`))
  await step(ann.delete(`/tasks/${pour}/`))
  await compare('after much was taken away')
  await step(ann.post(`/tasks/${pour}/restore/`))
  await compare('after a task came back')

  const { messages } = (await ann.get('/asyncapi/')).body.components
  const undocumented = (
    name: string,
    told: Row,
    described: { readonly properties: Row; readonly required: string[] },
  ) => [
    ...Object.keys(told).flatMap((key) => (key in described.properties ? [] : `${name} has ${key}`)),
    ...described.required.flatMap((key) => (key in told ? [] : `${name} lacks ${key}`)),
  ]
  const frames = socket.frames.flatMap((frame) => {
    const described = messages[frame.event_type].payload
    const { payload } = frame
    return [
      ...undocumented(frame.event_type, { ...frame }, described),
      ...undocumented(frame.event_type, payload, described.properties.payload),
    ]
  })
  t.same([...new Set(frames)], [], 'the published document has every key of every frame')

  await sendDeliveries(app)
  checkDeliveries(t, receiver.received)
  const bodies = receiver.received.flatMap(({ event, body }) => undocumented(event, body, messages[event].payload))
  t.same([...new Set(bodies)], [], 'and of every delivery')
  const told = (event: string) => receiver.received.filter((one) => one.event === event).map(({ body }) => body)
  t.match(told('task.assigned'), [{ id: dig, assignee: ann.account.id, previous_assignee: null }])
  t.match(told('task.assignee_changed'), [{ id: dig, assignee: bob.account.id, previous_assignee: ann.account.id }])
  t.match(told('task.due_date_changed'), [{ id: dig, planned_start: '2026-01-12', previous_planned_start: null }])
  t.match(told('project.created'), [{ id: project, name: 'Website Redesign', start_date: '2026-01-05' }])
  t.match(
    told('task.mentioned').map(({ id, mention_count }) => [id, mention_count]),
    [
      [dig, 1],
      [dig, 1],
    ],
    'once for a comment',
  )
  t.notOk(JSON.stringify(told('comment.created')).includes('Look'), 'what was said is not told')
  t.match(told('sprint.scope_changed'), [{ sprint: sprint.id, task: pour, status: 'accepted' }])
  t.same(
    ['risk.opened', 'risk.escalated', 'risk.closed'].map((event) => told(event).map(({ severity }) => severity)),
    [[4], [10], [10]],
  )
  t.same(
    told('baseline.captured')
      .map(({ name, source }) => [name, source])
      .sort(),
    [
      ['First', 'api'],
      ['Second', 'api'],
    ],
  )
})

async function done(answer: Promise<{ status: number; text: string; body: Row }>) {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

async function untilLast(app: TestApp, socket: SocketClient, project: string): Promise<void> {
  const [row] = await app.sql<{ last: string }>('select last_seq as last from outbox_channels where channel = $1', [
    project,
  ])
  await socket.until(
    () => socket.frames.some(({ seq }) => seq === Number(row?.last)) || undefined,
    'the last frame',
    20_000,
  )
}

/** What rows show of others, whose own frames tell it. */
const OF_OTHERS = new Set(['is_driving', 'source_card', 'target_card', 'has_related_links'])

/** Rows by id with the columns that rows of the list have. */
function shown(rows: ReadonlyMap<string, Row>, listed: ReadonlyMap<string, Row>) {
  const [first] = listed.values()
  const columns = Object.keys(first ?? {}).filter((column) => !OF_OTHERS.has(column))
  return [...rows.values()]
    .map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
    .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
}

const TASK = 'id project name status duration assignee planned_start actual_start actual_finish source'
const RISK = 'id project short_id title status probability impact severity category owner source'
const SPRINT =
  'id project name goal state start_date finish_date activated_at committed_points committed_task_count source'
/** The fields of each event, beside `_meta`. */
const FIELDS: Readonly<Record<string, string>> = {
  'task.created': TASK,
  'task.updated': TASK,
  'task.deleted': 'id project',
  'task.assigned': `${TASK} previous_assignee`,
  'task.assignee_changed': `${TASK} previous_assignee`,
  'task.due_date_changed': `${TASK} previous_planned_start`,
  'task.mentioned': `${TASK} comment_id mention_count`,
  'comment.created': `${TASK} comment_id author author_display created_at`,
  // The project as well: the webhook of a program could not tell otherwise.
  'dependency.created': 'id project predecessor successor dep_type lag',
  'dependency.deleted': 'id project',
  'schedule.recalculated': 'project project_finish critical_path status_date',
  'project.created': 'id name start_date',
  'sprint.activated': SPRINT,
  'sprint.closed': `${SPRINT} closed_at velocity_suppressed completed_points completed_task_count goal_outcome`,
  'sprint.scope_changed': 'id sprint project task item_name status goal_impact added_at source',
  'risk.opened': RISK,
  'risk.escalated': RISK,
  'risk.closed': RISK,
  'baseline.captured': 'id project name has_cpm_dates task_count created_by source',
}
const sorted = (words: string) => words.split(' ').sort().join(' ')

function checkDeliveries(t: Pick<typeof import('tap').default, 'same'>, received: readonly Received[]): void {
  t.same([...new Set(received.map((one) => faultOf(one, SECRET)))], [null], 'signed, numbered and named')
  const numbers = received.map(({ sequence }) => sequence).sort((one, other) => one - other)
  t.same(
    numbers,
    [...numbers.keys()].map((index) => index + 1),
    'without a gap',
  )
  const byEvent = Map.groupBy(received, ({ event }) => event)
  t.same([...byEvent.keys()].sort(), [...WEBHOOK_EVENTS].sort(), 'each of the 19 is told, and nothing else')
  for (const [event, told] of byEvent) {
    // A comment on a risk has no task.
    const shapes = new Set(told.flatMap(({ body }) => (body.risk_id ? [] : Object.keys(body).sort().join(' '))))
    t.same([...shapes], [sorted(`${FIELDS[event]} _meta`)], event)
  }
}
