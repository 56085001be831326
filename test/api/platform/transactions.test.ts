import t from 'tap'
import { inTransaction, sqlState } from '../../../api/platform/db/transaction.ts'
import { startApp } from '../../support/start-app.ts'

const ROW = `insert into custom_fields (id, project_id, name, folded_name, field_type)
  values (gen_random_uuid(), gen_random_uuid(), 'Dock', 'dock', 'TEXT')`

t.test('work that names a row deleted meanwhile runs again, and so finds it gone', async (t) => {
  const app = await startApp(t)
  let attempts = 0
  const answer = await inTransaction(app.services.orm.em, async (em) => {
    attempts += 1
    if (attempts === 1) await em.execute(ROW)
    return 'gone'
  })
  t.equal(answer, 'gone')
  t.equal(attempts, 2)
})

t.test('work that names a row which never was ends in the error, after the second attempt', async (t) => {
  const app = await startApp(t)
  let attempts = 0
  const failed = await inTransaction(app.services.orm.em, async (em) => {
    attempts += 1
    await em.execute(ROW)
  }).catch((error: unknown) => sqlState(error))
  t.equal(failed, '23503')
  t.equal(attempts, 2)
})
