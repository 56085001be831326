/**
 * A database as the first version left it, with rows in every table, for tests of upgrades. Rows are made from the
 * catalogue, the same each time: a text names its column, an id its table and row, and a column that names another table
 * names the row of the same number there.
 */
import type pg from 'pg'
import { referencesOf } from '../../api/platform/db/references.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly length: number | null
  readonly is_nullable: boolean
  readonly has_default: boolean
}

/** What a value made from the type would not fit: a check of the table, or the column that it names. */
const FITTING: Readonly<Record<string, (row: number) => unknown>> = {
  'api_tokens.project_id': () => null,
  'api_tokens.program_id': () => null,
  'sso_identities.provider_slug': (row) => `slug ${row}`,
  'sso_login_states.provider_slug': (row) => `slug ${row}`,
}

/** Columns that name a row without a foreign key. */
const NAMED: Readonly<Record<string, string>> = {
  'dependencies.predecessor_id': 'tasks',
  'dependencies.predecessor_project_id': 'projects',
  'dependencies.successor_id': 'tasks',
  'dependencies.successor_project_id': 'projects',
  'task_schedules.task_id': 'tasks',
  'tasks.parent_id': 'tasks',
}

const ROWS = 2

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name as table, c.column_name as name, c.udt_name as type, c.character_maximum_length as length,
       c.is_nullable = 'YES' as is_nullable, c.column_default is not null as has_default
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
       and c.is_generated = 'NEVER'
     order by c.table_name, c.ordinal_position`,
  )
  return rows
}

/** Fills every table with two rows; foreign keys wait until all are there. */
export async function fillTables(client: pg.Client): Promise<string[]> {
  const columns = await columnsOf(client)
  const tables = [...new Set(columns.map(({ table }) => table))]
  await client.query(`set session_replication_role = replica`)
  for (const table of tables) {
    for (let row = 1; row <= ROWS; row++) await insertRow(client, table, columns, row, tables)
  }
  await client.query(`set session_replication_role = origin`)
  return tables
}

async function insertRow(client: pg.Client, table: string, all: readonly Column[], row: number, tables: string[]) {
  const named = new Map(referencesOf(table))
  const values = all
    .filter((column) => column.table === table)
    .flatMap((column): [string, unknown][] => {
      const reference = named.get(column.name)
      const checked = reference?.isChecked && reference.column === 'id' ? reference.table : null
      const other = checked ?? NAMED[`${table}.${column.name}`]
      if (other && !tables.includes(other)) return []
      const fitting = FITTING[`${table}.${column.name}`]
      if (fitting) return [[column.name, fitting(row)]]
      if (other) return [[column.name, column.type === 'uuid' ? idOf(other, row, tables) : row]]
      if (column.name === 'id' && column.type === 'uuid') return [['id', idOf(table, row, tables)]]
      return column.has_default || column.is_nullable ? [] : [[column.name, sampleOf(column, row)]]
    })
  const names = values.map(([name]) => `"${name}"`).join(', ')
  const places = values.map((_, at) => `$${at + 1}`).join(', ')
  const what = values.length === 0 ? 'default values' : `(${names}) values (${places})`
  await client.query(
    `insert into "${table}" ${what}`,
    values.map(([, value]) => value),
  )
}

/** The id of a row of a table. */
export function idOf(table: string, row: number, tables: readonly string[]): string {
  const number = (tables.indexOf(table) + 1) * 100 + row
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function sampleOf({ name, type, length }: Column, row: number): unknown {
  const values: Readonly<Record<string, unknown>> = {
    uuid: `00000000-0000-4000-9000-${String(row).padStart(12, '0')}`,
    text: `${name} ${row}`,
    varchar: `${name} ${row}`.slice(-(length ?? 100)),
    bpchar: 'x',
    int2: row,
    int4: row,
    int8: row,
    float8: row,
    numeric: row,
    bool: false,
    date: '2026-01-05',
    timestamptz: '2026-01-05T08:00:00Z',
    jsonb: '{}',
    bytea: Buffer.from([row]),
  }
  if (type.startsWith('_')) return '{}'
  if (!(type in values)) throw new Error(`no value for a column of type ${type}`)
  return values[type]
}
