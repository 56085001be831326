import t from 'tap'
import { startApp } from '../../support/start-app.ts'

t.test('a project is created with a derived key and its creator as Owner', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const created = await ann.post('/projects/', { name: 'Website Redesign', start_date: '2026-01-05' })
  t.equal(created.status, 201, created.text)
  t.match(created.body, {
    name: 'Website Redesign',
    code: 'WR',
    start_date: '2026-01-05',
    health: 'AUTO',
    visibility: 'WORKSPACE',
    default_view: 'SCHEDULE',
    estimation_mode: 'open',
    methodology: 'HYBRID',
    effective_methodology: 'HYBRID',
    board_cadence: 'sprint',
    prioritization_model: 'none',
    default_member_role: 100,
    lifecycle: 'active',
    my_role: 400,
    my_role_label: 'Project Admin',
    can_author: true,
    calendar: null,
    calendar_source: 'system_default',
    effective_iteration_label: 'Sprint',
    iteration_label: null,
    status_date: null,
    retired_key_count: 0,
    server_version: 1,
  })
  const events = await app.sql('select socket_name, webhook_name, webhook_payload from outbox_events')
  t.equal(events.length, 1)
  t.match(events[0], { socket_name: 'project_created', webhook_name: 'project.created' })
  t.strictSame(JSON.parse(events[0]?.webhook_payload as string), {
    id: created.body.id,
    name: 'Website Redesign',
    start_date: '2026-01-05',
  })
})
