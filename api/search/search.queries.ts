import { sql } from 'kysely'
import { agentMayRead } from '../access/agent-consent.queries.ts'
import { projectMemberships } from '../access/memberships.queries.ts'
import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { likeEscape } from '../platform/db/sql.ts'

/** Live tasks of live projects that the caller is a member of and whose name contains the text. */
function namedTasks(ctx: Ctx<unknown>, text: string) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 't.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .where('t.is_deleted', '=', false)
    .where(sql<boolean>`t.name ilike ${`%${likeEscape(text)}%`}`)
}

/** How a task is called where everything is searched: by what it is to people before what kind of work it is. */
const FOUND_TYPE = sql<FoundType>`case when t.type in ('epic', 'story') then t.type when t.is_milestone then 'milestone' else 'task' end`
export type FoundType = 'epic' | 'story' | 'milestone' | 'task'

/** Those of the types, names that begin with the text first, then by type and name. Drafts are not looked into. */
export function searchEverywhere(
  ctx: Ctx<unknown>,
  search: { readonly text: string; readonly types: readonly FoundType[]; readonly limit: number },
) {
  return namedTasks(ctx, search.text)
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .leftJoin('tasks as e', (join) => join.onRef('e.id', '=', 't.parent_epic_id').on('e.is_deleted', '=', false))
    .select(['t.id', 't.name as title', FOUND_TYPE.as('type'), 'p.program_id', 'g.name as program_name'])
    .select(['t.project_id', 'p.name as project_name', 'e.id as parent_epic_id', 'e.name as parent_epic_name'])
    .where('p.lifecycle', '<>', 'draft')
    .where(sql<boolean>`${FOUND_TYPE} = any(${search.types}::text[])`)
    .where(agentMayRead(ctx, 'p'))
    .orderBy(sql`t.name ilike ${`${likeEscape(search.text)}%`} desc`)
    .orderBy(sql`array_position(array['epic', 'story', 'milestone', 'task'], ${FOUND_TYPE})`)
    .orderBy('t.name')
    .orderBy('t.id')
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
    .orderBy(sql`t.name ilike ${`${likeEscape(search.text)}%`} desc`)
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(search.limit)
    .execute()
}
