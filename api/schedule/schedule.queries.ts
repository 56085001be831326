import { type RawBuilder, sql } from 'kysely'
import { MILESTONE_MOMENT } from '../../compute/model/milestone-moments.ts'
import { CONSTRAINT_NAMES } from '../../compute/plan/constraint-names.ts'
import { DAY_NAMES, datesOf, FLOAT_NAMES, type TaskDates } from '../access/task-dates.queries.ts'
import { type Db, type RowOf, tables } from '../database.ts'
import { schedulable } from '../tasks/schedulable.queries.ts'
import { DAY_OFFSET } from './constraint-words.ts'
import {
  DURATION_SHIFT,
  LAG_OFFSET,
  LAG_SHIFT,
  LINK_FLAG,
  type LinkRows,
  ROW_FLAG,
  type RowsState,
  type ScheduleRows,
} from './schedule-rows.ts'
import { type PackedLinks, type PackedRows, unpackLinks, unpackRows } from './unpack-rows.ts'

// An aggregate costs as much as reading a row, so fields share words and columns that are mostly empty hold only the
// rows whose flag says they have a value. Numbers stand in the text of a statement where they never change.

type Term = RawBuilder<unknown>
type Column = (keyof RowOf<'tasks'> | keyof TaskDates) & string

const EPOCH = sql`date '1970-01-01'`
const day = (column: Column) => sql`coalesce(${sql.ref(column)} - ${EPOCH}, -2147483648)`
const or = (value: Term, none: number) => sql`coalesce(${value}, ${sql.lit(none)})`
const bit = (condition: Term, flag: number) => sql`case when ${condition} then ${sql.lit(flag)} else 0 end`
const bits = (terms: readonly Term[]) => sql.join(terms, sql` | `)
const list = (columns: readonly Column[], table: 't' | 's') =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

const packed = (bytes: Term, flag?: number) =>
  flag === undefined
    ? sql`string_agg(${bytes}, '')`
    : sql`string_agg(${bytes}, '') filter (where word & ${sql.lit(flag)} <> 0)`
const ints = (term: Term, flag?: number) => packed(sql`int4send(${term})`, flag)
const ids = (column: Term, flag?: number) => packed(sql`uuid_send(${column})`, flag)
const days = (column: Column, flag: number) => sql`${ints(day(column), flag)} as ${sql.id(column)}`

/** A task in a sprint begins no earlier than that where nobody said when; only the engine is told so. */
const STARTS_WITH_SPRINT = sql`(t.planned_start is null and t.sprint_id is not null and not t.is_milestone)`
const PLANNED_START = sql`case when ${STARTS_WITH_SPRINT}
  then (select sp.start_date from sprints sp where sp.id = t.sprint_id) else t.planned_start end as planned_start`

/** What a simulation has to know of a row as well. */
const INPUT_BITS = [
  bit(schedulable, ROW_FLAG.inSet),
  bit(sql`t.is_milestone`, ROW_FLAG.milestone),
  bit(sql`t.estimate_status is distinct from 'accepted'`, ROW_FLAG.pendingEstimate),
  bit(sql`t.parent_id is not null`, ROW_FLAG.hasParent),
  bit(
    sql`t.planned_start is not null or t.actual_start is not null or t.actual_finish is not null or t.percent_complete <> 0
      or t.sprint_id is not null`,
    ROW_FLAG.hasDates,
  ),
  bit(STARTS_WITH_SPRINT, ROW_FLAG.startsWithSprint),
  bit(sql`t.calendar_id is not null`, ROW_FLAG.hasCalendar),
  bit(
    sql`t.constraint_type is not null or t.deadline is not null or t.milestone_at is not null`,
    ROW_FLAG.hasConstraint,
  ),
  sql`(t.duration << ${sql.lit(DURATION_SHIFT)})`,
]
const WORD = bits([
  ...INPUT_BITS,
  bit(sql`s.is_critical is not null`, ROW_FLAG.stored),
  bit(sql`s.is_critical`, ROW_FLAG.critical),
  bit(sql`t.is_deleted and s.is_critical is null`, ROW_FLAG.gone),
])
const WORD_WITHOUT_STORED = bits([...INPUT_BITS, bit(sql`t.is_deleted`, ROW_FLAG.gone)])

const dayWord = (column: Column) => sql`int4send(coalesce(${sql.ref(column)} - ${EPOCH} + ${sql.lit(DAY_OFFSET)}, 0))`
const KINDS = CONSTRAINT_NAMES.map((name, kind) => sql`when ${sql.lit(name)} then ${sql.lit(kind)}`)
const MOMENTS = Object.entries(MILESTONE_MOMENT).map(
  ([name, moment]) => sql`when ${sql.lit(name)} then ${sql.lit(moment)}`,
)
/** The words of one row that `constraint-words.ts` reads. */
const CONSTRAINT_WORDS = sql`int4send(case constraint_type ${sql.join(KINDS, sql` `)} else 0 end)
  || ${dayWord('constraint_date')} || ${dayWord('deadline')} || int4send(case milestone_at ${sql.join(MOMENTS, sql` `)} else 0 end)`

const INPUT_COLUMNS = [
  'id',
  'project_id',
  'number',
  'parent_id',
  'calendar_id',
  'constraint_type',
  'constraint_date',
  'deadline',
  'milestone_at',
  'actual_start',
  'actual_finish',
  'percent_complete',
] as const satisfies readonly Column[]
const ESTIMATE_COLUMNS = [
  'optimistic_duration',
  'most_likely_duration',
  'pessimistic_duration',
  'delivery_mode',
  'story_points',
] as const satisfies readonly Column[]

const ESTIMATES = sql`${ints(or(sql`optimistic_duration`, -1))} as optimistic,
  ${ints(or(sql`most_likely_duration`, -1))} as most_likely,
  ${ints(or(sql`pessimistic_duration`, -1))} as pessimistic, ${ints(sql`(delivery_mode = 'scrum')::int`)} as scrum,
  ${packed(sql`float8send(coalesce(story_points::float8, 'NaN'::float8))`)} as points`
const STORED = sql`${sql.join(DAY_NAMES.map((column) => days(column, ROW_FLAG.stored)))},
  ${sql.join(FLOAT_NAMES.map((column) => sql`${ints(sql.ref(column), ROW_FLAG.stored)} as ${sql.ref(column)}`))}`
const DATES = sql.join(
  (['planned_start', 'actual_start', 'actual_finish'] as const).map((column) => days(column, ROW_FLAG.hasDates)),
)

/** Every row is wanted, or a few: those are looked up one by one, where the planner would read the dates of all projects. */
const ALL_TASKS = sql`tasks t left join lateral ${datesOf('t')} on true`
const CHANGED_TASKS = sql`tasks t
  left join lateral (select * from ${datesOf('t', 'd')} offset 0) s on true`

interface Asked {
  readonly projectIds: readonly string[]
  /** Estimates in the place of what the last pass stored. */
  readonly withEstimates: boolean
  /** Only tasks changed after this cursor; all of them without. */
  readonly since?: number
}

/** Some projects or the one, which the planner knows more of. */
const among = (column: string, [first, ...others]: readonly string[]) =>
  others.length === 0
    ? sql`${sql.ref(column)} = ${first}::uuid`
    : sql`${sql.ref(column)} = any(${[first, ...others]}::uuid[])`

function packedTasks({ projectIds, withEstimates, since }: Asked): Term {
  const isOneProject = projectIds.length === 1
  const isChange = since !== undefined
  const place = isOneProject
    ? sql``
    : sql`${ints(sql`array_position(${projectIds}::uuid[], project_id) - 1`)} as projects,`
  const further = withEstimates ? list(ESTIMATE_COLUMNS, 't') : list([...DAY_NAMES, ...FLOAT_NAMES], 's')
  const joined = isChange ? CHANGED_TASKS : ALL_TASKS
  const kept = withEstimates ? sql`not t.is_deleted` : sql`(not t.is_deleted or s.is_critical is not null)`
  return sql`
    select ${ids(sql`id`)} as ids, ${ints(sql`word`)} as words, ${ints(sql`number`)} as numbers, ${place}
      ${ids(sql`parent_id`, ROW_FLAG.hasParent)} as parents, ${ids(sql`calendar_id`, ROW_FLAG.hasCalendar)} as calendars,
      ${packed(CONSTRAINT_WORDS, ROW_FLAG.hasConstraint)} as constraints, ${DATES},
      ${packed(sql`float8send(percent_complete)`, ROW_FLAG.hasDates)} as percent, ${withEstimates ? ESTIMATES : STORED}
    from (
      select ${list(INPUT_COLUMNS, 't')}, ${PLANNED_START}, ${further}, ${withEstimates ? WORD_WITHOUT_STORED : WORD} as word
      from ${withEstimates ? sql`tasks t` : joined}
      where ${among('t.project_id', projectIds)} and ${isChange ? sql`t.sync_seq > ${since}::bigint` : kept}
      order by t.id) as row`
}

function packedLinks(projectIds: readonly string[]): Term {
  return sql`
    select ${ids(sql`predecessor_id`)} as predecessors, ${ids(sql`successor_id`)} as successors,
      ${ints(sql`case dep_type when 'FS' then 0 when 'SS' then 1 when 'FF' then 2 else 3 end
        | ${bit(sql`is_driving`, LINK_FLAG.driving)} | ${bit(sql`lag_unit = 'elapsed'`, LINK_FLAG.elapsed)}
        | ((lag + ${sql.lit(LAG_OFFSET)}) << ${sql.lit(LAG_SHIFT)})`)} as links
    from dependencies
    where ${among('predecessor_project_id', projectIds)} and ${among('successor_project_id', projectIds)}
      and not is_deleted and not is_pending`
}

const stateOf = (projectId: string | undefined) => sql`
  (select sync_seq from project_counters where project_id = ${projectId}::uuid) as sync_seq,
  (select xmin::text from projects where id = ${projectId}::uuid) as stamp`

interface PackedState {
  readonly sync_seq?: number | null
  readonly stamp?: string | null
}

function unpackState({ sync_seq: syncSeq, stamp }: PackedState): RowsState | null {
  return typeof syncSeq === 'number' && stamp ? { syncSeq, stamp } : null
}

export interface LoadedRows {
  readonly rows: ScheduleRows
  /** Null for several projects. */
  readonly state: RowsState | null
}

/** All rows a pass looks at, in one statement and so of one moment. */
export async function loadScheduleRows(
  db: Db,
  projectIds: readonly string[],
  options: { withEstimates?: boolean } = {},
): Promise<LoadedRows> {
  const isOneProject = projectIds.length === 1
  const withEstimates = options.withEstimates ?? false
  const state = isOneProject ? sql`, ${stateOf(projectIds[0])}` : sql``
  const found = await sql<PackedRows & PackedState>`select *${state}
    from (${packedTasks({ projectIds, withEstimates })}) as tasks, (${packedLinks(projectIds)}) as links`.execute(
    tables(db),
  )
  const row = found.rows[0] ?? {}
  return { rows: unpackRows(row, { isOneProject, withEstimates }), state: unpackState(row) }
}

/** The tasks of one project that changed after a cursor, and whether links did. */
export async function loadChangedRows(
  db: Db,
  projectId: string,
  since: number,
  options: { withEstimates?: boolean } = {},
): Promise<LoadedRows & { areLinksChanged: boolean }> {
  const withEstimates = options.withEstimates ?? false
  const found = await sql<PackedRows & PackedState & { are_links_changed: boolean }>`
    select *, ${stateOf(projectId)},
      exists (select 1 from dependencies
        where predecessor_project_id = ${projectId}::uuid and sync_seq > ${since}::bigint) as are_links_changed
    from (${packedTasks({ projectIds: [projectId], withEstimates, since })}) as tasks`.execute(tables(db))
  const row = found.rows[0]
  return {
    rows: unpackRows(row ?? {}, { isOneProject: true, withEstimates }),
    state: unpackState(row ?? {}),
    areLinksChanged: row?.are_links_changed ?? true,
  }
}

/** The links of one project alone. */
export async function loadLinkRows(db: Db, projectId: string): Promise<LinkRows> {
  const found = await sql<PackedLinks>`${packedLinks([projectId])}`.execute(tables(db))
  return unpackLinks(found.rows[0] ?? {})
}
