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
}

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
     select p.id, p.start_date as "startDate", p.status_date as "statusDate", p.timezone,
       p.estimation_mode as "estimationMode", p.program_id as "programId"
     from asked join projects p on p.id = asked.id
       or (p.program_id = asked.program_id and not p.is_deleted and exists (select 1 from crossing))
     order by p.id`,
    [projectId],
  )
}

/** The project alone, for computations that never span a program. */
export async function loadPassProject(ctx: Ctx<unknown>, projectId: string): Promise<PassProject> {
  const project = await sqlOne<PassProject>(
    ctx,
    `select p.id, p.start_date as "startDate", p.status_date as "statusDate", p.timezone,
       p.estimation_mode as "estimationMode", p.program_id as "programId" from projects p where p.id = $1`,
    [projectId],
  )
  if (!project) throw notFound()
  return project
}

export const ROW_FLAG = { inSet: 1, milestone: 2, stored: 4, critical: 8, pendingEstimate: 16 } as const
export const LINK_FLAG = { driving: 1, elapsed: 2 } as const

/** One column a field, tasks in id order. Beside the schedulable set stand live rows outside it and rows to clean up. */
export interface ScheduleRows {
  readonly taskWords: Int32Array
  readonly flags: Int32Array
  readonly projectIndex: Int32Array
  readonly parentWords: Int32Array
  readonly calendarWords: Int32Array
  readonly durationDays: Int32Array
  readonly plannedStartDay: Int32Array
  readonly actualStartDay: Int32Array
  readonly actualFinishDay: Int32Array
  readonly percentComplete: Float64Array
  readonly stored: StoredColumns
  readonly linkWords: Int32Array
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

/** What stands for no id in a column of ids. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'
const noId = `'${NO_ID}'::uuid`
const day = (column: string) => `coalesce(${column} - date '1970-01-01', -2147483648)`
const ints = (expression: string, name: string) => `string_agg(int4send(${expression}), '') as ${name}`

const ESTIMATES = `, ${ints('coalesce(optimistic_duration, -1)', 'optimistic')},
  ${ints('coalesce(most_likely_duration, -1)', 'most_likely')},
  ${ints('coalesce(pessimistic_duration, -1)', 'pessimistic')},
  ${ints(`(delivery_mode = 'scrum')::int`, 'scrum')},
  string_agg(float8send(coalesce(story_points::float8, 'NaN'::float8)), '') as points`

const ESTIMATE_SOURCES = `, t.optimistic_duration, t.most_likely_duration, t.pessimistic_duration, t.delivery_mode,
       t.story_points`

const textOf = (withEstimates: boolean) => `select * from
  (select string_agg(uuid_send(id), '') as ids, ${ints('flags', 'flags')}, ${ints('project', 'project')},
     string_agg(uuid_send(coalesce(parent_id, ${noId})), '') as parents,
     case when count(calendar_id) > 0 then string_agg(uuid_send(coalesce(calendar_id, ${noId})), '') end as calendars,
     ${ints('duration', 'duration')}, ${ints(day('planned_start'), 'planned_start')},
     ${ints(day('actual_start'), 'actual_start')}, ${ints(day('actual_finish'), 'actual_finish')},
     string_agg(float8send(percent_complete), '') as percent,
     ${ints(day('early_start'), 'early_start')}, ${ints(day('early_finish'), 'early_finish')},
     ${ints(day('late_start'), 'late_start')}, ${ints(day('late_finish'), 'late_finish')},
     ${ints(day('scheduled_start'), 'scheduled_start')},
     ${ints('coalesce(total_float, 0)', 'total_float')}, ${ints('coalesce(free_float, 0)', 'free_float')}
     ${withEstimates ? ESTIMATES : ''}
   from (
     select t.id, t.parent_id, t.calendar_id, t.duration, t.planned_start, t.actual_start, t.actual_finish,
       t.percent_complete, s.early_start, s.early_finish, s.late_start, s.late_finish, s.scheduled_start,
       s.total_float, s.free_float${withEstimates ? ESTIMATE_SOURCES : ''}, array_position($1::uuid[], t.project_id) - 1 as project,
       (not t.is_deleted and t.status <> 'BACKLOG' and t.type not in ('epic', 'EPIC') and not t.is_recurring)::int
         + case when t.is_milestone then 2 else 0 end
         + case when s.task_id is null then 0 when s.is_critical then 12 else 4 end
         + case when t.estimate_status = 'accepted' then 0 else 16 end as flags
     from tasks t left join task_schedules s on s.task_id = t.id
     where t.project_id = any($1::uuid[]) and (not t.is_deleted or s.task_id is not null)
     order by t.id) as row) as tasks,
  (select string_agg(uuid_send(id), '') as link_ids, string_agg(uuid_send(predecessor_id), '') as predecessors,
     string_agg(uuid_send(successor_id), '') as successors,
     ${ints(`case dep_type when 'FS' then 0 when 'SS' then 1 when 'FF' then 2 else 3 end`, 'link_type')},
     ${ints('lag', 'link_lag')},
     ${ints(`is_driving::int + case lag_unit when 'elapsed' then 2 else 0 end`, 'link_flags')}
   from dependencies
   where predecessor_project_id = any($1::uuid[]) and successor_project_id = any($1::uuid[])
     and not is_deleted and not is_pending) as links`

const TEXT = textOf(false)
const TEXT_WITH_ESTIMATES = textOf(true)

/** All rows a pass looks at, in one statement and so of one moment. */
export async function loadScheduleRows(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  options: { withEstimates?: boolean } = {},
): Promise<ScheduleRows> {
  const text = options.withEstimates ? TEXT_WITH_ESTIMATES : TEXT
  const row = (await sqlOne<Record<string, Buffer | null>>(ctx, text, [projectIds])) ?? {}
  const column = (name: string) => int32s(row[name] ?? null)
  const words = (name: string) => uuidWords(row[name] ?? null)
  return {
    taskWords: words('ids'),
    flags: column('flags'),
    projectIndex: column('project'),
    parentWords: words('parents'),
    calendarWords: words('calendars'),
    durationDays: column('duration'),
    plannedStartDay: column('planned_start'),
    actualStartDay: column('actual_start'),
    actualFinishDay: column('actual_finish'),
    percentComplete: float64s(row.percent ?? null),
    stored: {
      earlyStartDay: column('early_start'),
      earlyFinishDay: column('early_finish'),
      lateStartDay: column('late_start'),
      lateFinishDay: column('late_finish'),
      scheduledStartDay: column('scheduled_start'),
      totalFloatDays: column('total_float'),
      freeFloatDays: column('free_float'),
    },
    linkWords: words('link_ids'),
    predecessorWords: words('predecessors'),
    successorWords: words('successors'),
    linkType: column('link_type'),
    linkLagDays: column('link_lag'),
    linkFlags: column('link_flags'),
    estimates: options.withEstimates
      ? {
          optimisticDays: column('optimistic'),
          mostLikelyDays: column('most_likely'),
          pessimisticDays: column('pessimistic'),
          isScrum: column('scrum'),
          storyPoints: float64s(row.points ?? null),
        }
      : null,
  }
}
