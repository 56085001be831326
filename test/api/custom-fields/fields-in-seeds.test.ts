import t from 'tap'
import { importSeed, smallSeed } from '../../support/seeds.ts'
import { startApp } from '../../support/start-app.ts'

t.test('fields of a project’s own in program seeds', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  // biome-ignore lint/suspicious/noExplicitAny: a document of every shape.
  const withFields = (fields: object[], values: object): any => {
    const seed = smallSeed()
    seed.accounts = [
      { slug: 'ann', username: 'ann' },
      { slug: 'bob', username: 'bob' },
    ]
    Object.assign(seed.projects[0], { custom_fields: fields })
    seed.projects[0].tasks[1].custom_fields = values
    return seed
  }
  const zone = { slug: 'zone', name: 'Zone', field_type: 'SINGLE_SELECT', options: [{ value: 'n' }, { value: 's' }] }
  const kinds = [
    zone,
    { slug: 'gear', name: 'Gear', field_type: 'MULTI_SELECT', options: [{ value: 'saw' }] },
    { slug: 'cost', name: 'Cost', field_type: 'NUMBER' },
    { slug: 'day', name: 'Day', field_type: 'DATE' },
    { slug: 'safe', name: 'Safe', field_type: 'BOOLEAN' },
    { slug: 'note', name: 'Note', field_type: 'TEXT' },
    { slug: 'warden', name: 'Warden', field_type: 'USER' },
  ]

  await t.test('show as if they had been written by hand', async (t) => {
    const values = { zone: 's', gear: ['saw', 'saw'], cost: 2.5, day: '2026-05-01', safe: false, warden: 'ann' }
    const job = await importSeed(app, ann, withFields(kinds, values))
    t.equal(job.status, 'success', job.error_detail)
    const [project] = (await ann.get(`/programs/${job.program}/projects/`)).body.results ?? []
    const projects = (await ann.get('/projects/?search=Track')).body.results
    const id = project?.id ?? projects[0].id
    const fields = (await ann.get(`/projects/${id}/fields/`)).body
    t.match(fields[0], { name: 'Zone', order: 1, options: [{ value: 'n', label: 'n', color: null }, { value: 's' }] })
    const idOf = (name: string) => fields.find((one: { name: string }) => one.name === name).id
    const tasks = (await ann.get(`/tasks/?project=${id}&search=Dig`)).body.results
    t.match(tasks[0].custom_fields, {
      [idOf('Zone')]: 's',
      [idOf('Gear')]: ['saw'],
      [idOf('Cost')]: 2.5,
      [idOf('Day')]: '2026-05-01',
      [idOf('Safe')]: false,
      [idOf('Warden')]: { id: ann.account.id },
    })
    const path = `/projects/${id}/tasks/${tasks[0].id}/field-values/${idOf('Zone')}/`
    t.equal((await ann.put(path, { value: 'n' })).status, 200)
  })

  await t.test('an option that is gone and people unknown here are said, not lost silently', async (t) => {
    const seed = withFields(kinds, { warden: 'bob', zone: 'n' })
    seed.program.slug = 'second'
    const job = await importSeed(app, ann, seed)
    t.match(job.result_summary.left_out.join('; '), '1 people other than yourself in custom fields')
    const id = (await app.sql<{ id: string }>('select id from projects where program_id = $1 order by code', [
      job.program,
    ])) as { id: string }[]
    const [track] = await app.sql<{ project_id: string; id: string }>(
      `select project_id, id from custom_fields where name = 'Zone' and project_id = any($1)`,
      [id.map((row) => row.id)],
    )
    const path = `/projects/${track?.project_id}/fields/${track?.id}/`
    t.equal((await ann.patch(path, { options: [{ value: 's' }] })).status, 200)
    const document = JSON.parse((await ann.get(`/programs/${job.program}/export/`)).text)
    t.notMatch(JSON.stringify(document.projects), '"custom_fields":{')
  })

  await t.test('days count from the anchor where the version has it', async (t) => {
    const seed = withFields(kinds, { day: 'A+1!' })
    Object.assign(seed, { schema_version: '2.0', anchor: '2026-05-01' })
    seed.program.slug = 'third'
    const job = await importSeed(app, ann, seed)
    t.equal(job.status, 'success', job.error_detail)
    const days = await app.sql<{ value: string }>(`select v.value from task_field_values v join custom_fields f
      on f.id = v.field_id and f.name = 'Day' where v.value <> '"2026-05-01"'`)
    t.same(days, [{ value: '2026-05-02' }])
  })

  await t.test('what they cannot hold is refused at its place', async (t) => {
    const cases: [fields: object[], values: object, place: RegExp][] = [
      [kinds, { zone: 'west' }, /custom_fields\.zone: Must be an option/],
      [kinds, { gear: 'saw' }, /custom_fields\.gear: Must be a list of options/],
      [kinds, { cost: 1e15 }, /custom_fields\.cost: Must be a number/],
      [kinds, { day: 'A+1' }, /custom_fields\.day: Must be a date/],
      [kinds, { safe: 'yes' }, /custom_fields\.safe: Must be true or false/],
      [kinds, { note: 3 }, /custom_fields\.note: Must be a text/],
      [kinds, { warden: 'eve' }, /custom_fields\.warden: Must be an account/],
      [kinds, { colour: 'red' }, /custom_fields\.colour: The document holds no custom field "colour"/],
      [[zone, { ...zone, slug: 'other', name: 'ZONE' }], {}, /custom_fields\[1\]\.name: "ZONE" is used twice/],
      [[{ ...zone, options: undefined }], {}, /custom_fields\[0\]\.options/],
      [[{ slug: 'note', name: 'Note', field_type: 'TEXT', options: [{ value: 'n' }] }], {}, /\[0\]\.options/],
      [[{ ...zone, options: [{ value: 'n' }, { value: 'n' }] }], {}, /options\[1\]\.value: "n" is used twice/],
    ]
    for (const [fields, values, place] of cases) {
      const { body } = await ann.post('/programs/import/validate/', withFields(fields, values))
      t.match(body, { valid: false }, String(place))
      t.match((body.errors ?? []).join('\n'), place)
    }
  })
})
