/** Who edits while a file is imported and gets a turn in time, edits what the import left. */
import pg from 'pg'
import t from 'tap'
import { lockHashSql } from '../../../api/platform/db/advisory-locks.ts'
import { testDatabase } from '../../support/database.ts'
import { startApp } from '../../support/start-app.ts'

t.setTimeout(180_000)

t.test('an edit that waited for an import sees what it wrote', async (t) => {
  const database = await testDatabase()
  const { owner } = await startApp(t, { database })
  const project = (await owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id
  const { id: task, server_version: version } = (await owner.post('/tasks/', { project, name: 'Piles' })).body
  const importer = new pg.Client({ connectionString: database.url })
  await importer.connect()
  t.teardown(() => importer.end().catch(() => undefined))
  await importer.query('begin')
  await importer.query(`select pg_advisory_xact_lock(${lockHashSql('importIntoProject', '$1::text')})`, [project])
  await importer.query(`update tasks set name = 'Beams', server_version = server_version + 1 where id = $1`, [task])
  const edited = owner.patch(`/tasks/${task}/`, { name: 'Beams' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await importer.query('commit')
  t.match(
    await edited,
    { status: 200, body: { name: 'Beams', server_version: version + 1 } },
    'there is nothing to change',
  )
})
