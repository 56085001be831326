/** How the saves of a table are written down in `history_rows`. */
export interface KeptHistory {
  /** What readers call one of its rows. */
  readonly kind: string
  /** Columns that say nothing a person or an import wrote: counters, stamps, what a computation found. */
  readonly untracked: readonly string[]
  /** Columns that name a project in whose past the row belongs. */
  readonly projects?: readonly [string, ...string[]]
  /** The column that names the program instead, for rows of no project. */
  readonly program?: string
  readonly id?: string
  /** Of rows that cannot be read any more when somebody asks, or whose id is not theirs alone. */
  readonly told?: ToldRow
}

interface ToldRow {
  /** Written down when the row comes and when it goes; the first, by which it is known, with each change. */
  readonly columns: readonly [string, ...string[]]
  /** Removed by people, by people as long as a row of this table stands that it belongs to, or with its project alone. */
  readonly removed: 'by people' | { readonly unlessGone: string } | 'with its project'
}

const kept = new Map<string, KeptHistory>()

/**
 * Says beside an entity that its past is kept: that a row was made, and which tracked columns were changed from what to
 * what. Triggers do it, because more than thirty statements write these tables, and each would have to read the row before
 * it. New rows come by the thousand and are written down by one statement, 8 µs a row; what they were made with is read from
 * the row itself, less what was changed since. A changed row costs 22 µs in a statement of thousands and 50 µs alone; one
 * of which no tracked column changed is passed over before any function is called.
 */
export function keepHistory<Columns extends object>(
  entity: { readonly tableName: string; readonly properties: Columns },
  how: KeptHistory,
): void {
  kept.set(entity.tableName, how)
}

/** Tables whose past is kept. */
export function historyTables(): string[] {
  return [...kept.keys()]
}

/** Those of the columns whose changes are written down; none where nothing is kept. */
export function recordedColumns(table: string, columns: readonly string[]): string[] {
  const untracked = kept.get(table)?.untracked ?? columns
  return columns.filter((column) => !untracked.includes(column))
}

/** The triggers of a table with the columns it has; none where nothing is kept. */
export function historyTriggers(table: string, columns: readonly string[]): { name: string; expression: string }[] {
  const how = kept.get(table)
  if (how === undefined) return []
  return [
    { name: 'history_insert', expression: insertTrigger(table, how) },
    { name: 'history_update', expression: updateTrigger(table, how, columns) },
    ...(how.told && how.told.removed !== 'with its project'
      ? [{ name: 'history_delete', expression: deleteTrigger(table, how, how.told) }]
      : []),
  ]
}

/** Who writes, when and why, as `tellWriter` (`projects/`) told the transaction. */
const WRITER = [
  "nullif(current_setting('svc.actor', true), '')::uuid",
  "coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now())",
  "nullif(current_setting('svc.reason', true), '')",
].join(', ')

/** The statement that writes, and the columns of the row that name where it belongs. */
function placeOf({ projects = ['project_id'], program }: KeptHistory) {
  const level = program === undefined ? 'project_id' : 'program_id'
  const into = `insert into history_rows (actor_id, at, reason, object_type, object_id, ${level}, change_type, changes)`
  const [first, ...others] = program === undefined ? projects : ([program] as const)
  return { into, first, others }
}

function insertTrigger(table: string, how: KeptHistory): string {
  const { kind, id = 'id', told } = how
  const { into, first, others } = placeOf(how)
  const changes = told ? valuesOf('made', told.columns, 'came') : 'null::jsonb'
  const from = (project: string) =>
    `select ${WRITER},\n'${kind}', made."${id}", made."${project}", '+', ${changes} from made`
  const rows = [from(first), ...others.map((other) => `${from(other)} where made."${other}" <> made."${first}"`)]
  return triggerText(`${table}_history_insert_fn`, `${into}\n${rows.join('\nunion all ')};`, [
    `"history_insert" after insert on "${table}"`,
    'referencing new table as made for each statement',
  ])
}

function deleteTrigger(table: string, how: KeptHistory, { columns, removed }: ToldRow): string {
  const { kind, id = 'id' } = how
  const { into, first } = placeOf(how)
  const body = [
    `select ${WRITER},\n'${kind}', gone."${id}", gone."${first}", '-', ${valuesOf('gone', columns, 'went')} from gone`,
    ...(typeof removed === 'string'
      ? []
      : [
          `where exists (select 1 from "${removed.unlessGone}" o join projects p on p.id = o.project_id where o.id = gone."${id}")`,
        ]),
  ]
  return triggerText(`${table}_history_delete_fn`, `${into}\n${body.join('\n')};`, [
    `"history_delete" after delete on "${table}"`,
    'referencing old table as gone for each statement',
  ])
}

/** What a row held, as values before and after. */
function valuesOf(row: string, columns: readonly string[], way: 'came' | 'went'): string {
  const pair = (value: string) => (way === 'came' ? `null, ${value}` : `${value}, null`)
  const pairs = columns.map((column) => `'${column}', jsonb_build_array(${pair(`${row}."${column}"`)})`)
  return `jsonb_build_object(${pairs.join(', ')})`
}

function updateTrigger(table: string, how: KeptHistory, columns: readonly string[]): string {
  const { kind, id = 'id', told } = how
  const place = placeOf(how)
  const tracked = recordedColumns(table, columns)
  const changed = tracked.map(
    (name) =>
      `case when new."${name}" is distinct from old."${name}" then jsonb_build_array('${name}', old."${name}", new."${name}") end`,
  )
  const deleted = `case when new.is_deleted and not old.is_deleted then '-' else '~' end`
  const type = columns.includes('is_deleted') ? deleted : `'~'`
  const { first, others } = place
  const [named] = told?.columns ?? []
  const whose = named ? ` || jsonb_build_object('${named}', jsonb_build_array(old."${named}", new."${named}"))` : ''
  const into = (project: string) =>
    `${place.into}\nvalues (${WRITER},\n'${kind}', new."${id}", new."${project}", ${type}, changes${whose});`
  const further = others.map((other) => `if new."${other}" <> new."${first}" then ${into(other)} end if;`)
  const all = (row: string) => `(${tracked.map((column) => `${row}."${column}"`).join(', ')})`
  const body = [
    'declare changes jsonb := (',
    'select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[',
    changed.join(',\n'),
    '], null)) as field',
    ');',
    ['begin', into(first), ...further, 'end;'].join(' '),
  ]
  return triggerText(`${table}_history_update_fn`, body.join('\n'), [
    `"history_update" after update on "${table}" for each row`,
    `when (${all('old')}`,
    `  is distinct from ${all('new')})`,
  ])
}

function triggerText(fn: string, body: string, on: readonly string[]): string {
  return [
    `create or replace function "${fn}"() returns trigger as $$ begin ${body} return null; end; $$ language plpgsql`,
    `create trigger ${on.join('\n  ')} execute function "${fn}"()`,
  ].join(';\n')
}
