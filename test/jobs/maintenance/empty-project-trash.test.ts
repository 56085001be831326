import t from 'tap'
import { purgeAll } from '../../../api/operations/retention/purge.ts'
import type { Services } from '../../../api/platform/context.ts'
import { newId } from '../../../api/platform/ids.ts'
import { purgeStatements } from '../../../api/projects/lifecycle/purge-project.queries.ts'
import { auditRows } from '../../api/workspace/workspace-people.ts'
import { makeProject, socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

/** Tables that name a project and outlive it: what was asked, done and published, and what ends by itself. */
const KEPT = ['agent_actions', 'api_token_audit', 'outbox_channels', 'outbox_events', 'socket_presence']

const emptyTrash = (services: Services) => purgeAll(services, { isDryRun: false, stopsAtFailure: false })

t.test('the trash', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')

  t.test('keeps a project to its day, then removes it for good', async (t) => {
    const [old, young, live] = [
      await makeProject(ann, { name: 'Old' }),
      await makeProject(ann, { name: 'Young' }),
      await makeProject(ann, { name: 'Live' }),
    ]
    const task = await ann.post('/tasks/', { name: 'Dig', project: old.id, duration: 2 })
    const mate = await ann.post('/tasks/', { name: 'Fill', project: old.id, duration: 2 })
    await ann.post('/dependencies/', { predecessor: task.body.id, successor: mate.body.id })
    const token = await ann.post(`/projects/${old.id}/api-tokens/`, { name: 'push' })
    for (const { id } of [old, young]) t.equal((await ann.delete(`/projects/${id}/`)).status, 204)
    await app.sql(`update projects set deleted_at = now() - interval '30 days' where id = $1`, [old.id])
    await app.sql(`update projects set deleted_at = now() - interval '29 days 23 hours' where id = $1`, [young.id])
    await emptyTrash(app.services)
    await emptyTrash(app.services)
    const names = await app.sql('select name from projects order by name')
    t.strictSame(names, [{ name: 'Live' }, { name: 'Young' }])
    t.strictSame(await app.sql('select 1 from tasks where project_id = $1', [old.id]), [])
    t.strictSame(await app.sql('select 1 from dependencies'), [])
    t.equal((await socketEvents(app, old.id)).at(-1), 'project_hard_deleted')
    t.match((await auditRows(app, 'projects')).at(-1), {
      event_type: 'project_deleted',
      actor_label: '',
      target_label: 'Old',
      metadata: { mode: 'hard' },
    })
    const push = await app.anonymous.post(
      `/projects/${old.id}/task-sync/`,
      { source: 'jira', external_id: '1' },
      { Authorization: `Bearer ${token.body.token}` },
    )
    t.equal(push.status, 401, 'its tokens are gone with it')
    t.equal((await ann.post('/projects/', { name: 'x', start_date: '2026-01-05', code: old.code })).status, 400)
    t.equal((await ann.post(`/projects/${young.id}/restore/`)).status, 200, 'an hour is left')
    t.equal((await ann.get(`/projects/${live.id}/`)).status, 200)
  })

  t.test(
    'every table that names a project goes or forgets it by its foreign key, is emptied with it, or kept on purpose',
    async (t) => {
      const tables = await app.sql<{ name: string }>(
        `select distinct table_name as name from information_schema.columns c where table_schema = 'public'
         and (column_name ~ '(^|_)(project|task)_id$' or (column_name = 'channel' and data_type = 'uuid'))
         and not exists (select 1 from pg_constraint f where f.conrelid = format('%I', c.table_name)::regclass
           and (f.confrelid in ('projects'::regclass, 'tasks'::regclass) and f.confdeltype in ('c', 'n')
             or f.confrelid = 'baselines'::regclass and f.confdeltype = 'c')) order by 1`,
      )
      const statements = await app.services.systemContext(async (ctx) =>
        purgeStatements(ctx, newId()).map((statement) => statement.compile().sql),
      )
      const isEmptied = (name: string) => statements.some((text) => text.startsWith(`delete from "${name}" where`))
      const isUnchecked = ({ name }: { name: string }) => name === 'dependencies'
      const forgotten = tables.filter(({ name }) => !KEPT.includes(name) && !isEmptied(name))
      t.strictSame(forgotten, [])
      t.ok(tables.some(isUnchecked))
    },
  )
})

t.test('without a limit nothing is removed', async (t) => {
  const app = await startApp(t, { env: { SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS: 'None' } })
  const { id } = await makeProject(app.owner)
  await app.owner.delete(`/projects/${id}/`)
  await app.sql(`update projects set deleted_at = '2020-01-01'`)
  await emptyTrash(app.services)
  t.equal((await app.sql('select 1 from projects')).length, 1)
})
