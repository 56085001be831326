import { readdirSync, readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'
import type { MigrationObject } from '@mikro-orm/postgresql'

/** Where the files lie: `NNNN-name.sql`, plain statements, run in the order of their names. */
export const migrationsFolder = new URL('./migrations/', import.meta.url)

/** Where a database remembers which ran. */
export const MIGRATIONS_TABLE = 'schema_migrations'

/** A file is a migration, and its name is how a database remembers that it ran: forward only, one transaction each. */
export const migrationList: readonly MigrationObject[] = readdirSync(migrationsFolder)
  .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
  .sort()
  .map((file) => ({ name: file.replace(/\.sql$/, ''), class: migrationOf(file) }))

function migrationOf(file: string): MigrationObject['class'] {
  return class extends Migration {
    override up(): void {
      this.addSql(textOf(file))
    }
  }
}

function textOf(file: string): string {
  return readFileSync(new URL(file, migrationsFolder), 'utf8')
}

/** All of them as one text for a database that has none, which remembers each: a transaction each here as well. */
export function textOfAll(): string {
  return migrationList
    .map(({ name }) => {
      const remembers = `insert into ${MIGRATIONS_TABLE} (name) values ('${name}')`
      return `begin;\n${textOf(`${name}.sql`)}\n;${remembers};\ncommit;\n`
    })
    .join('')
}
