import { NO_DAY } from '../../compute/model/schedule-columns.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { float64s, int32s } from './column-bytes.ts'
import { uuidWords } from './uuid-index.ts'

/** A project inside one pass. */
export interface PassProject {
  readonly id: string
  readonly startDate: string
  readonly statusDate: string | null
  readonly timezone: string
  readonly estimationMode: string
  readonly programId: string | null
  /** When its dates were last computed. */
  readonly recalculatedAt: string | null
}

/** Columns of a `PassProject`, of projects `p`. */
export const PASS_PROJECT = `p.id, p.start_date as "startDate", p.status_date as "statusDate", p.timezone,
       p.estimation_mode as "estimationMode", p.program_id as "programId", p.recalculated_at as "recalculatedAt"`

/**
 * The projects one pass must compute together: the project alone, or every live project of its program once an accepted
 * link crosses two of them. In id order; empty when the project is gone.
 */
export async function findPassProjects(ctx: Ctx<unknown>, projectId: string): Promise<PassProject[]> {
  return sql<PassProject>(
    ctx,
    `with asked as (select id, program_id from projects where id = $1 and not is_deleted),
     crossing as (
       select 1 from asked join projects a on a.program_id = asked.program_id and not a.is_deleted
       join dependencies d on d.predecessor_project_id = a.id and d.predecessor_project_id <> d.successor_project_id
         and not d.is_deleted and not d.is_pending
       join projects b on b.id = d.successor_project_id and b.program_id = asked.program_id and not b.is_deleted
       limit 1)
     select ${PASS_PROJECT}
     from asked join projects p on p.id = asked.id
       or (p.program_id = asked.program_id and not p.is_deleted and exists (select 1 from crossing))
     order by p.id`,
    [projectId],
  )
}

/** The project alone, for computations that never span a program. */
export async function loadPassProject(ctx: Ctx<unknown>, projectId: string): Promise<PassProject> {
  const project = await sqlOne<PassProject>(ctx, `select ${PASS_PROJECT} from projects p where p.id = $1`, [projectId])
  if (!project) throw notFound()
  return project
}

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
  readonly plannedStartDay: Int32Array
  readonly actualStartDay: Int32Array
  readonly actualFinishDay: Int32Array
  readonly percentComplete: Float64Array
  readonly stored: StoredColumns
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

/** Which tasks `t` get dates at all. */
export const SCHEDULABLE = `not t.is_deleted and t.status <> 'BACKLOG' and t.type not in ('epic', 'EPIC') and not t.is_recurring`

const WORD = [
  bit(SCHEDULABLE, ROW_FLAG.inSet),
  bit('t.is_milestone', ROW_FLAG.milestone),
  bit('s.task_id is not null', ROW_FLAG.stored),
  bit('s.is_critical', ROW_FLAG.critical),
  bit(`t.estimate_status is distinct from 'accepted'`, ROW_FLAG.pendingEstimate),
  bit('t.parent_id is not null', ROW_FLAG.hasParent),
  bit(
    't.planned_start is not null or t.actual_start is not null or t.actual_finish is not null or t.percent_complete <> 0',
    ROW_FLAG.hasDates,
  ),
  bit('t.calendar_id is not null', ROW_FLAG.hasCalendar),
  `(t.duration << ${DURATION_SHIFT})`,
].join(' | ')

const ESTIMATES = `, ${ints('coalesce(optimistic_duration, -1)', 'optimistic')},
  ${ints('coalesce(most_likely_duration, -1)', 'most_likely')},
  ${ints('coalesce(pessimistic_duration, -1)', 'pessimistic')},
  ${ints(`(delivery_mode = 'scrum')::int`, 'scrum')},
  string_agg(float8send(coalesce(story_points::float8, 'NaN'::float8)), '') as points`
const ESTIMATE_SOURCES = `, t.optimistic_duration, t.most_likely_duration, t.pessimistic_duration, t.delivery_mode,
       t.story_points`

interface Shape {
  readonly withEstimates: boolean
  readonly isOneProject: boolean
}

const textOf = ({ withEstimates, isOneProject }: Shape) => `select * from
  (select ${ids('id', 'ids')}, ${ints('word', 'words')},
     ${isOneProject ? '' : `${ints('array_position($1::uuid[], project_id) - 1', 'projects')},`}
     ${ids('parent_id', 'parents', ROW_FLAG.hasParent)}, ${ids('calendar_id', 'calendars', ROW_FLAG.hasCalendar)},
     ${ints(day('planned_start'), 'planned_start', ROW_FLAG.hasDates)},
     ${ints(day('actual_start'), 'actual_start', ROW_FLAG.hasDates)},
     ${ints(day('actual_finish'), 'actual_finish', ROW_FLAG.hasDates)},
     string_agg(float8send(percent_complete), '')${only(ROW_FLAG.hasDates)} as percent,
     ${ints(day('early_start'), 'early_start', ROW_FLAG.stored)},
     ${ints(day('early_finish'), 'early_finish', ROW_FLAG.stored)},
     ${ints(day('late_start'), 'late_start', ROW_FLAG.stored)},
     ${ints(day('late_finish'), 'late_finish', ROW_FLAG.stored)},
     ${ints(day('scheduled_start'), 'scheduled_start', ROW_FLAG.stored)},
     ${ints('total_float', 'total_float', ROW_FLAG.stored)}, ${ints('free_float', 'free_float', ROW_FLAG.stored)}
     ${withEstimates ? ESTIMATES : ''}
   from (
     select t.id, t.project_id, t.parent_id, t.calendar_id, t.planned_start, t.actual_start, t.actual_finish,
       t.percent_complete, s.early_start, s.early_finish, s.late_start, s.late_finish, s.scheduled_start,
       s.total_float, s.free_float${withEstimates ? ESTIMATE_SOURCES : ''}, ${WORD} as word
     from tasks t left join task_schedules s on s.task_id = t.id
     where ${isOneProject ? 't.project_id = $1::uuid' : 't.project_id = any($1::uuid[])'}
       and (not t.is_deleted or s.task_id is not null)
     order by t.id) as row) as tasks,
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

/** All rows a pass looks at, in one statement and so of one moment. */
export async function loadScheduleRows(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  options: { withEstimates?: boolean } = {},
): Promise<ScheduleRows> {
  const isOneProject = projectIds.length === 1
  const text = textOf({ withEstimates: options.withEstimates ?? false, isOneProject })
  const row = await sqlOne<Record<string, Buffer | null>>(ctx, text, [isOneProject ? projectIds[0] : projectIds])
  const column = (name: string) => int32s(row?.[name] ?? null)
  const words = column('words')
  const links = column('links')
  return {
    taskWords: uuidWords(row?.ids ?? null),
    flags: words.map((word) => word & ((1 << DURATION_SHIFT) - 1)),
    projectIndex: isOneProject ? new Int32Array(words.length) : column('projects'),
    durationDays: words.map((word) => word >>> DURATION_SHIFT),
    parentWords: spreadWords(uuidWords(row?.parents ?? null), words, ROW_FLAG.hasParent),
    calendarWords: row?.calendars ? spreadWords(uuidWords(row.calendars), words, ROW_FLAG.hasCalendar) : NO_WORDS,
    plannedStartDay: spread(column('planned_start'), words, ROW_FLAG.hasDates),
    actualStartDay: spread(column('actual_start'), words, ROW_FLAG.hasDates),
    actualFinishDay: spread(column('actual_finish'), words, ROW_FLAG.hasDates),
    percentComplete: spreadDoubles(float64s(row?.percent ?? null), words, ROW_FLAG.hasDates),
    stored: {
      earlyStartDay: spread(column('early_start'), words, ROW_FLAG.stored),
      earlyFinishDay: spread(column('early_finish'), words, ROW_FLAG.stored),
      lateStartDay: spread(column('late_start'), words, ROW_FLAG.stored),
      lateFinishDay: spread(column('late_finish'), words, ROW_FLAG.stored),
      scheduledStartDay: spread(column('scheduled_start'), words, ROW_FLAG.stored),
      totalFloatDays: spread(column('total_float'), words, ROW_FLAG.stored),
      freeFloatDays: spread(column('free_float'), words, ROW_FLAG.stored),
    },
    predecessorWords: uuidWords(row?.predecessors ?? null),
    successorWords: uuidWords(row?.successors ?? null),
    linkType: links.map((link) => link & LINK_TYPE_MASK),
    linkLagDays: links.map((link) => (link >> LAG_SHIFT) - LAG_OFFSET),
    linkFlags: links,
    estimates: options.withEstimates
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

function spreadWords(values: Int32Array, words: Int32Array, flag: number): Int32Array {
  const column = new Int32Array(4 * words.length)
  for (let row = 0, at = 0; row < words.length; row++) {
    if (((words[row] as number) & flag) === 0) continue
    for (let word = 0; word < 4; word++) column[4 * row + word] = values[at++] as number
  }
  return column
}
