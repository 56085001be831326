import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'

const SHEET = `ID,Title,P,Impact,Status,Category,Response,Owner,Mitigation due date,Trigger,Severity
R-9,Flood,4,5,mitigating,Project management,avoid,grace,"Jan 5, 2026",Rain,99
,Ants,,2,gone,Weather,nothing,nobody,soon,,
,,3,3,,,,,,,
,Wind,6,1,,,,,,,
`

t.test('a register read from a file', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const member = await project.member(100, 'grace')
  const viewer = await project.member(1)
  const path = `/projects/${project.id}/risks/import/`
  const send = (bytes: string, user: TestUser = member) => user.upload(path, { name: 'risks.csv', bytes })
  const stored = () => app.sql('select * from risks order by number')

  await t.test('stores what can be stored and says of each other cell why not', async (t) => {
    const answer = await send(SHEET)
    t.equal(answer.status, 200, answer.text)
    const { imported, skipped, errors, warnings } = answer.body
    t.same([imported, skipped], [2, 2])
    const places = (issues: { row: number; field: string }[]) => issues.map(({ row, field }) => `${row} ${field}`)
    t.same(places(errors), ['4 title', '5 probability'])
    t.same(places(warnings), [
      '3 probability',
      '3 status',
      '3 category',
      '3 response',
      '3 mitigation_due_date',
      '3 owner',
    ])
    t.match(await stored(), [
      {
        number: 1,
        title: 'Flood',
        severity: 20,
        status: 'MITIGATING',
        category: 'PROJECT_MANAGEMENT',
        response: 'AVOID',
        owner_id: member.account.id,
        created_by_id: member.account.id,
        mitigation_due_date: '2026-01-05',
        trigger: 'Rain',
      },
      { number: 2, title: 'Ants', severity: 2, status: 'OPEN', category: null, owner_id: null },
    ])
  })

  await t.test('one event tells of all, and no webhook', async (t) => {
    const ids = (await stored()).map((row) => (row as { id: string }).id)
    t.same(await framesOf(app, 'risks_imported'), [{ count: 2, ids }])
    t.same(await framesOf(app, 'risk_created'), [])
    t.same(await webhooksOf(app, 'risk.opened'), [])
    t.match((await member.post(`/projects/${project.id}/risks/`, { title: 'N', probability: 1, impact: 1 })).body, {
      short_id_display: 'R-003',
    })
  })

  await t.test('a file that is no register is refused as a whole', async (t) => {
    const before = await stored()
    const rows = (count: number) => `Title,P,I\n${'Row,1,1\n'.repeat(count)}`
    for (const bytes of ['', 'Name,P,I\nFlood,1,1\n', rows(501)]) {
      const refused = await send(bytes)
      t.same([refused.status, Object.keys(refused.body)], [400, ['detail']], bytes.slice(0, 30))
    }
    t.equal((await member.post(path, {})).status, 415)
    t.equal((await send(`Title\n${'x'.repeat(2_100_000)}`)).status, 413)
    t.equal((await send(SHEET, viewer)).status, 403)
    t.same(await stored(), before)
    t.match((await send(rows(500))).body, { imported: 500, skipped: 0 })
  })

  await t.test('odd text is taken as text', async (t) => {
    const answer = await send(`title;p;i;description\n=cmd();1;1;a\u0000b\n${'x'.repeat(600)};1;1;ü\n`)
    t.match(answer.body, { imported: 2, warnings: [{ row: 3, field: 'title' }] })
  })
})
