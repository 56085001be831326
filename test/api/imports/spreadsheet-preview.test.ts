/**
 * The preview as clients read it: rows of cells, fields to choose from, the dates row by row and both readings where the
 * file shows neither. Its published schema is closed, so that every field of it is named; it had been a loose object, and
 * no test had looked at what stands in it.
 */
import t from 'tap'
import { day, workbook } from '../../importers/read-sheet.ts'
import { startApp } from '../../support/start-app.ts'

const AMBIGUOUS = `ID,Name,Start,Finish,Start,Done,Label,Tags,Colour
1,Design,03/04/2026,05/04/2026,x,40,a,b,red
2,Build,,someday,,,,,
3,,04/05/2026,,,,,,
4,Paint,,,,12.5%,,,
`

async function setUp(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t)
  const project = (await app.owner.post('/projects/', { name: 'Pier', start_date: '2026-01-05' })).body.id
  const path = `/projects/${project}/import/csv/`
  const file = { name: 'pier.csv', bytes: AMBIGUOUS }
  const preview = async (fields: Record<string, string> = {}, bytes = AMBIGUOUS) => {
    const { status, body, text } = await app.owner.upload(`${path}preview/`, { ...file, bytes }, fields)
    if (status !== 200) throw new Error(text)
    return body
  }
  return { app, project, path, file, preview }
}

t.test('columns, cells and the fields to choose from', async (t) => {
  const { preview } = await setUp(t)
  const body = await preview()
  t.strictSame(body.headers, ['ID', 'Name', 'Start', 'Finish', 'Start', 'Done', 'Label', 'Tags', 'Colour'])
  t.strictSame(body.sample_rows, [
    ['1', 'Design', '03/04/2026', '05/04/2026', 'x', '40', 'a', 'b', 'red'],
    ['2', 'Build', '', 'someday', '', '', '', '', ''],
    ['3', '', '04/05/2026', '', '', '', '', '', ''],
    ['4', 'Paint', '', '', '', '12.5%', '', '', ''],
  ])
  const told = body.columns.map((column: { field: string; confidence: string }) => [column.field, column.confidence])
  t.strictSame(told.slice(2, 5), [
    ['start', 'exact'],
    ['finish', 'exact'],
    [null, 'duplicate'],
  ])
  t.strictSame(told.slice(6), [
    ['labels', 'exact'],
    ['labels', 'exact'],
    [null, 'none'],
  ])
  t.strictSame(body.available_fields[2], { field: 'name', label: 'Task name', required: true, multi: false })
  const fields = body.available_fields as { field: string; label: string; required: boolean; multi: boolean }[]
  t.strictSame(
    fields.filter(({ required }) => required).map(({ field }) => field),
    ['name'],
  )
  t.strictSame(
    fields.filter(({ multi }) => multi).map(({ field }) => field),
    ['predecessors', 'labels'],
  )
  for (const { field, label } of fields) t.ok(label !== '' && field !== '', field)
  const mapped = await preview({ column_map: JSON.stringify({ Colour: 'name', Name: '' }) })
  t.match(mapped.columns.at(-1), { field: 'name', confidence: 'override' }, 'each of them is taken in a map')
})

t.test('dates row by row, and both readings of a file that shows neither', async (t) => {
  const { preview } = await setUp(t)
  const body = await preview()
  t.match(body, { date_order: 'auto', date_order_resolved: 'mdy', date_order_auto: 'mdy', date_order_ambiguous: true })
  t.match(body, { date_order_evidence: null, date_order_has_columns: true, values_matched: 3, values_failed: 1 })
  t.strictSame(body.date_preview, [
    {
      row: 2,
      name: 'Design',
      raw_start: '03/04/2026',
      raw_finish: '05/04/2026',
      start: '2026-03-04',
      finish: '2026-05-04',
      duration_days: 44,
      unreadable: false,
    },
    {
      row: 3,
      name: 'Build',
      raw_start: '',
      raw_finish: 'someday',
      start: null,
      finish: null,
      duration_days: null,
      unreadable: true,
    },
    {
      row: 4,
      name: '',
      raw_start: '04/05/2026',
      raw_finish: '',
      start: '2026-04-05',
      finish: null,
      duration_days: null,
      unreadable: false,
    },
  ])
  const sample = { sample_row: 2, sample_name: 'Design', sample_raw_start: '03/04/2026' }
  const tally = { values_matched: 3, values_failed: 1, rows_unparseable: 1 }
  t.strictSame(body.date_order_readings, [
    { order: 'mdy', ...sample, start: '2026-03-04', finish: '2026-05-04', duration_days: 44, ...tally },
    { order: 'dmy', ...sample, start: '2026-04-03', finish: '2026-04-05', duration_days: 1, ...tally },
  ])
})

t.test('what the file shows is told whatever was asked for', async (t) => {
  const { preview } = await setUp(t)
  const sheet = (start: string) => `Name,Start\nA,${start}\n`
  const facts = async (start: string, order: string) => {
    const body = await preview({ date_order: order }, sheet(start))
    t.ok(Array.isArray(body.date_order_readings))
    return [body.date_order_auto, body.date_order_resolved, body.date_order_ambiguous, body.date_order_readings.length]
  }
  t.strictSame(await facts('2026-04-13', 'auto'), ['iso', 'iso', false, 0])
  t.strictSame(await facts('13/04/2026', 'auto'), ['dmy', 'dmy', false, 0])
  t.strictSame(await facts('04/13/2026', 'auto'), ['mdy', 'mdy', false, 0])
  t.strictSame(await facts('13/04/2026', 'mdy'), ['dmy', 'mdy', false, 0])
  t.strictSame(await facts('03/04/2026', 'dmy'), ['mdy', 'dmy', false, 0])
  t.strictSame(await facts('03/04/2026', 'auto'), ['mdy', 'mdy', true, 2])
})

t.test('a percent without a start is kept, in the preview’s plan and in the tasks', async (t) => {
  const { app, project, path } = await setUp(t)
  const bytes =
    'Name,Done,Start\nHalf,50%,\nFraction,0.4,\nStarted,30,2026-02-02\nAll,100,\nNone,0,\nPhase,70,\n  Part,20,\n'
  const queued = await app.owner.upload(path, { name: 'done.csv', bytes })
  t.equal(queued.status, 202)
  await app.runJobs()
  const summary = (await app.owner.get(`${path}${queued.body.import_request_id}/`)).body.summary
  const codes = summary.row_errors.map((problem: { code: string }) => problem.code)
  t.notOk(codes.includes('percent_dropped'), `nothing is said to be dropped: ${codes}`)
  const tasks = (await app.owner.get(`/tasks/?project=${project}`)).body.results
  const told = tasks.map((task: Record<string, unknown>) => [task.name, task.percent_complete, task.status])
  t.strictSame(told, [
    ['Half', 50, 'IN_PROGRESS'],
    ['Fraction', 40, 'IN_PROGRESS'],
    ['Started', 30, 'IN_PROGRESS'],
    ['All', 100, 'COMPLETE'],
    ['None', 0, 'NOT_STARTED'],
    ['Phase', 20, told[5][2]],
    ['Part', 20, 'IN_PROGRESS'],
  ])
})

t.test('the row of the header is found, told, and overridden by header_row', async (t) => {
  const { app, path, file, preview } = await setUp(t)
  const text = 'Pier plan,,\nClient,Kiel,\nTask,Days,Owner\nDig,3,Ana\n'
  const body = await preview({}, text)
  t.strictSame(body.headers, ['Task', 'Days', 'Owner'])
  t.match(body.warnings[0], /^Line 3 is taken for the header row; 2 filled lines above it are not imported\.$/)
  t.equal((await preview({ header_row: '3' }, text)).warnings.length, body.warnings.length - 1)
  for (const header_row of ['0', 'x', '1.5']) {
    const refused = await app.owner.upload(`${path}preview/`, { ...file, bytes: text }, { header_row })
    t.equal(refused.status, 400)
    t.ok(refused.body.header_row ?? refused.body.errors?.header_row, refused.text)
  }
  t.not((await app.owner.upload(`${path}preview/`, { ...file, bytes: text }, { header_row: '99' })).status, 200)
})

t.test('the sheet of a workbook is chosen by its name', async (t) => {
  const { app, project, path } = await setUp(t)
  const bytes = await workbook((book) => {
    for (const [name, task] of [
      ['Quay', 'Dig'],
      ['Pier', 'Drive piles'],
    ] as const)
      book.addWorksheet(name).addRows([
        ['Task', 'Start'],
        [task, day('2026-03-16')],
      ])
  })
  const file = { name: 'works.xlsx', bytes }
  const preview = (fields: Record<string, string>) => app.owner.upload(`${path}preview/`, file, fields)
  t.strictSame((await preview({})).body.sample_rows[0][0], 'Dig')
  t.strictSame((await preview({ sheet: 'Pier' })).body.sample_rows[0][0], 'Drive piles')
  const refused = await preview({ sheet: 'Wharf' })
  t.equal(refused.status, 400, refused.text)
  t.match(refused.text, /Quay.*Pier/, 'what it has is said')
  t.equal((await app.owner.upload(path, file, { sheet: 'Pier' })).status, 202)
  await app.runJobs()
  const tasks = (await app.owner.get(`/tasks/?project=${project}`)).body.results
  t.strictSame(
    tasks.map(({ name }: { name: string }) => name),
    ['Drive piles'],
  )
})

t.test('the last line of the plan and what heads rows are said by whoever knows better', async (t) => {
  const { app, project, path } = await setUp(t)
  const bytes = 'Task,,Days\nHouse,,\n Walls,Ann,4\n Roof,Bob,2\nNotes,,9\n'
  const asked = { last_row: '4', outline: 'none', column_map: '{"@B": "assignee"}' }
  const sent = (fields: Record<string, string>) => app.owner.upload(path, { name: 'house.csv', bytes }, fields)
  const wrong = [
    ['last_row', '-1'],
    ['last_row', 'end'],
    ['outline', 'italic'],
  ] as const
  for (const [field, text] of wrong) {
    const refused = await sent({ [field]: text })
    t.equal(refused.status, 400, refused.text)
    t.ok(refused.body[field] ?? refused.body.errors?.[field], refused.text)
  }
  t.equal((await sent(asked)).status, 202)
  await app.runJobs()
  const tasks = (await app.owner.get(`/tasks/?project=${project}`)).body.results
  t.strictSame(
    tasks.map(({ name, parent_id }: Record<string, unknown>) => [name, parent_id]),
    [
      ['House', null],
      ['Walls', null],
      ['Roof', null],
    ],
  )
})
