import t from 'tap'
import '../../../api/server/entities.ts'
import { historyTables, historyTriggers } from '../../../api/platform/db/kept-history.ts'
import { startApp } from '../../support/start-app.ts'

t.test('the triggers of a database know every column that a table has', async (t) => {
  const app = await startApp(t)
  for (const table of historyTables()) {
    const columns = await app.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position`,
      [table],
    )
    for (const { name, expression } of historyTriggers(
      table,
      columns.map((column) => column.name),
    )) {
      const [stored] = await app.sql<{ body: string }>(`select prosrc as body from pg_proc where proname = $1`, [
        `${table}_${name}_fn`,
      ])
      const body = expression.split('$$')[1] ?? ''
      t.ok(stored, `${table} has ${name}`)
      const missing = [...new Set(body.match(/new\."\w+"/g))].filter((column) => !stored?.body.includes(column))
      t.strictSame(missing, [], `${table}: a migration makes function and trigger ${name} anew for these columns`)
    }
  }
})
