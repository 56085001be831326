import t from 'tap'
import '../../../api/server/entities.ts'
import { declaredTables, referencesOf } from '../../../api/platform/db/references.ts'
import { startApp } from '../../support/start-app.ts'

t.test('every column that names a row', async (t) => {
  const app = await startApp(t)
  const columns = await app.sql<{ table: string; column: string; has_key: boolean }>(
    `select c.table_name as table, c.column_name as column, exists (select 1 from pg_constraint f
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
       where f.contype = 'f' and f.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name) as has_key
     from information_schema.columns c where c.table_schema = 'public' and c.column_name like '%\\_id' order by 1, 2`,
  )
  const ours = columns.filter(({ table }) => declaredTables().includes(table))

  t.test('has a foreign key or says why not', async (t) => {
    for (const { table, column, has_key } of ours) {
      const reference = new Map(referencesOf(table)).get(column)
      t.ok(reference, `${table}.${column} is declared`)
      t.equal(has_key, reference?.isChecked, `${table}.${column}`)
      if (reference?.isChecked === false) t.ok(reference.because.length > 10, `${table}.${column} says why`)
    }
    t.ok(ours.length > 150, `${ours.length} columns`)
  })

  t.test('stands in a table that was declared', async (t) => {
    const silent = new Set(columns.map(({ table }) => table).filter((table) => !declaredTables().includes(table)))
    t.strictSame([...silent], [])
  })

  t.test('of those that are checked, all rows were', async (t) => {
    t.strictSame(await app.sql(`select conname from pg_constraint where contype = 'f' and not convalidated`), [])
  })
})
