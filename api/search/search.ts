import type { ProgramScope } from '../access/program-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import { type FoundType, searchEverywhere, searchProgram } from './search.queries.ts'
import type { ProgramSearchQuery, SearchQuery } from './search.schema.ts'

const MIN_LENGTH = 2
const MAX_LENGTH = 100
/** Whoever wants more says more: beyond these nobody reads on. */
const MAX_FOUND = 100
const MAX_IN_PROGRAM = 200
const PAGE = { defaultSize: 50, maxSize: 50 }
const TYPES: readonly FoundType[] = ['epic', 'story', 'milestone', 'task']

type Found = Awaited<ReturnType<typeof searchEverywhere>>[number]

/** What the caller may see and is called like it, page by page. */
export async function searchAll(ctx: Ctx<unknown>, query: SearchQuery): Promise<OffsetPage<Found>> {
  const request = pageRequest(query, PAGE)
  const text = (query.q ?? '').trim().slice(0, MAX_LENGTH)
  const types = typesOf(query.type)
  const isAsked = text.length >= MIN_LENGTH && types.length > 0
  const found = isAsked ? await searchEverywhere(ctx, { text, types, limit: MAX_FOUND }) : []
  return { count: found.length, results: found.slice(request.offset, request.offset + request.pageSize), request }
}

/** All types where none was named. */
function typesOf(list: string | undefined): readonly FoundType[] {
  const named = (list ?? '').split(',').map((one) => one.trim().toLowerCase())
  if (named.every((one) => one === '')) return TYPES
  return TYPES.filter((type) => named.includes(type))
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
