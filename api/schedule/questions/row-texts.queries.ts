import { sql } from 'kysely'
import { programMemberships, projectMemberships } from '../../access/memberships.queries.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'

// As text: only the thread that words an answer takes it apart.

/**
 * Names of the tasks of projects by id: those of the caller's own projects, and apart from them the titles of tasks in
 * other projects of a program of his.
 */
export function loadNames(ctx: Ctx<unknown>, projectIds: readonly string[]) {
  const accountId = actorId(ctx)
  const seen = tables(ctx)
    .selectFrom('projects as p')
    .leftJoin(projectMemberships(ctx, accountId), 'm.project_id', 'p.id')
    .leftJoin(programMemberships(ctx, accountId), 'pm.program_id', 'p.program_id')
    .select(['p.id', sql<boolean>`m.project_id is not null`.as('is_member')])
    .where('p.id', '=', anyOf(projectIds))
    .where((eb) => eb.or([eb('m.project_id', 'is not', null), eb('pm.program_id', 'is not', null)]))
    .as('p')
  const namesWhere = (isMember: boolean) =>
    sql<string>`coalesce(json_object_agg(t.id, t.name) filter (where p.is_member = ${isMember}), '{}')::text`
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin(seen, 'p.id', 't.project_id')
    .select([namesWhere(true).as('names'), namesWhere(false).as('titles')])
    .where('t.is_deleted', '=', false)
    .executeTakeFirstOrThrow()
}

/** Tasks by their numbers in the project, which stay the same in every export of it. */
export function loadNumbers(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select([
      sql<string>`coalesce(json_object_agg(id, number), '{}')::text`.as('numbers'),
      sql<string>`coalesce(json_object_agg(number, name), '{}')::text`.as('names'),
    ])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
}

/** The last number that a task of the project was given. */
export async function loadLastNumber(db: Db, projectId: string): Promise<number> {
  const found = tables(db).selectFrom('project_counters').select('item_number').where('project_id', '=', projectId)
  return (await found.executeTakeFirst())?.item_number ?? 0
}

/** How the project is called. */
export async function loadProjectName(ctx: Ctx<ProjectScope>): Promise<string> {
  const { projectId } = ctx.scope
  const found = tables(ctx).selectFrom('projects').select('name').where('id', '=', projectId)
  return (await found.executeTakeFirstOrThrow()).name
}

/** How many people and things work on each task that anybody works on. */
export function countAssignments(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('task_resources as a')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .select((eb) => ['a.task_id', eb.fn.countAll<number>().as('count')])
    .where('a.project_id', '=', ctx.scope.projectId)
    .where('r.is_deleted', '=', false)
    .groupBy('a.task_id')
    .execute()
}

/** The captured finishes of the tasks in the active baseline; none where no baseline is active. */
export function findBaselineFinishes(ctx: Ctx<ProjectScope>) {
  return tables(ctx)
    .selectFrom('baselines as b')
    .innerJoin('baseline_tasks as k', 'k.baseline_id', 'b.id')
    .select(['k.task_id', 'k.finish'])
    .where('b.project_id', '=', ctx.scope.projectId)
    .where('b.is_active', '=', true)
    .where('k.finish', 'is not', null)
    .execute()
}
