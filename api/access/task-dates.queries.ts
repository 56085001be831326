import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import { lockAllByName } from '../platform/db/advisory-locks.ts'
import type { Db } from '../platform/db/db.ts'

/** What the last pass stored of a task. */
export interface TaskDates {
  readonly early_start: string
  readonly early_finish: string
  readonly late_start: string
  readonly late_finish: string
  readonly scheduled_start: string
  readonly total_float: number
  readonly free_float: number
  readonly is_critical: boolean
}

export const DAY_NAMES = [
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'scheduled_start',
] as const satisfies readonly (keyof TaskDates)[]
export const FLOAT_NAMES = ['total_float', 'free_float'] as const satisfies readonly (keyof TaskDates)[]
export const DATE_NAMES = [...DAY_NAMES, ...FLOAT_NAMES, 'is_critical'] as const

/** The tasks of a block have the same number above these bits. */
export const BLOCK_BITS = 7
const BITS = sql.lit(BLOCK_BITS)

const each = (term: (name: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(DATE_NAMES.map((name) => term(sql.ref(name))))

/**
 * The dates of the tasks that a statement calls so, as a table to join laterally; no row for a task that has none. They
 * stand in blocks (migration 0330), each at the place of its task's number.
 */
export function datesOf<Name extends string = 's'>(tasks: string, name?: Name): AliasedRawBuilder<TaskDates, Name> {
  return datesAt(sql.ref(`${tasks}.project_id`), sql.ref(`${tasks}.number`)).as((name ?? 's') as Name)
}

/** The same by project and number. */
export function datesAt(projectId: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<TaskDates> {
  return sql<TaskDates>`(select ${each((name) => sql`stored.${name}[${number}] as ${name}`)} from schedule_blocks stored
    where stored.project_id = ${projectId} and stored.block = ${number} >> ${BITS} and stored.is_critical[${number}] is not null)`
}

/**
 * The condition that dates `s` of the tasks `t` of a project meet another one, which names the columns given. Where few
 * do, it finds them in the blocks without a look at the rows of the others.
 */
export function datesMeet(
  projectId: string,
  columns: readonly Exclude<keyof TaskDates, 'is_critical'>[],
  condition: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const names = ['is_critical', ...columns]
  const list = (table?: string) => sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))
  return sql`t.number = any(array(select array_lower(stored.is_critical, 1) + s.n::int - 1
    from schedule_blocks stored cross join lateral unnest(${list('stored')}) with ordinality as s(${list()}, n)
    where stored.project_id = ${projectId} and s.is_critical is not null and ${condition}))`
}

/** Keeps everybody else from writing dates of the projects until the transaction ends: blocks are shared by many tasks. */
export function lockDates(db: Db, projectIds: readonly string[]): Promise<void> {
  return lockAllByName(db, 'storedDates', projectIds)
}

/**
 * A statement that gives tasks of a project the dates that another part of it found, a table of `number` and dates; nulls
 * take them away. A block that is not there yet comes with the next pass. For who holds `lockDates`.
 */
export function putDates(projectId: string, found: string): RawBuilder<unknown> {
  const table = sql.table(found)
  const put = (name: RawBuilder<unknown>) => sql`coalesce(n.${name}, b.${name}[at])`
  const isCritical = sql`case when n.number is null then b.is_critical[at] else n.is_critical end`
  const whole = DATE_NAMES.map((name) => {
    const column = sql.ref(name)
    return sql`array_agg(${name === 'is_critical' ? isCritical : put(column)} order by at) as ${column}`
  })
  return sql`update schedule_blocks b set ${each((name) => sql`${name}[f:l] = v.${name}`)}
    from (
      select due.block, f, l, ${sql.join(whole)}
      from (select distinct number >> ${BITS} as block from ${table}) as due
      join schedule_blocks b on b.project_id = ${projectId} and b.block = due.block
      cross join lateral (select due.block << ${BITS} as f, ((due.block + 1) << ${BITS}) - 1 as l) as span
      cross join generate_series(f, l) as at left join ${table} n on n.number = at
      group by due.block, f, l) as v
    where b.project_id = ${projectId} and b.block = v.block`
}
