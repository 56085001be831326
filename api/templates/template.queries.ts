import { sql } from 'kysely'
import { programMemberships, projectMemberships } from '../access/memberships.queries.ts'
import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { likeEscape } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import { HAS_STRUCTURAL_CHILD } from '../tasks/task.queries.ts'
import type { TaskValues } from '../tasks/task-values.ts'
import type { TemplateQuery } from './template.schema.ts'

/** Live projects of the caller. */
function ownProjects(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['p.id', 'p.name'])
    .where('p.is_deleted', '=', false)
}

/** Live programs of the caller. */
function ownPrograms(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('programs as g')
    .innerJoin(programMemberships(ctx, actorId(ctx)), 'pm.program_id', 'g.id')
    .select('g.id')
    .where('g.is_deleted', '=', false)
}

/** Templates with whether the caller may see them: one of a program is for its people and for those of its source. */
function templates(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('project_templates as t')
    .leftJoin(ownProjects(ctx).as('own'), 'own.id', 't.source_project_id')
}

function isVisible(ctx: Ctx<unknown>) {
  return sql<boolean>`(t.program_id is null or t.source_kind = 'community' or own.id is not null
    or t.program_id in (${ownPrograms(ctx)}))`
}

/** How many applications of template `t` succeeded, and whether a newer version of it exists. */
const USAGE_COUNT = sql<number>`(select count(*) from template_applications u
  where u.template_id = t.id and u.status = 'success')`
const IS_SUPERSEDED = sql<boolean>`exists (select 1 from project_templates n where n.supersedes_id = t.id)`

/** Never the structure itself. Of the source only members of it are told. */
function visibleTemplates(ctx: Ctx<unknown>) {
  return templates(ctx)
    .leftJoin('accounts as a', 'a.id', 't.published_by_id')
    .select(['t.id', 't.name', 't.description', 't.source_kind', 't.methodology', 't.version', 't.program_id'])
    .select(['t.published_at', 't.published_by_id', 't.supersedes_id', 't.counts'])
    .select(['a.username', 'a.first_name', 'a.last_name'])
    .select(['own.id as source_project_id', 'own.name as source_project_name'])
    .select([IS_SUPERSEDED.as('is_superseded'), USAGE_COUNT.as('usage_count')])
    .where(isVisible(ctx))
}

export type TemplateRow = Awaited<ReturnType<typeof loadTemplate>>

/** The gallery: one's own workspace first, then by name with the newest version first. */
export function pageTemplates(
  ctx: Ctx<unknown>,
  { program, search }: TemplateQuery,
  request: PageRequest,
): Promise<OffsetPage<TemplateRow>> {
  const found = visibleTemplates(ctx)
    .where('t.name', 'ilike', `%${likeEscape(search ?? '')}%`)
    .$if(program !== undefined, (all) =>
      all.where(sql<boolean>`(t.program_id is null or t.source_kind = 'community' or t.program_id = ${program}::uuid)`),
    )
    .orderBy(sql`t.source_kind = 'community'`)
    .orderBy('t.name')
    .orderBy('t.version', 'desc')
    .orderBy('t.id')
  return pageRows(found, request)
}

export async function loadTemplate(ctx: Ctx<unknown>, id: string) {
  const row = await visibleTemplates(ctx).where('t.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** The structure of a template that the caller sees; absent and hidden alike are the 404. */
export async function loadVisibleStructure(ctx: Ctx<unknown>, id: string) {
  const row = await templates(ctx).select('t.structure').where('t.id', '=', id).where(isVisible(ctx)).executeTakeFirst()
  refuseUnless(row, notFound)
  return row.structure
}

/** The newest version of a name in the whole workspace. */
export function findNewestVersion(ctx: Ctx<unknown>, name: string) {
  return templates(ctx)
    .select(['t.id', 't.version', isVisible(ctx).as('is_visible')])
    .where('t.name', '=', name)
    .orderBy('t.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Deletes templates of programs that are gone when their source is gone too: nobody can see them, but they hold a name. */
export async function deleteUnseenTemplates(ctx: Ctx<unknown>): Promise<void> {
  await tables(ctx)
    .deleteFrom('project_templates as t')
    .where('t.program_id', 'is not', null)
    .where('t.source_project_id', 'is', null)
    .where('t.source_kind', '<>', 'community')
    .where(sql<boolean>`not exists (select 1 from programs g where g.id = t.program_id and not g.is_deleted)`)
    .where(sql<boolean>`not exists (select 1 from template_applications a where a.template_id = t.id)`)
    .execute()
}

const TEMPLATE_COLUMNS = [
  ...(['id', 'parent_id', 'parent_epic_id', 'name', 'notes', 'type', 'is_subtask', 'is_milestone'] as const),
  ...(['structure_role', 'auto_container', 'duration', 'duration_unit', 'own_estimate', 'delivery_mode'] as const),
  ...(['governance_class', 'parent_governance_inherited'] as const),
]
type Worded = 'type' | 'structure_role' | 'duration_unit' | 'delivery_mode' | 'governance_class'

/** The first live tasks of a project in the order of their tree, as far as a template holds them. No recurring work. */
export function loadSourceTasks(ctx: Ctx<unknown>, projectId: string, limit: number) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .select(TEMPLATE_COLUMNS)
    .select(HAS_STRUCTURAL_CHILD.as('is_phase'))
    .$narrowType<Pick<TaskValues, Worded>>()
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
    .where('t.is_recurring', '=', false)
    .orderBy('t.wbs_order', (order) => order.asc().nullsLast())
    .orderBy('t.number')
    .limit(limit)
    .execute()
}
