import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { formatStatement } from '../../../api/platform/db/format-statement.ts'
import { migrationList, migrationsFolder } from '../../../api/platform/db/migration-list.ts'

/** File and beginning of the hash of its text, for every migration that has landed. */
const landed = readFileSync(new URL('./landed-migrations.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [hash: string, file: string])

function hashOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(file, migrationsFolder)))
    .digest('hex')
    .slice(0, 16)
}

t.test('a migration that has landed is never edited, renamed or removed', async (t) => {
  const files = new Set(migrationList.map((one) => `${one.name}.sql`))
  for (const [hash, file] of landed) {
    t.ok(files.has(file), `${file} is there`)
    if (files.has(file)) t.equal(hashOf(file), hash, `${file} is as it landed: write a new migration instead`)
  }
})

t.test('every migration is in the list of those that landed, under a number of its own', async (t) => {
  const known = new Set(landed.map(([, file]) => file))
  for (const file of migrationList.map((one) => `${one.name}.sql`))
    t.ok(known.has(file), `add to landed-migrations.txt: ${hashOf(file)}  ${file}`)
  const numbers = migrationList.map((one) => one.name.slice(0, 4))
  t.equal(new Set(numbers).size, numbers.length)
})

t.test('a generated statement is written with one column or change a line', async (t) => {
  t.equal(
    formatStatement(`create table "a" ("id" uuid not null, "b" numeric(4,2) default '1, 2', primary key ("id"))`),
    `create table "a" (\n  "id" uuid not null,\n  "b" numeric(4,2) default '1, 2',\n  primary key ("id")\n)`,
  )
  t.equal(formatStatement('alter table "a" add "b" int, add "c" int'), 'alter table "a"\n  add "b" int,\n  add "c" int')
  const short = 'create index "a_b" on "a" ("b") where "b" is not null'
  t.equal(formatStatement(short), short)
})
