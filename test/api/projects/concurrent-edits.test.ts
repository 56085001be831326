import t from 'tap'
import { patchProjectBody } from '../../../api/projects/project.schema.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

const from = (version: number) => ({ 'X-Base-Version': String(version) })

/** Only at creation, by an act of its own, or a word about the write itself. */
const NOT_EDITED = ['copy_settings_from', 'inherit_program_defaults', 'lifecycle', 'base_version']

/** Two values of every setting: the one somebody else chooses meanwhile, and the one of the stale edit. */
async function valuesOf(
  app: TestApp,
  ann: TestUser,
  bob: TestUser,
): Promise<Record<string, readonly [unknown, unknown]>> {
  const program = async (name: string) => (await ann.post('/programs/', { name })).body.id
  const calendar = async (name: string) => (await app.owner.post('/calendars/', { name })).body.id
  const flags = ['show_reporting', 'show_time_tracking', 'show_baselines', 'show_monte_carlo', 'public_sharing']
  const more = [
    'allow_guests',
    'mc_history_enabled',
    'attachments_enabled',
    'mcp_enabled',
    'sprint_picker_ready_only_default',
  ]
  return {
    ...Object.fromEntries([...flags, ...more].map((field) => [field, [true, false]])),
    name: ['Bridge', 'Tunnel'],
    description: ['long', 'short'],
    start_date: ['2026-01-12', '2026-01-19'],
    status_date: ['2026-02-02', '2026-02-03'],
    calendar: [await calendar('one'), await calendar('two')],
    program: [await program('East'), await program('West')],
    code: ['BRIDGE', 'TUNNEL'],
    health: ['AT_RISK', 'CRITICAL'],
    visibility: ['PRIVATE', 'WORKSPACE'],
    timezone: ['Europe/Vienna', 'Asia/Tokyo'],
    default_view: ['BOARD', 'TABLE'],
    lead: [ann.account.id, bob.account.id],
    estimation_mode: ['pm_only', 'suggest_approve'],
    board_cadence: ['continuous', 'sprint'],
    stale_task_threshold_days: [3, 9],
    end_date_shift_threshold_days: [3, 9],
    prioritization_model: ['wsjf', 'rice'],
    default_member_role: [1, 200],
    methodology: ['WATERFALL', 'AGILE'],
    task_duration_change_percent_policy: ['prorate', 'confirm'],
    estimation_scale: ['tshirt', 'linear'],
    iteration_label: ['Lap', 'Round'],
    mc_history_retention_cap: [10, 20],
    mc_history_attribution_audience: ['scheduler_plus', 'none'],
    allowed_attachment_types: [['image/png'], ['text/csv']],
  }
}

t.test('a stale edit of any setting that was changed meanwhile is a conflict', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const values = await valuesOf(app, ann, bob)
  const fields = Object.keys(patchProjectBody.shape).filter((field) => !NOT_EDITED.includes(field))
  t.strictSame(fields.sort(), Object.keys(values).sort(), 'every field is tried')
  for (const [field, [theirs, mine]] of Object.entries(values)) {
    const project = await makeProject(ann)
    await joinProject(app, project.id, bob, 400)
    const at = `/projects/${project.id}/`
    const first = await ann.patch(at, { [field]: theirs })
    t.equal(first.status, 200, `${field}: ${first.text.slice(0, 200)}`)
    const stale = await ann.patch(at, { [field]: mine, name: 'Website Redesign' }, from(1))
    t.match(
      stale,
      {
        status: 409,
        body: { code: 'sync_conflict', conflict_fields: field === 'name' ? ['name'] : [field], server_version: 2 },
      },
      `${field}: ${stale.text.slice(0, 300)}`,
    )
    if (field !== 'name') t.strictSame(stale.body.server_value, { [field]: first.body[field] })
    if (field !== 'name') t.strictSame(stale.body.client_value, { [field]: mine })
    t.equal((await ann.patch(at, { [field]: theirs }, from(1))).status, 200, `${field}: as it stands stored`)
    const other = field === 'description' ? 'timezone' : 'description'
    const merged = await ann.patch(at, { [other]: other === 'timezone' ? 'UTC' : 'x' }, from(1))
    t.equal(merged.headers.get('x-merged-concurrent-fields'), field)
  }
})

t.test('what others did to a project is met by its settings too', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const project = await makeProject(ann)
  const at = `/projects/${project.id}/`
  await ann.post('/tasks/', { project: project.id, name: 'Early', planned_start: '2025-12-01' })
  const stale = await ann.patch(at, { start_date: '2026-01-12' }, from(1))
  t.match(stale, {
    status: 409,
    body: { conflict_fields: ['start_date'], server_value: { start_date: '2025-12-01' } },
  })
  const put = await ann.put(at, { name: 'Bridge', start_date: '2025-12-01' }, from(1))
  t.match(put, { status: 200, body: { name: 'Bridge' } })
  t.equal(put.headers.get('x-merged-concurrent-fields'), 'start_date')
  const both = await Promise.all(
    ['one', 'two'].map((name) => ann.patch(at, { name, base_version: put.body.server_version })),
  )
  t.strictSame(both.map((answer) => answer.status).sort(), [200, 409])
})
