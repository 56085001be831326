/**
 * `npm run migration -- <name>`: writes the difference between the migrations so far and the entities as the next
 * migration (NNNN-name.sql); `-- <number> <name>` gives it a number of its own, gaps are fine. Runs on a throw-away
 * embedded database. Read the file it made before you commit it: what needs care on a large table (a backfill in
 * batches, a constraint validated later) is yours to write.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatStatement } from '../platform/db/format-statement.ts'
import { migrationList, migrationsFolder } from '../platform/db/migration-list.ts'
import { openOrm } from '../platform/db/orm.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import { loadConfig } from '../platform/settings/config.ts'
import { entities } from './entities.ts'

async function pendingStatements(): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-migration-'))
  const log = createLog(loadConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'error' }), 'migrate')
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, log })
  try {
    const orm = await openOrm(server.connectionString, log, { entities, statementTimeoutMs: 0 })
    await orm.migrator.up()
    const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false }))
      .split(/;\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
    await orm.close(true)
    return statements
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The number given, unless a migration has it, or the next one. */
function numberFor(given: string | undefined): string {
  const taken = migrationList.map((one) => Number(one.name.slice(0, 4)))
  const number = given === undefined ? Math.max(0, ...taken) + 1 : Number(given)
  if (taken.includes(number)) fail(`there is a migration ${given} already`)
  return String(number).padStart(4, '0')
}

/** The statements as text, where each table and each function begins after a blank line. */
function migrationText(statements: readonly string[]): string {
  return `${statements
    .map((statement) => `${formatStatement(statement.replace(/;$/, ''))};`)
    .map((text, i) => (i > 0 && /^create (table|or replace function)/.test(text) ? `\n${text}` : text))
    .join('\n')}\n`
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const words = process.argv.slice(2)
const [name, given] = [words.at(-1) ?? '', words.length > 1 ? words[0] : undefined]
if (words.length > 2 || !/^[a-z][a-z0-9-]*$/.test(name) || !/^\d{1,4}$/.test(given ?? '0'))
  fail('usage: npm run migration -- [number] <name-in-kebab-case>')
const fileName = [numberFor(given), name].join('-').concat('.sql')
const statements = await pendingStatements()
if (statements.length > 0) writeFileSync(new URL(fileName, migrationsFolder), migrationText(statements))
process.stdout.write(
  statements.length > 0 ? `wrote ${fileName}\n` : 'the migrations and the entities agree; nothing to write\n',
)
