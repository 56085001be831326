/**
 * Whatever door a change comes through, webhooks are told of each row. A new door gets a line here: what is done, and what
 * is told. What two webhooks hear, of the project and of its program, is the same.
 */
import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { WEBHOOK_EVENTS } from '../../../api/webhooks/webhook-events.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { mintClient } from '../tokens/tokens.ts'

const HOOK = { url: 'https://9.9.9.9/hook', events: [...WEBHOOK_EVENTS] }

interface Scene {
  readonly app: TestApp
  readonly ann: TestUser
  readonly project: string
  readonly program: string
  /** Ids that one door leaves for the next. */
  readonly ids: Record<string, string>
}

interface Door {
  readonly name: string
  readonly enter: (scene: Scene) => Promise<{ readonly status: number; readonly text: string }>
  /** Event -> how often; recalculations are told beside them. */
  readonly told: Readonly<Record<string, number>>
}

const bulk = ({ ann, project }: Scene, body: object) => ann.post(`/projects/${project}/tasks/bulk/`, body)
const upload = ({ ann, project }: Scene, path: string, name: string, bytes: string) =>
  ann.upload(`/projects/${project}/${path}`, { name, bytes })

const CSV = 'Name,Duration,Predecessors\nDig,2,\nPour,3,1\nCure,4,2\n'
const LINES = ['{"external_id":"n1","name":"Laid"}', '{"external_id":"n2","name":"Sealed"}'].join('\n')
const RISKS = 'title,probability,impact,status\nFlood,4,5,OPEN\nFrost,2,2,OPEN\nDust,1,1,CLOSED\n'

const DOORS: readonly Door[] = [
  {
    name: 'a single creation',
    async enter({ ann, project, ids }) {
      const made = await ann.post('/tasks/', { name: 'Survey', project, planned_start: '2026-01-05', duration: 2 })
      ids.task = made.body.id
      return made
    },
    told: { 'task.created': 1 },
  },
  {
    name: 'a change that assigns and moves a date',
    enter: ({ ann, ids }) =>
      ann.patch(`/tasks/${ids.task}/`, { assignee: ann.account.id, planned_start: '2026-01-12' }),
    told: { 'task.updated': 1, 'task.assigned': 1, 'task.due_date_changed': 1 },
  },
  {
    name: 'a batch that creates rows and a link',
    async enter(scene) {
      const [first, second] = [newId(), newId()]
      Object.assign(scene.ids, { first, second })
      return bulk(scene, {
        operations: [
          { op: 'create', id: first, data: { name: 'One', duration: 2 } },
          { op: 'create', id: second, data: { name: 'Two', duration: 3 } },
        ],
        dependencies: { created: [{ predecessor: first, successor: second, dep_type: 'FS', lag: 0 }] },
      })
    },
    told: { 'task.created': 2, 'dependency.created': 1 },
  },
  {
    name: 'a batch that changes, assigns, moves and deletes rows',
    enter: (scene) =>
      bulk(scene, {
        operations: [
          { op: 'update', id: scene.ids.first, data: { assignee: scene.ann.account.id } },
          { op: 'update', id: scene.ids.task, data: { planned_start: '2026-01-19' } },
          { op: 'delete', id: scene.ids.second },
        ],
      }),
    told: {
      'task.updated': 2,
      'task.assigned': 1,
      'task.due_date_changed': 1,
      'task.deleted': 1,
      'dependency.deleted': 1,
    },
  },
  {
    name: 'a batch of which every row is refused',
    enter: (scene) => bulk(scene, { operations: [{ op: 'create', data: { name: '' } }] }),
    told: {},
  },
  {
    name: 'a batch that changes nothing',
    enter: (scene) => bulk(scene, { operations: [{ op: 'update', id: scene.ids.first, data: { name: 'One' } }] }),
    told: {},
  },
  {
    name: 'a restored row',
    enter: ({ ann, ids }) => ann.post(`/tasks/${ids.second}/restore/`),
    told: { 'task.updated': 1, 'dependency.created': 1 },
  },
  {
    name: 'rows put into a group',
    enter: ({ ann, project, ids }) =>
      ann.post(`/projects/${project}/tasks/group/`, { task_ids: [ids.first, ids.second], name: 'Both' }),
    // The rows have another parent; the phase is created.
    told: { 'task.created': 1, 'task.updated': 2 },
  },
  {
    name: 'the deletion of a phase with what is below it',
    async enter({ ann, app, ids }) {
      const [row] = await app.sql<{ parent_id: string }>('select parent_id from tasks where id = $1', [ids.first])
      return ann.delete(`/tasks/${row?.parent_id}/`)
    },
    told: { 'task.deleted': 3, 'dependency.deleted': 1 },
  },
  {
    name: 'a spreadsheet',
    enter: (scene) => upload(scene, 'import/csv/', 'plan.csv', CSV),
    told: { 'task.created': 3, 'dependency.created': 2 },
  },
  {
    name: 'the undo of that spreadsheet',
    async enter({ ann, app, project }) {
      const [row] = await app.sql<{ id: string }>('select id from import_requests order by id desc limit 1')
      return ann.post(`/projects/${project}/import/csv/${row?.id}/undo/`)
    },
    told: { 'task.deleted': 3, 'dependency.deleted': 2 },
  },
  {
    name: 'lines of another system',
    enter: (scene) => upload(scene, 'import/ndjson/', 'plan.ndjson', LINES),
    told: { 'task.created': 2 },
  },
  {
    name: 'the same lines with another name',
    enter: (scene) => upload(scene, 'import/ndjson/', 'plan.ndjson', LINES.replace('Laid', 'Laid again')),
    told: { 'task.updated': 1 },
  },
  {
    name: 'a push of what was done offline',
    enter: ({ ann, project, ids }) =>
      ann.post(`/projects/${project}/sync/`, {
        client_batch_id: newId(),
        changes: {
          tasks: {
            created: [{ id: newId(), name: 'Offline' }],
            updated: [{ id: ids.task, name: 'Surveyed', assignee: null }],
            deleted: [],
          },
        },
      }),
    told: { 'task.created': 1, 'task.updated': 1 },
  },
  {
    name: 'a task that another system pushes with its token',
    async enter({ app, ann, project }) {
      const pusher = await mintClient(app, ann, {}, `/projects/${project}/api-tokens/`)
      return pusher.post(`/projects/${project}/task-sync/`, { source: 'tracker', external_id: 'T-1', name: 'Pushed' })
    },
    told: { 'task.created': 1 },
  },
  {
    name: 'a comment',
    enter: ({ ann, project, ids }) =>
      ann.post(`/projects/${project}/tasks/${ids.task}/comments/`, { body: 'Look, @bob' }),
    told: { 'comment.created': 1, 'task.mentioned': 1 },
  },
  {
    name: 'a risk that grows and is closed',
    async enter({ ann, project }) {
      const list = `/projects/${project}/risks/`
      const { id } = (await ann.post(list, { title: 'Ice', probability: 2, impact: 2 })).body
      await ann.patch(`${list}${id}/`, { impact: 5 })
      return ann.patch(`${list}${id}/`, { status: 'CLOSED' })
    },
    told: { 'risk.opened': 1, 'risk.escalated': 1, 'risk.closed': 1 },
  },
  {
    name: 'a file of risks',
    enter: (scene) => upload(scene, 'risks/import/', 'risks.csv', RISKS),
    told: { 'risk.opened': 2 },
  },
  {
    name: 'a template',
    async enter({ ann, project }) {
      const template = (await ann.post('/project-templates/publish/', { project, name: 'Works' })).body
      return ann.post(`/project-templates/${template.id}/apply/`, { project })
    },
    told: { 'task.created': 5 },
  },
  {
    name: 'recurring tasks that a job makes',
    async enter({ ann, project, app }) {
      const task = (await ann.post('/tasks/', { name: 'Weekly', project })).body
      await app.runJobs()
      await app.sql('delete from webhook_deliveries')
      const rule = await ann.post('/recurrence-rules/', {
        task: task.id,
        frequency: 'DAILY',
        interval: 7,
        time_of_day: '00:00',
      })
      const { makeOccurrences } = await import('../../../api/recurrence/make-occurrences.ts')
      await app.services.systemContext((ctx) => makeOccurrences(ctx, project))
      return rule
    },
    told: { 'task.updated': 1, 'task.created': 3 },
  },
  {
    name: 'rows that nobody touched, deleted at once',
    enter: ({ ann, project }) => ann.post('/tasks/delete-untouched-seeded/', { project }),
    told: { 'task.deleted': 7 },
  },
]

t.test('doors', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const program = (await ann.post('/programs/', { name: 'Harbour' })).body.id
  const { id: project } = await makeProject(ann, { program })
  await joinProject(app, project, await app.user('bob'), 100)
  const scene: Scene = { app, ann, project, program, ids: {} }
  const hooks = {
    project: (await ann.post(`/projects/${project}/webhooks/`, HOOK)).body.id as string,
    program: (await ann.post(`/programs/${program}/webhooks/`, HOOK)).body.id as string,
  }
  await app.runJobs()

  async function toldThrough(webhookId: string): Promise<Record<string, number>> {
    const rows = await app.sql<{ event_type: string; count: number }>(
      `select event_type, count(*)::int as count from webhook_deliveries
       where webhook_id = $1 and event_type <> 'schedule.recalculated' group by 1`,
      [webhookId],
    )
    return Object.fromEntries(rows.map(({ event_type, count }) => [event_type, count]))
  }

  for (const { name, enter, told } of DOORS) {
    await t.test(name, async (t) => {
      await app.sql('delete from webhook_deliveries')
      const reply = await enter(scene)
      t.ok(reply.status < 400, reply.text)
      await app.runJobs()
      t.same(await toldThrough(hooks.project), told)
      t.same(await toldThrough(hooks.program), told, 'and its program hears the same')
    })
  }

  await t.test('numbers are without a gap after all that', async (t) => {
    const counts = await app.sql(
      `select w.last_sequence - max(d.sequence_number) as ahead, max(d.sequence_number) - min(d.sequence_number) + 1 - count(*) as gaps
       from webhooks w join webhook_deliveries d on d.webhook_id = w.id group by w.id`,
    )
    for (const row of counts) t.same(row, { ahead: '0', gaps: '0' })
  })

  await t.test('a project that joins tells the program; one of another program does not', async (t) => {
    await app.sql('delete from webhook_deliveries')
    await makeProject(ann, { name: 'Inside', program })
    await makeProject(ann, { name: 'Outside' })
    t.same(await toldThrough(hooks.program), { 'project.created': 1 })
    t.same(await toldThrough(hooks.project), {})
  })
})
