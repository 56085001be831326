import t from 'tap'
import { startApp } from '../../support/start-app.ts'

t.test('the migrations build exactly the tables of the entities', async (t) => {
  const app = await startApp(t)
  const statements = await app.services.orm.schema.getUpdateSchemaSQL({ wrap: false })
  t.equal(statements.trim(), '', 'run `npm run migration -- <name>` after changing an entity')
})
