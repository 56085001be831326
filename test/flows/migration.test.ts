/** A batch migration: three files from three tools come into a project; one was the wrong one and is taken back whole. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { exportOf, item } from '../importers/tracker-xml.ts'
import { startApp } from '../support/start-app.ts'

const HARBOUR = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))
const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

t.test('a migration from three tools', async (t) => {
  const app = await startApp(t)
  const lea = await app.user('lea')
  const made = await lea.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const project = made.body.id as string
  await lea.patch(`/projects/${project}/`, { status_date: '2026-03-02' })
  const bring = async (kind: string, name: string, bytes: string | Buffer) => {
    const accepted = await lea.upload(`/projects/${project}/import/${kind}/`, { name, bytes })
    t.equal(accepted.status, 202, `${name} is taken in and worked on later`)
    await app.runJobs()
    return `/projects/${project}/imports/${accepted.body.import_request_id}/`
  }
  const names = async () => {
    const { body } = await lea.get(`/tasks/?project=${project}&ordering=wbs_path&page_size=500`)
    return body.results.map((task: { name: string }) => task.name) as string[]
  }

  const plan = await bring('planfile', 'harbour.xml', HARBOUR)
  const fromPlan = await names()
  await t.test('the plan of the old tool stands with its tree and dates', async (t) => {
    t.equal((await lea.get(plan)).body.status, 'done')
    t.ok(fromPlan.length > 5, fromPlan.join())
    const { body } = await lea.get(`/tasks/?project=${project}&page_size=500`)
    const rows = body.results as { early_start: string | null; is_phase: boolean; name: string }[]
    t.ok(rows.some((row) => row.is_phase))
    t.same(
      rows.filter((row) => row.early_start === null).map((row) => row.name),
      [],
      'nothing is left without a date',
    )
  })

  const board = await bring(
    'tracker',
    'board.xml',
    exportOf([item('QUAY-1', { inner: '<summary>Old idea</summary>' })]),
  )
  await t.test('the wrong export comes in, is seen, and is taken back', async (t) => {
    t.ok((await names()).includes('Old idea'))
    const undone = await lea.post(`${board}undo/`)
    t.match(undone.body, { status: 'undone', undo: { deleted: 1, kept: 0 } })
    t.same(await names(), fromPlan, 'as if it had never been')
    t.equal((await lea.post(`${board}undo/`)).status, 400, 'once')
  })

  const rows = [
    { external_id: 'h', name: 'Handover' },
    { external_id: 't', name: 'Test load', parent: 'h', duration: 4 },
    { external_id: 's', name: 'Sign off', parent: 'h', duration: 1, predecessors: ['t'] },
  ]
  await t.test('lines from a script are added, and sent again they change and add no twin', async (t) => {
    await bring('ndjson', 'handover.ndjson', lines(rows))
    t.same((await names()).slice(fromPlan.length), ['Handover', 'Test load', 'Sign off'])
    const again = await bring('ndjson', 'handover.ndjson', lines(rows.map((row) => ({ ...row, name: `${row.name}!` }))))
    t.same((await names()).slice(fromPlan.length), ['Handover!', 'Test load!', 'Sign off!'])
    t.match((await lea.get(again)).body.summary, { tasks_created: 0, tasks_updated: 3 })
    t.match(await lea.post(`${again}undo/`), { status: 400, body: { code: 'import_not_undoable' } }, 'it changed rows')
  })

  await t.test('the list of imports tells what became of each', async (t) => {
    const { body } = await lea.get(`/projects/${project}/imports/`)
    const told = (body.results ?? body) as { status: string }[]
    t.same(told.map(({ status }) => status).sort(), ['done', 'done', 'done', 'undone'])
  })
})
