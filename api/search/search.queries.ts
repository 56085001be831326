import { sql } from 'kysely'
import { agentMayRead } from '../access/agent-consent.queries.ts'
import { programMemberships, projectMemberships } from '../access/memberships.queries.ts'
import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'

/**
 * Where the text stands in a name, whatever the case of either; 0 for nowhere. A pattern would have both put into small
 * letters for every row once more: a frequent word is looked for in all tasks there are, and again to put them in order.
 */
function placeIn(column: string, text: string) {
  return sql<number>`strpos(lower(${sql.ref(column)}), lower(${text}))`
}

/** Live tasks of live projects that the caller is a member of and whose name contains the text. */
function namedTasks(ctx: Ctx<unknown>, text: string) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 't.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .where('t.is_deleted', '=', false)
    .where(sql<boolean>`${placeIn('t.name', text)} > 0`)
}

/** How a task is called where everything is searched: by what it is to people before what kind of work it is. */
const FOUND_TYPE = sql<FoundType>`case when t.type in ('epic', 'story') then t.type when t.is_milestone then 'milestone' else 'task' end`
export type FoundType = 'epic' | 'story' | 'milestone' | 'task'

export const FOUND_TYPES: readonly FoundType[] = ['epic', 'story', 'milestone', 'task']

export interface NameSearch {
  readonly text: string
  readonly types: readonly FoundType[]
  readonly limit: number
}

/**
 * The first of those of the types: names that begin with the text, then by type and name. Drafts are not looked into. Which they
 * are is settled before anything is joined to them, because a frequent word finds every task there is.
 */
export function searchEverywhere(ctx: Ctx<unknown>, search: NameSearch) {
  const first = namedTasks(ctx, search.text)
    .select(['t.id', 't.name as title', FOUND_TYPE.as('type'), 't.parent_epic_id'])
    .select(['p.program_id', 't.project_id', 'p.name as project_name'])
    .where('p.lifecycle', '<>', 'draft')
    .$if(search.types.length < FOUND_TYPES.length, (some) =>
      some.where(sql<boolean>`${FOUND_TYPE} = any(${search.types}::text[])`),
    )
    .where(agentMayRead(ctx, 'p'))
    .orderBy(sql`${placeIn('t.name', search.text)} <> 1`)
    .orderBy(sql`array_position(${FOUND_TYPES}::text[], ${FOUND_TYPE})`)
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(search.limit)
  return tables(ctx)
    .selectFrom(first.as('f'))
    .leftJoin('programs as g', 'g.id', 'f.program_id')
    .leftJoin('tasks as e', (join) => join.onRef('e.id', '=', 'f.parent_epic_id').on('e.is_deleted', '=', false))
    .select(['f.id', 'f.title', 'f.type', 'f.program_id', 'g.name as program_name'])
    .select(['f.project_id', 'f.project_name', 'e.id as parent_epic_id', 'e.name as parent_epic_name'])
    .execute()
}

const ITEM_TYPE = sql<FoundType>`case when i.item_type in ('epic', 'story') then i.item_type else 'task' end`

/** Items of the backlogs of the caller's programs that no project has pulled: what was pulled is found as its task. */
export function searchBacklogs(ctx: Ctx<unknown>, search: NameSearch) {
  return tables(ctx)
    .selectFrom('backlog_items as i')
    .innerJoin('programs as g', (join) => join.onRef('g.id', '=', 'i.program_id').on('g.is_deleted', '=', false))
    .innerJoin(programMemberships(ctx, actorId(ctx)), 'pm.program_id', 'g.id')
    .leftJoin('tasks as t', (join) => join.onRef('t.id', '=', 'i.pulled_task_id').on('t.is_deleted', '=', false))
    .select(['i.id', 'i.title', ITEM_TYPE.as('type'), 'i.program_id', 'g.name as program_name'])
    .where('i.is_deleted', '=', false)
    .where('i.status', '<>', 'archived')
    .where('t.id', 'is', null)
    .where(sql<boolean>`${placeIn('i.title', search.text)} > 0`)
    .where(sql<boolean>`${ITEM_TYPE} = any(${search.types}::text[])`)
    .$if(ctx.actor.kind === 'agent', (some) => some.where(sql<boolean>`g.mcp_enabled is not false`))
    .orderBy(sql`${placeIn('i.title', search.text)} <> 1`)
    .orderBy(sql`array_position(${FOUND_TYPES}::text[], ${ITEM_TYPE})`)
    .orderBy('i.title')
    .orderBy('i.id')
    .limit(search.limit)
    .execute()
}

/** Those of the projects of a program, names that begin with the text first. */
export function searchProgram(
  ctx: Ctx<unknown>,
  search: {
    readonly programId: string
    readonly text: string
    readonly excludedProjectId: string | null
    readonly limit: number
  },
) {
  return namedTasks(ctx, search.text)
    .select(['t.id', 't.name', 't.number', 'p.code', 't.project_id', 'p.name as project_name'])
    .where('p.program_id', '=', search.programId)
    .$if(search.excludedProjectId !== null, (some) => some.where('p.id', '<>', search.excludedProjectId))
    .orderBy(sql`${placeIn('t.name', search.text)} <> 1`)
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(search.limit)
    .execute()
}
