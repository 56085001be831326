import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { containsWords, orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { loadResource } from './resource.queries.ts'

interface PageQuery {
  readonly page?: string | undefined
  readonly page_size?: string | undefined
}

export interface CatalogFilter extends PageQuery {
  readonly search: string | undefined
  readonly ordering: string | undefined
  readonly searchesEmail: boolean
  readonly showsDeactivated: boolean
  /** Those on the roster of this project are left out. */
  readonly excludedProjectId: string | null
  /** Those who fit what this task asks for come first. */
  readonly taskId: string | null
}

/** Ids of a page of the catalogue: by fit where a task is named, then as asked or by name. */
export async function pageResourceIds(db: Db, filter: CatalogFilter): Promise<OffsetPage<string>> {
  const { taskId, excludedProjectId } = filter
  const terms = orderTerms(filter.ordering, { name: 'r.name' }) ?? [sql.ref('r.name')]
  const order = taskId === null ? terms : [await fitRank(db, taskId), ...terms]
  const found = tables(db)
    .selectFrom('resources as r')
    .select('r.id')
    .where(containsWords(filter.search, filter.searchesEmail ? ['r.name', 'r.email'] : ['r.name']))
    .$if(!filter.showsDeactivated, (all) => all.where('r.is_deleted', '=', false))
    .$if(excludedProjectId !== null, (all) =>
      all.where('r.id', 'not in', (eb) =>
        eb
          .selectFrom('project_resources')
          .select('resource_id')
          .where('project_id', '=', excludedProjectId as string),
      ),
    )
    .orderBy(sql`${sql.join(order)}, r.id`)
  const page = await pageRows(found, pageRequest(filter, LARGE_LIST))
  return { ...page, results: page.results.map((row) => row.id) }
}

/** 0 where resource `r` meets all the task asks for, 2 where it meets nothing, 1 between them. */
async function fitRank(db: Db, taskId: string): Promise<RawBuilder<number>> {
  const required = await tables(db)
    .selectFrom('task_skill_requirements')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return sql<number>`case (select count(*) from task_skill_requirements q where q.task_id = ${taskId}::uuid
      and not exists (select 1 from resource_skills b where b.resource_id = r.id and b.skill_id = q.skill_id
        and b.proficiency >= q.min_proficiency))
    when 0 then 0 when ${required.count}::int then 2 else 1 end`
}

/** The live task, when it asks for any skills. */
export function findAskingTask(db: Db, taskId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .select('t.project_id')
    .where('t.id', '=', taskId)
    .where('t.is_deleted', '=', false)
    .where((eb) =>
      eb.exists(eb.selectFrom('task_skill_requirements as q').select('q.id').whereRef('q.task_id', '=', 't.id')),
    )
    .executeTakeFirst()
}

/** Everything a resource is assigned to, in all projects, whatever the status; also of a deactivated one. */
export async function pageResourceAssignments(db: Db, resourceId: string, query: PageQuery) {
  await loadResource(db, resourceId, { isDeactivated: true })
  const found = tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .where('a.resource_id', '=', resourceId)
    .where('t.is_deleted', '=', false)
    .where('p.is_deleted', '=', false)
    .select(['a.id', 't.id as task', 't.name as task_name', 'p.id as project', 'p.name as project_name'])
    .select(['t.status', 't.percent_complete', 'a.units'])
    .orderBy('p.name')
    .orderBy('t.name')
    .orderBy('a.id')
  return pageRows(found, pageRequest(query, LARGE_LIST))
}
