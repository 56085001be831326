/**
 * `npm run migration -- <name>`: writes the difference between the migrations so far and the entities as the next
 * migration, and lists it. Runs on a throw-away embedded database. Read the file it made before you commit it: what
 * needs care on a large table (an index made concurrently, a backfill in batches) is yours to write.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { entities } from './entities.ts'
import { loadConfig } from './platform/config.ts'
import { openOrm } from './platform/db/orm.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/start-embedded-postgres.ts'
import { createLog } from './platform/log.ts'

const folder = fileURLToPath(new URL('./platform/db/migrations/', import.meta.url))
const listFile = path.join(folder, 'migration-list.ts')

async function pendingStatements(): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-migration-'))
  const log = createLog(loadConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'error' }), 'migrate')
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, log })
  try {
    const orm = await openOrm(server.connectionString, log, { entities, statementTimeoutMs: 0 })
    await orm.migrator.up()
    const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false }))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    await orm.close(true)
    return statements
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function nextNumber(): string {
  const numbers = readdirSync(folder).flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
  return String(Math.max(0, ...numbers.map(Number)) + 1).padStart(4, '0')
}

function writeMigration(name: string, statements: readonly string[]): string {
  const number = nextNumber()
  const className = `Migration${number}`
  const body = statements.map((statement) => `    this.addSql(${JSON.stringify(statement)})`).join('\n')
  const file = `${number}-${name}.ts`
  writeFileSync(
    path.join(folder, file),
    `import { Migration } from '@mikro-orm/migrations'\n\nexport class ${className} extends Migration {\n  override up(): void {\n${body}\n  }\n}\n`,
  )
  const list = readFileSync(listFile, 'utf8')
  const imported = list.replace(/(\n\/\*\*)/, `import { ${className} } from './${file}'\n$1`)
  const entry = `{ name: '${number}-${name}', class: ${className} },`
  writeFileSync(listFile, imported.replace(/,?\s*\]\s*$/, `,\n  ${entry}\n]\n`))
  return file
}

const [name] = process.argv.slice(2)
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  process.stderr.write('usage: npm run migration -- <name-in-kebab-case>\n')
  process.exit(2)
}
const statements = await pendingStatements()
const outcome =
  statements.length === 0
    ? 'the migrations and the entities agree; nothing to write'
    : `wrote ${writeMigration(name, statements)}`
process.stdout.write(`${outcome}\n`)
