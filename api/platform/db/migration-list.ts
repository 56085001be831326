import { readdirSync, readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'
import type { MigrationObject } from '@mikro-orm/postgresql'

/** Where the files lie: `NNNN-name.sql`, plain statements, run in the order of their names. */
export const migrationsFolder = new URL('./migrations/', import.meta.url)

/** A file is a migration, and its name is how a database remembers that it ran: forward only, one transaction each. */
export const migrationList: readonly MigrationObject[] = readdirSync(migrationsFolder)
  .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
  .sort()
  .map((file) => ({ name: file.replace(/\.sql$/, ''), class: migrationOf(file) }))

function migrationOf(file: string): MigrationObject['class'] {
  return class extends Migration {
    override up(): void {
      this.addSql(readFileSync(new URL(file, migrationsFolder), 'utf8'))
    }
  }
}
