import type { ProgramScope } from '../access/program-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { FOUND_TYPES, type FoundType, searchBacklogs, searchEverywhere, searchProgram } from './search.queries.ts'
import type { Found, ProgramSearchQuery, SearchQuery } from './search.schema.ts'

const MIN_LENGTH = 2
const MAX_LENGTH = 100
/** Whoever wants more says more: beyond these nobody reads on. */
const MAX_FOUND = 100
const MAX_IN_PROGRAM = 200
const PAGE = { defaultSize: 50, maxSize: 50 }

/** What the caller may see and is called like it, page by page. */
export async function searchAll(ctx: Ctx<unknown>, query: SearchQuery): Promise<OffsetPage<Found>> {
  const request = pageRequest(query, PAGE)
  const text = (query.q ?? '').trim().slice(0, MAX_LENGTH)
  const types = typesOf(query.type)
  const isAsked = text.length >= MIN_LENGTH && types.length > 0
  const found = isAsked ? await searchNames(ctx, text, types) : []
  return { count: found.length, results: found.slice(request.offset, request.offset + request.pageSize), request }
}

/** Of each source the first hundred, in one order: names that begin with the text, then by type and name. */
async function searchNames(ctx: Ctx<unknown>, text: string, types: readonly FoundType[]): Promise<Found[]> {
  const search = { text, types, limit: MAX_FOUND }
  const tasks = (await searchEverywhere(ctx, search)).map((row) => ({ ...row, kind: 'task' as const }))
  const items = (await searchBacklogs(ctx, search)).map((row) => ({ ...row, ...OF_NO_PROJECT }))
  const begins = ({ title }: Found) => (title.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 1)
  const byName = (a: Found, b: Found) => (a.title === b.title ? (a.id < b.id ? -1 : 1) : a.title < b.title ? -1 : 1)
  return [...tasks, ...items].sort(
    (a, b) => begins(a) - begins(b) || FOUND_TYPES.indexOf(a.type) - FOUND_TYPES.indexOf(b.type) || byName(a, b),
  )
}

const OF_NO_PROJECT = {
  kind: 'backlog_item' as const,
  project_id: null,
  project_name: null,
  parent_epic_id: null,
  parent_epic_name: null,
}

/** All types where none was named. */
function typesOf(list: string | undefined): readonly FoundType[] {
  const named = (list ?? '').split(',').map((one) => one.trim().toLowerCase())
  if (named.every((one) => one === '')) return FOUND_TYPES
  return FOUND_TYPES.filter((type) => named.includes(type))
}

/** Tasks of the program's projects that the caller is a member of, for whoever links tasks across projects. */
export async function searchTasksOfProgram(ctx: Ctx<ProgramScope>, query: ProgramSearchQuery) {
  refuseUnless(query.q !== undefined, () => new Refusal(400, 'The query parameter q is required.'))
  const text = query.q.trim().slice(0, MAX_LENGTH)
  if (text === '') return []
  const { programId } = ctx.scope
  const excludedProjectId = query.exclude_project ?? null
  const rows = await searchProgram(ctx, { programId, text, excludedProjectId, limit: MAX_IN_PROGRAM })
  return rows.map(({ number, code, ...row }) => {
    const reference = `${code}-T-${number}`
    return { ...row, short_id: reference, short_id_display: `T-${number}`, qualified_id: reference }
  })
}
