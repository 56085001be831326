import { NO_DAY } from '../../compute/model/schedule-columns.ts'
import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { IS_SCHEDULABLE } from '../tasks/schedulable.ts'
import { float64s, int32s } from './column-bytes.ts'
import { CONSTRAINT_WIDTH, CONSTRAINT_WORDS } from './constraint-words.ts'
import { type UuidIndex, uuidWords } from './uuid-index.ts'

/** Low bits of a task's packed word; its duration stands above them. */
export const ROW_FLAG = {
  inSet: 1,
  milestone: 2,
  stored: 4,
  critical: 8,
  pendingEstimate: 16,
  hasParent: 32,
  hasDates: 64,
  hasCalendar: 128,
  hasConstraint: 256,
  /** Deleted and without dates to clean up: only among changed rows. */
  gone: 1 << 15,
} as const
const DURATION_SHIFT = 16

/** Low bits of a link's packed word, after its type; its lag stands above them. */
export const LINK_FLAG = { driving: 4, elapsed: 8 } as const
const LINK_TYPE_MASK = 3
const LAG_SHIFT = 4
const LAG_OFFSET = 36_525

/** One column a field, tasks in id order. Beside the schedulable set stand live rows outside it and rows to clean up. */
export interface ScheduleRows {
  readonly taskWords: Int32Array
  readonly flags: Int32Array
  readonly projectIndex: Int32Array
  readonly durationDays: Int32Array
  /** All zero for none. */
  readonly parentWords: Int32Array
  /** Empty when no task has a calendar of its own. */
  readonly calendarWords: Int32Array
  /** Three words a row that `constraint-words.ts` reads, all zero for none. Empty when no task is held to anything. */
  readonly constraintWords: Int32Array
  readonly plannedStartDay: Int32Array
  readonly actualStartDay: Int32Array
  readonly actualFinishDay: Int32Array
  readonly percentComplete: Float64Array
  /** Null beside estimates: a simulation reads none of them, so no pass can make its rows untrue. */
  readonly stored: StoredColumns | null
  readonly predecessorWords: Int32Array
  readonly successorWords: Int32Array
  readonly linkType: Int32Array
  readonly linkLagDays: Int32Array
  readonly linkFlags: Int32Array
  /** Only where asked for. */
  readonly estimates: EstimateColumns | null
}

/** What the last pass stored. */
export interface StoredColumns {
  readonly earlyStartDay: Int32Array
  readonly earlyFinishDay: Int32Array
  readonly lateStartDay: Int32Array
  readonly lateFinishDay: Int32Array
  readonly scheduledStartDay: Int32Array
  readonly totalFloatDays: Int32Array
  readonly freeFloatDays: Int32Array
}

export interface EstimateColumns {
  readonly optimisticDays: Int32Array
  readonly mostLikelyDays: Int32Array
  readonly pessimisticDays: Int32Array
  /** 1 for tasks sampled from the team's velocity. */
  readonly isScrum: Int32Array
  /** NaN for none. */
  readonly storyPoints: Float64Array
}

// An aggregate costs as much as reading a row, so fields share words and columns that are mostly empty hold only the
// rows whose flag says they have a value.

const day = (column: string) => `coalesce(${column} - date '1970-01-01', -2147483648)`
const ints = (expression: string, name: string, flag?: number) =>
  `string_agg(int4send(${expression}), '')${only(flag)} as ${name}`
const ids = (column: string, name: string, flag?: number) =>
  `string_agg(uuid_send(${column}), '')${only(flag)} as ${name}`
const only = (flag: number | undefined) => (flag === undefined ? '' : ` filter (where word & ${flag} <> 0)`)
const bit = (condition: string, flag: number) => `case when ${condition} then ${flag} else 0 end`

/** What a simulation has to know of a row as well. */
const INPUT_BITS = [
  bit(IS_SCHEDULABLE, ROW_FLAG.inSet),
  bit('t.is_milestone', ROW_FLAG.milestone),
  bit(`t.estimate_status is distinct from 'accepted'`, ROW_FLAG.pendingEstimate),
  bit('t.parent_id is not null', ROW_FLAG.hasParent),
  bit(
    't.planned_start is not null or t.actual_start is not null or t.actual_finish is not null or t.percent_complete <> 0',
    ROW_FLAG.hasDates,
  ),
  bit('t.calendar_id is not null', ROW_FLAG.hasCalendar),
  bit('t.constraint_type is not null or t.deadline is not null', ROW_FLAG.hasConstraint),
  `(t.duration << ${DURATION_SHIFT})`,
]
const STORED_BITS = [
  bit('s.task_id is not null', ROW_FLAG.stored),
  bit('s.is_critical', ROW_FLAG.critical),
  bit('t.is_deleted and s.task_id is null', ROW_FLAG.gone),
]
const WORD = [...INPUT_BITS, ...STORED_BITS].join(' | ')
const WORD_WITHOUT_STORED = [...INPUT_BITS, bit('t.is_deleted', ROW_FLAG.gone)].join(' | ')

const ESTIMATES = `, ${ints('coalesce(optimistic_duration, -1)', 'optimistic')},
  ${ints('coalesce(most_likely_duration, -1)', 'most_likely')},
  ${ints('coalesce(pessimistic_duration, -1)', 'pessimistic')},
  ${ints(`(delivery_mode = 'scrum')::int`, 'scrum')},
  string_agg(float8send(coalesce(story_points::float8, 'NaN'::float8)), '') as points`
const ESTIMATE_SOURCES = `, t.optimistic_duration, t.most_likely_duration, t.pessimistic_duration, t.delivery_mode,
       t.story_points`

const STORED = `, ${ints(day('early_start'), 'early_start', ROW_FLAG.stored)},
     ${ints(day('early_finish'), 'early_finish', ROW_FLAG.stored)},
     ${ints(day('late_start'), 'late_start', ROW_FLAG.stored)},
     ${ints(day('late_finish'), 'late_finish', ROW_FLAG.stored)},
     ${ints(day('scheduled_start'), 'scheduled_start', ROW_FLAG.stored)},
     ${ints('total_float', 'total_float', ROW_FLAG.stored)}, ${ints('free_float', 'free_float', ROW_FLAG.stored)}`
const STORED_SOURCES = `, s.early_start, s.early_finish, s.late_start, s.late_finish, s.scheduled_start, s.total_float,
       s.free_float`

interface Shape {
  /** Estimates in the place of what the last pass stored. */
  readonly withEstimates: boolean
  readonly isOneProject: boolean
  /** Only tasks changed since `$2`, and whether a link was. */
  readonly isChange: boolean
}

/** Every row is wanted, or a few: those are looked up one by one, where the planner would read the dates of all projects. */
const ALL_TASKS = `tasks t left join task_schedules s on s.task_id = t.id`
const CHANGED_TASKS = `tasks t left join lateral (select * from task_schedules d where d.task_id = t.id offset 0) s on true`

const STATE = `, (select sync_seq from project_counters where project_id = $1::uuid) as sync_seq,
  (select xmin::text from projects where id = $1::uuid) as stamp`

const textOf = (shape: Shape) => {
  const { isOneProject, isChange } = shape
  return `select *${isOneProject ? STATE : ''} from ${tasksText(shape)},
    ${isChange ? CHANGED_LINKS : linksText(isOneProject)}`
}

const tasksText = ({ withEstimates, isOneProject, isChange }: Shape) => `
  (select ${ids('id', 'ids')}, ${ints('word', 'words')},
     ${isOneProject ? '' : `${ints('array_position($1::uuid[], project_id) - 1', 'projects')},`}
     ${ids('parent_id', 'parents', ROW_FLAG.hasParent)}, ${ids('calendar_id', 'calendars', ROW_FLAG.hasCalendar)},
     string_agg(${CONSTRAINT_WORDS}, '')${only(ROW_FLAG.hasConstraint)} as constraints,
     ${ints(day('planned_start'), 'planned_start', ROW_FLAG.hasDates)},
     ${ints(day('actual_start'), 'actual_start', ROW_FLAG.hasDates)},
     ${ints(day('actual_finish'), 'actual_finish', ROW_FLAG.hasDates)},
     string_agg(float8send(percent_complete), '')${only(ROW_FLAG.hasDates)} as percent
     ${withEstimates ? ESTIMATES : STORED}
   from (
     select t.id, t.project_id, t.parent_id, t.calendar_id, t.constraint_type, t.constraint_date, t.deadline, t.planned_start, t.actual_start, t.actual_finish,
       t.percent_complete${withEstimates ? ESTIMATE_SOURCES : STORED_SOURCES},
       ${withEstimates ? WORD_WITHOUT_STORED : WORD} as word
     from ${sourceOf(withEstimates, isChange)}
     where ${isOneProject ? 't.project_id = $1::uuid' : 't.project_id = any($1::uuid[])'}
       and ${isChange ? 't.sync_seq > $2::bigint' : `(not t.is_deleted${withEstimates ? '' : ' or s.task_id is not null'})`}
     order by t.id) as row) as tasks`

function sourceOf(withEstimates: boolean, isChange: boolean): string {
  if (withEstimates) return 'tasks t'
  return isChange ? CHANGED_TASKS : ALL_TASKS
}

const CHANGED_LINKS = `
  (select exists (select 1 from dependencies
     where predecessor_project_id = $1::uuid and sync_seq > $2::bigint) as are_links_changed) as links`

const linksText = (isOneProject: boolean) => `
  (select ${ids('predecessor_id', 'predecessors')}, ${ids('successor_id', 'successors')},
     ${ints(
       `case dep_type when 'FS' then 0 when 'SS' then 1 when 'FF' then 2 else 3 end
         | ${bit('is_driving', LINK_FLAG.driving)} | ${bit(`lag_unit = 'elapsed'`, LINK_FLAG.elapsed)}
         | ((lag + ${LAG_OFFSET}) << ${LAG_SHIFT})`,
       'links',
     )}
   from dependencies
   where ${
     isOneProject
       ? 'predecessor_project_id = $1::uuid and successor_project_id = $1::uuid'
       : 'predecessor_project_id = any($1::uuid[]) and successor_project_id = any($1::uuid[])'
   } and not is_deleted and not is_pending) as links`

/** A moment of one project's rows. */
export interface RowsState {
  /** The cursor of the project: every row changed later carries a greater one. */
  readonly syncSeq: number
  /** Changes with every write of the project's own row, and so with every pass that stores dates. */
  readonly stamp: string
}

export interface LoadedRows {
  readonly rows: ScheduleRows
  /** Null for several projects. */
  readonly state: RowsState | null
}

/** All rows a pass looks at, in one statement and so of one moment. */
export async function loadScheduleRows(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  options: { withEstimates?: boolean } = {},
): Promise<LoadedRows> {
  const shape = {
    withEstimates: options.withEstimates ?? false,
    isOneProject: projectIds.length === 1,
    isChange: false,
  }
  const row = await sqlOne<RowsAnswer>(ctx, textOf(shape), [shape.isOneProject ? projectIds[0] : projectIds])
  return { rows: rowsOf(row, shape), state: stateOf(row) }
}

/** The tasks of one project that changed after a cursor, and whether links did. */
export async function loadChangedRows(
  ctx: Ctx<unknown>,
  projectId: string,
  since: number,
  options: { withEstimates?: boolean } = {},
): Promise<LoadedRows & { areLinksChanged: boolean }> {
  const shape = { withEstimates: options.withEstimates ?? false, isOneProject: true, isChange: true }
  const row = await sqlOne<RowsAnswer & { are_links_changed: boolean }>(ctx, textOf(shape), [projectId, since])
  return { rows: rowsOf(row, shape), state: stateOf(row), areLinksChanged: row?.are_links_changed ?? true }
}

/** The links of one project alone. */
export async function loadLinkRows(ctx: Ctx<unknown>, projectId: string): Promise<LinkRows> {
  return linksOf(await sqlOne<RowsAnswer>(ctx, `select * from ${linksText(true)}`, [projectId]))
}

/** The number that each row has in its project. */
export async function loadNumbers(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  index: UuidIndex,
): Promise<Int32Array> {
  const row = await sqlOne<RowsAnswer>(
    ctx,
    `select ${ids('id', 'ids')}, ${ints('number', 'numbers')} from tasks where project_id = any($1::uuid[])`,
    [projectIds],
  )
  const words = uuidWords(row?.ids ?? null)
  const numbers = new Int32Array(index.count)
  for (const [at, number] of int32s(row?.numbers ?? null).entries()) {
    const place = index.find(words, at)
    if (place !== -1) numbers[place] = number
  }
  return numbers
}

export type LinkRows = Pick<
  ScheduleRows,
  'predecessorWords' | 'successorWords' | 'linkType' | 'linkLagDays' | 'linkFlags'
>

function linksOf(row: RowsAnswer | undefined): LinkRows {
  const links = int32s(row?.links ?? null)
  return {
    predecessorWords: uuidWords(row?.predecessors ?? null),
    successorWords: uuidWords(row?.successors ?? null),
    linkType: links.map((link) => link & LINK_TYPE_MASK),
    linkLagDays: links.map((link) => (link >> LAG_SHIFT) - LAG_OFFSET),
    linkFlags: links,
  }
}

type RowsAnswer = Record<string, Buffer | null>

function stateOf(row: RowsAnswer | undefined): RowsState | null {
  const { sync_seq: syncSeq, stamp } = (row ?? {}) as { sync_seq?: string | null; stamp?: string | null }
  return syncSeq && stamp ? { syncSeq: Number(syncSeq), stamp } : null
}

function rowsOf(row: RowsAnswer | undefined, { isOneProject, withEstimates }: Shape): ScheduleRows {
  const column = (name: string) => int32s(row?.[name] ?? null)
  const words = column('words')
  return {
    taskWords: uuidWords(row?.ids ?? null),
    flags: words.map((word) => word & ((1 << DURATION_SHIFT) - 1)),
    projectIndex: isOneProject ? new Int32Array(words.length) : column('projects'),
    durationDays: words.map((word) => word >>> DURATION_SHIFT),
    parentWords: spreadWords(uuidWords(row?.parents ?? null), words, ROW_FLAG.hasParent),
    calendarWords: row?.calendars ? spreadWords(uuidWords(row.calendars), words, ROW_FLAG.hasCalendar) : NO_WORDS,
    constraintWords: row?.constraints
      ? spreadWords(int32s(row.constraints), words, ROW_FLAG.hasConstraint, CONSTRAINT_WIDTH)
      : NO_WORDS,
    plannedStartDay: spread(column('planned_start'), words, ROW_FLAG.hasDates),
    actualStartDay: spread(column('actual_start'), words, ROW_FLAG.hasDates),
    actualFinishDay: spread(column('actual_finish'), words, ROW_FLAG.hasDates),
    percentComplete: spreadDoubles(float64s(row?.percent ?? null), words, ROW_FLAG.hasDates),
    stored: withEstimates
      ? null
      : {
          earlyStartDay: spread(column('early_start'), words, ROW_FLAG.stored),
          earlyFinishDay: spread(column('early_finish'), words, ROW_FLAG.stored),
          lateStartDay: spread(column('late_start'), words, ROW_FLAG.stored),
          lateFinishDay: spread(column('late_finish'), words, ROW_FLAG.stored),
          scheduledStartDay: spread(column('scheduled_start'), words, ROW_FLAG.stored),
          totalFloatDays: spread(column('total_float'), words, ROW_FLAG.stored),
          freeFloatDays: spread(column('free_float'), words, ROW_FLAG.stored),
        },
    ...linksOf(row),
    estimates: withEstimates
      ? {
          optimisticDays: column('optimistic'),
          mostLikelyDays: column('most_likely'),
          pessimisticDays: column('pessimistic'),
          isScrum: column('scrum'),
          storyPoints: float64s(row?.points ?? null),
        }
      : null,
  }
}

const NO_WORDS = new Int32Array(0)

/** Puts the values of the flagged rows in their places; the others have no day. */
function spread(values: Int32Array, words: Int32Array, flag: number): Int32Array {
  if (values.length === words.length) return values
  const column = new Int32Array(words.length).fill(NO_DAY)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) !== 0) column[row] = values[at++] as number
  }
  return column
}

function spreadDoubles(values: Float64Array, words: Int32Array, flag: number): Float64Array {
  const column = new Float64Array(words.length)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) !== 0) column[row] = values[at++] as number
  }
  return column
}

function spreadWords(values: Int32Array, words: Int32Array, flag: number, width = 4): Int32Array {
  const column = new Int32Array(width * words.length)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) === 0) continue
    for (let word = 0; word < width; word++) column[width * row + word] = values[at++] as number
  }
  return column
}
