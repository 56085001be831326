import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PlanTaskRow } from '../plan.queries.ts'

/** What is stored of a task whose past is looked at: whatever became of it since. */
export interface PastTaskRow extends PlanTaskRow {
  readonly type: string
  readonly is_recurring: boolean
  readonly is_deleted: boolean
  readonly sprint_id: string | null
}

const COLUMNS = [
  ...(['id', 'number', 'name', 'status', 'parent_id', 'duration', 'is_milestone', 'planned_start'] as const),
  ...(['percent_complete', 'actual_start', 'actual_finish', 'optimistic_duration', 'most_likely_duration'] as const),
  ...(['pessimistic_duration', 'delivery_mode', 'story_points', 'calendar_id', 'constraint_type'] as const),
  ...(['constraint_date', 'deadline', 'milestone_at', 'type', 'is_recurring', 'is_deleted', 'sprint_id'] as const),
]

/** Every task the project ever had and still keeps a row of. */
export async function findAllTasks(ctx: Ctx<ProjectScope>): Promise<PastTaskRow[]> {
  const rows = await tables(ctx)
    .selectFrom('tasks')
    .select(COLUMNS)
    .select(sql<string>`''`.as('notes'))
    .where('project_id', '=', ctx.scope.projectId)
    .orderBy('number')
    .execute()
  return rows as unknown as PastTaskRow[]
}

export type PastLinkRow = Awaited<ReturnType<typeof findAllLinks>>[number]

/** Every link within the project, deleted ones too. */
export function findAllLinks(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('dependencies')
    .select(['id', 'predecessor_id', 'successor_id', 'dep_type', 'lag', 'lag_unit', 'is_deleted', 'is_pending'])
    .where('predecessor_project_id', '=', ctx.scope.projectId)
    .where('successor_project_id', '=', ctx.scope.projectId)
    .orderBy('id')
    .execute()
}

export type PastProjectRow = Awaited<ReturnType<typeof loadProjectFacts>>

export function loadProjectFacts(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('projects')
    .select(['id', 'name', 'start_date', 'status_date', 'timezone', 'created_at'])
    .where('id', '=', ctx.scope.projectId)
    .executeTakeFirstOrThrow()
}

export type Change = Awaited<ReturnType<typeof findChangesSince>>[number]

/** What was saved of the project, its tasks and links after an instant, the newest first. */
export function findChangesSince(ctx: Ctx<ProjectScope>, at: Date) {
  return tables(ctx)
    .selectFrom('history_rows')
    .select(['object_type', 'object_id', 'change_type', 'changes'])
    .where('project_id', '=', ctx.scope.projectId)
    .where('at', '>', at.toISOString())
    .where(sql<boolean>`object_type in ('project', 'task', 'dependency')`)
    .orderBy('id', 'desc')
    .execute()
}

/** First days of the sprints of the project. */
export async function findSprintStarts(ctx: Ctx<ProjectScope>): Promise<Map<string, string>> {
  const rows = await tables(ctx)
    .selectFrom('sprints')
    .select(['id', 'start_date'])
    .where('project_id', '=', ctx.scope.projectId)
    .execute()
  return new Map(rows.map((row) => [row.id, row.start_date]))
}

export function findBaseline(ctx: Ctx<ProjectScope>, id: string) {
  return tables(ctx)
    .selectFrom('baselines')
    .select(['id', 'name', 'created_at'])
    .where('id', '=', id)
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}
