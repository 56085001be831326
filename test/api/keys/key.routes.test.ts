import t from 'tap'
import { deriveKey, numberedKey } from '../../../api/keys/derive-key.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

const NOBODY = '00000000-0000-7000-8000-000000000000'

t.test('keys are derived from names', async (t) => {
  for (const [name, key] of [
    ['Website Redesign', 'WR'],
    ['Apollo', 'APOL'],
    ['Über größe', 'UG'],
    ['2026 Roll-out North', 'RON'],
    ['Phase 12', 'P12'],
    ['Q', 'PRJ'],
    ['日本語', 'PRJ'],
    ['new', 'PRJ'],
    ['a b c d e f g h i j k l m', 'ABCDEFGHIJ'],
  ] as const) {
    t.equal(deriveKey('project', name), key, name)
  }
  for (const [name, key] of [
    ['North Sea -- Wind Farm!', 'north-sea-wind-farm'],
    ['Trash', 'program'],
    ['x'.repeat(60), 'x'.repeat(40)],
    [`${'ab-'.repeat(13)}a b`, `${'ab-'.repeat(13)}a`],
  ] as const) {
    t.equal(deriveKey('program', name), key, name)
  }
  t.equal(numberedKey('project', 'ABCDEFGHIJ', 12), 'ABCDEFGH12')
  t.equal(numberedKey('program', 'x'.repeat(40), 2), `${'x'.repeat(38)}-2`)
})

t.test('keys', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const resolve = (user: typeof ann, ref: string, kind = 'project') =>
    user.get(`/resolve/?kind=${kind}&ref=${encodeURIComponent(ref)}`)
  const check = (user: typeof ann, query: string) => user.get(`/keys/?${query}`)

  t.test('a taken key is numbered when it is derived, and refused when it is chosen', async (t) => {
    const first = await makeProject(ann, { name: 'Data Hub' })
    const second = await makeProject(bob, { name: 'data hub', code: '' })
    const third = await makeProject(ann, { name: 'Data Hub' })
    t.strictSame([first.code, second.code, third.code], ['DH', 'DH2', 'DH3'])
    const refused = await bob.post('/projects/', { name: 'x', start_date: '2026-01-05', code: 'dh' })
    t.strictSame(Object.keys(refused.body), ['code'])
    t.equal((await makeProject(bob, { code: 'mine7' })).code, 'MINE7')
    const programs = [
      await ann.post('/programs/', { name: 'Data Hub' }),
      await bob.post('/programs/', { name: 'Data Hub' }),
    ]
    t.strictSame(
      programs.map((answer) => answer.body.code),
      ['data-hub', 'data-hub-2'],
    )
    t.equal((await ann.post('/programs/', { name: 'x', code: 'DH' })).body.code, 'dh', 'kinds do not share keys')
  })

  t.test('concurrent creations of one name all succeed with different keys', async (t) => {
    const made = await Promise.all(Array.from({ length: 6 }, () => makeProject(ann, { name: 'Same Time' })))
    t.equal(new Set(made.map((project) => project.code)).size, 6)
  })

  t.test('a renamed project answers to its former keys, which nobody else can take', async (t) => {
    const { id } = await makeProject(ann, { code: 'OLD' })
    const renamed = await ann.patch(`/projects/${id}/`, { code: 'fresh' })
    t.match(renamed.body, { code: 'FRESH', retired_key_count: 1, server_version: 2 })
    for (const ref of ['old', 'Fresh', id]) {
      t.strictSame((await resolve(ann, ref)).body, {
        type: 'project',
        id,
        project_id: id,
        program_id: null,
        key: 'FRESH',
        canonical_ref: 'FRESH',
      })
    }
    const other = await makeProject(ann)
    t.strictSame(Object.keys((await ann.patch(`/projects/${other.id}/`, { code: 'OLD' })).body), ['code'])
    t.match((await ann.patch(`/projects/${id}/`, { code: 'OLD' })).body, { code: 'OLD', retired_key_count: 1 })
    t.match((await ann.patch(`/projects/${id}/`, { code: 'old' })).body, { code: 'OLD', server_version: 3 })
    t.strictSame(Object.keys((await ann.patch(`/projects/${id}/`, { code: ' ' })).body), ['code'])
  })

  t.test('at most ten keys are retired', async (t) => {
    const { id } = await makeProject(ann, { code: 'K0' })
    for (let number = 1; number <= 10; number++) {
      t.equal((await ann.patch(`/projects/${id}/`, { code: `K${number}` })).status, 200)
    }
    t.match(await ann.patch(`/projects/${id}/`, { code: 'K11' }), { status: 400, body: { code: [/10 times/] } })
    t.match((await ann.patch(`/projects/${id}/`, { code: 'K3' })).body, { code: 'K3', retired_key_count: 10 })
    t.equal((await resolve(ann, 'k0')).body.key, 'K3')
  })

  t.test('a task is found by any key of its project and its number', async (t) => {
    const { id } = await makeProject(ann, { code: 'TT' })
    const [task] = await app.sql<{ id: string }>(
      `insert into tasks (id, project_id, number, name) values (gen_random_uuid(), $1, 8, 'Eight') returning id`,
      [id],
    )
    await ann.patch(`/projects/${id}/`, { code: 'TTT' })
    for (const ref of ['tt-t-8', 'TTT-T-8', ' TTT-T-08 ']) {
      t.match((await resolve(ann, ref)).body, { type: 'task', id: task?.id, key: 'TTT', canonical_ref: 'TTT-T-8' })
    }
    await app.sql('update projects set code = $2 where id = $1', [id, 'WEB-T-8'])
    await app.sql(`insert into issued_keys (kind, folded_key, object_id) values ('project', 'web-t-8', $1)`, [id])
    t.match((await resolve(ann, 'WEB-T-8')).body, { type: 'project', id }, 'an older key with hyphens comes first')
  })

  t.test('absent, hidden and deleted answer alike', async (t) => {
    const { id } = await makeProject(ann, { code: 'HID' })
    const absent = await resolve(bob, 'NOPE')
    t.match(absent, { status: 404, body: { detail: 'Not found.' } })
    await app.sql(
      `insert into tasks (id, project_id, number, name, is_deleted) values (gen_random_uuid(), $1, 1, 'x', true)`,
      [id],
    )
    const answers = [
      await resolve(bob, 'HID'),
      await resolve(bob, id),
      await resolve(bob, 'HID-T-1'),
      await resolve(ann, 'HID-T-1'),
      await resolve(ann, 'HID-SP-1'),
      await resolve(ann, 'HID-R-1'),
      await resolve(ann, 'HID-X-1'),
      await resolve(ann, 'HID-T-99999999999999999999'),
      await resolve(ann, 'HID', 'program'),
      await resolve(ann, '%'),
      await check(bob, `kind=project&key=ANY&object_id=${id}`),
      await check(ann, `kind=project&key=ANY&object_id=${NOBODY}`),
    ]
    for (const answer of answers) t.strictSame([answer.status, answer.body], [404, absent.body])
    await ann.delete(`/projects/${id}/`)
    t.equal((await resolve(ann, 'HID')).status, 404)
    t.equal((await resolve(ann, 'HID', 'team')).status, 400)
    t.equal((await ann.get('/resolve/?kind=project')).status, 400)
    t.equal((await app.anonymous.get('/resolve/?kind=project&ref=HID')).status, 401)
  })

  t.test('a program is found by its members', async (t) => {
    const program = (await ann.post('/programs/', { name: 'Offshore', code: 'offshore' })).body
    await ann.patch(`/programs/${program.id}/`, { code: 'off-shore' })
    t.strictSame((await resolve(ann, 'OFFSHORE', 'program')).body, {
      type: 'program',
      id: program.id,
      project_id: null,
      program_id: program.id,
      key: 'off-shore',
      canonical_ref: 'off-shore',
    })
    t.equal((await resolve(bob, 'off-shore', 'program')).status, 404)
    const { id } = await makeProject(ann, { program: program.id, code: 'INPROG' })
    await joinProject(app, id, bob, 1)
    t.equal((await resolve(bob, 'INPROG')).body.program_id, program.id)
  })

  t.test('a key is judged before it is sent, and a free one suggested', async (t) => {
    const { id } = await makeProject(ann, { code: 'JUDGE' })
    t.strictSame((await check(bob, 'kind=project&name=Jungle+Unit')).body, { suggestion: 'JU' })
    const judge = async (query: string) => (await check(ann, query)).body
    t.strictSame(await judge('kind=project&key=free1'), { available: true, reason: null, suggestion: null })
    t.strictSame(await judge('kind=project&key=judge'), { available: false, reason: 'taken', suggestion: 'JUDGE2' })
    t.strictSame(await judge(`kind=project&key=judge&object_id=${id}`), {
      available: true,
      reason: null,
      suggestion: null,
    })
    t.match(await judge('kind=project&key=trash'), { available: false, reason: 'reserved' })
    t.match(await judge(`kind=program&key=${NOBODY}`), { available: false, reason: 'reserved' })
    t.strictSame(await judge('kind=project&key=9-lives+left'), {
      available: false,
      reason: 'invalid',
      suggestion: 'LL',
    })
    t.strictSame(await judge('kind=program&key=Bad_Slug'), {
      available: false,
      reason: 'invalid',
      suggestion: 'bad-slug',
    })
    t.strictSame(Object.keys((await check(ann, 'kind=project')).body), ['non_field_errors'])
    t.equal((await check(ann, 'kind=project&key=A&object_id=x')).status, 400)
  })
})

t.test('lookups are limited to 120 a minute', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_RATE_LIMIT_DISABLE_ACK: '' } })
  const ann = await app.user('ann')
  const statuses: number[] = []
  for (let count = 0; count < 121; count++) {
    const path = count % 2 === 0 ? '/keys/?kind=project&name=x' : '/resolve/?kind=project&ref=x'
    statuses.push((await ann.get(path)).status)
  }
  t.notOk(statuses.slice(0, 120).includes(429))
  t.equal(statuses[120], 429)
  const refused = await ann.get('/keys/?kind=project&name=x')
  t.match(refused.headers.get('retry-after'), /^\d+$/)
})
