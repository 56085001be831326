import { type DatabaseSchema, DeferMode, SchemaGenerator } from '@mikro-orm/postgresql'
import { historyTriggers } from './kept-history.ts'
import { checkTimeOf, type Fate, referencesOf } from './references.ts'

type Table = ReturnType<DatabaseSchema['getTables']>[number]
type Key = {
  readonly column: string
  readonly fate: Fate
  readonly to: { readonly table: string; readonly column: string }
}

const DELETE_RULES: Record<Fate, string> = { delete: 'cascade', forget: 'set null', refuse: 'no action' }

/** No row of these is ever removed, so nobody searches for the rows that name one. */
const NEVER_DELETED = new Set(['accounts'])

/**
 * What the entities say the database should be, with what is declared beside them: foreign keys (`references.ts`) and kept
 * history (`kept-history.ts`).
 */
export class SchemaWithReferences extends SchemaGenerator {
  static override register(orm: Parameters<typeof SchemaGenerator.register>[0]): void {
    orm.config.registerExtension('@mikro-orm/schema-generator', () => new SchemaWithReferences(orm.em as never))
  }

  override getTargetSchema(...given: Parameters<SchemaGenerator['getTargetSchema']>): DatabaseSchema {
    const target = super.getTargetSchema(...given)
    for (const table of target.getTables()) {
      addHistory(table)
      for (const [column, reference] of referencesOf(table.name)) {
        if (!reference.isChecked) continue
        addForeignKey(table, { column, fate: reference.fate, to: reference })
        if (!NEVER_DELETED.has(reference.table) && !isServed(table, column)) addIndex(table, column)
      }
    }
    return target
  }
}

function addHistory(table: Table): void {
  const columns = table.getColumns().map((column) => column.name)
  const own = historyTriggers(table.name, columns).map(({ name, expression }) => ({
    name,
    expression,
    timing: 'after' as const,
    events: [],
    forEach: 'row' as const,
    body: '',
  }))
  table.setTriggers([...table.getTriggers(), ...own])
}

function addForeignKey(table: Table, key: Key): void {
  const constraintName = `${table.name}_${key.column}_foreign`
  table.getForeignKeys()[constraintName] = {
    constraintName,
    columnNames: [key.column],
    localTableName: table.getShortestName(false),
    referencedColumnNames: [key.to.column],
    referencedTableName: `public.${key.to.table}`,
    deleteRule: DELETE_RULES[key.fate],
    ...(checkTimeOf(table.name) === 'commit' ? { deferMode: DeferMode.INITIALLY_DEFERRED } : {}),
  }
}

/** Whether an index begins with the column and holds every row that names something: the search for those rows needs it. */
function isServed(table: Table, column: string): boolean {
  return table.getIndexes().some((index) => {
    if (!index.expression) return index.columnNames[0] === column
    const definition = index.expression.replaceAll('"', '')
    const [, columns = '', condition = ''] = /\(([^()]*)\)(?: where (.*))?$/.exec(definition) ?? []
    return columns.split(',')[0]?.trim() === column && ['', `${column} is not null`].includes(condition.trim())
  })
}

function addIndex(table: Table, column: string): void {
  const keyName = `${table.name}_${column}_index`
  const condition = table.getColumn(column)?.nullable ? ` where "${column}" is not null` : ''
  const expression = `create index "${keyName}" on "${table.name}" ("${column}")${condition}`
  table.setIndexes([
    ...table.getIndexes(),
    {
      keyName,
      columnNames: [column],
      composite: false,
      constraint: false,
      primary: false,
      unique: false,
      expression,
    },
  ])
}
