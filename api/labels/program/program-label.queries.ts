import { sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import { tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { LARGE_LIST, pageRequest } from '../../platform/http/paging.ts'

export interface LabelTasksFilter {
  readonly page?: string | undefined
  /** Folded names and ids of labels; a task that carries any of them is listed. */
  readonly names: readonly string[]
  readonly ids: readonly string[]
}

/** Live projects of the program that the caller is a member of; drafts take no part in programs. */
function projectsOf(ctx: Ctx<ProgramScope>) {
  return tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .where('p.program_id', '=', ctx.scope.programId)
    .where('p.is_deleted', '=', false)
    .where('p.lifecycle', '<>', 'draft')
}

/** Labels of the projects, those of one name together in the spelling and colour of the oldest. */
export function findLabelCatalog(ctx: Ctx<ProgramScope>) {
  return projectsOf(ctx)
    .innerJoin('labels as l', (join) => join.onRef('l.project_id', '=', 'p.id').on('l.is_deleted', '=', false))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('task_labels as c')
          .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'c.task_id').on('t.is_deleted', '=', false))
          .whereRef('c.label_id', '=', 'l.id')
          .select(sql<number>`count(*)`.as('count'))
          .as('n'),
      (join) => join.onTrue(),
    )
    .select([
      sql<string>`(array_agg(l.name order by l.created_at, l.id))[1]`.as('name'),
      sql<string>`(array_agg(l.color order by l.created_at, l.id))[1]`.as('color'),
      sql<number>`sum(n.count)::int`.as('task_count'),
      sql<number>`count(*)::int`.as('project_count'),
      sql<string[]>`array_agg(l.id order by l.created_at, l.id)`.as('label_ids'),
    ])
    .groupBy('l.folded_name')
    .orderBy('l.folded_name')
    .execute()
}

/** A page of the live tasks of the projects that carry a label, project by project in the order of their trees. */
export function pageLabelledTasks(ctx: Ctx<ProgramScope>, { page, names, ids }: LabelTasksFilter) {
  const isAny = names.length === 0 && ids.length === 0
  const chosen = sql<boolean>`(l.folded_name = any(${names as string[]}::text[]) or l.id = any(${ids as string[]}::uuid[]))`
  const statement = projectsOf(ctx)
    .innerJoin('tasks as t', (join) => join.onRef('t.project_id', '=', 'p.id').on('t.is_deleted', '=', false))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('task_labels as c')
          .innerJoin('labels as l', 'l.id', 'c.label_id')
          .whereRef('c.task_id', '=', 't.id')
          .$if(!isAny, (some) => some.where(chosen)),
      ),
    )
    .select(['t.id', 'p.id as project_id', 'p.name as project_name', 'p.code', 'm.role'])
    .orderBy('p.name')
    .orderBy('p.id')
    .orderBy(sql`t.wbs_order nulls last`)
    .orderBy('t.id')
  return pageRows(statement, pageRequest({ page }, LARGE_LIST))
}
