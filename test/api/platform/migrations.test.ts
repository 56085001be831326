import pino from 'pino'
import t from 'tap'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { entities } from '../../../api/server/entities.ts'
import { testDatabase } from '../../support/database.ts'

t.test('the migrations build exactly the tables of the entities', async (t) => {
  const database = await testDatabase()
  t.teardown(() => database.drop())
  const orm = await openOrm(database.url, pino({ level: 'silent' }), { entities })
  t.teardown(() => orm.close(true))
  const statements = await orm.schema.getUpdateSchemaSQL({ wrap: false })
  t.equal(statements.trim(), '', 'run `npm run migration -- <name>` after changing an entity')
})
