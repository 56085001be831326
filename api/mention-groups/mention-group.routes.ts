import type { z } from 'zod'
import { programScope } from '../access/program-scope.ts'
import { projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { type RawInput, type Route, route } from '../platform/http/route.ts'
import { calledScope } from './called-scope.ts'
import { fillsGroups, managesGroups } from './mention-group.policy.ts'
import { viewGroups } from './mention-group.present.ts'
import { countStakeholders, countViewers, type GroupRow, loadGroup, pageGroups } from './mention-group.queries.ts'
import {
  groupBody,
  groupMemberBody,
  groupPatch,
  listGroupsQuery,
  programGroupReply,
  projectGroupReply,
  reachReply,
} from './mention-group.schema.ts'
import type { GroupScope } from './mention-group.scope.ts'
import { addMember, createGroup, deleteGroup, removeMember, setMuted, updateGroup } from './write-group.ts'

const tag = 'mention groups'

interface Place {
  /** Path of the project or program. */
  readonly path: string
  readonly called: string
  readonly scope: (ctx: Ctx, raw: RawInput) => Promise<GroupScope>
  /** Of who is called with a group. */
  readonly calledScope: (ctx: Ctx, raw: RawInput) => Promise<GroupScope>
  readonly reply: z.ZodType
}

const idOf = (params: Readonly<Record<string, string>>) => params.groupId as string

function listPath({ scope }: Ctx<GroupScope>): string {
  const owner = scope.kind === 'project' ? `/projects/${scope.projectId}` : `/programs/${scope.programId}`
  return `${owner}/mention-groups/`
}

async function shown(ctx: Ctx<GroupScope>, row: GroupRow): Promise<object> {
  return (await viewGroups(ctx, [row]))[0] as object
}

/** Who has no role where the group stands is told of nobody else in it. */
async function shownToCalled(ctx: Ctx<GroupScope>, row: GroupRow): Promise<object> {
  if (ctx.scope.role !== null) return shown(ctx, row)
  const own = await shown(ctx, { ...row, member_ids: row.member_ids.filter((id) => id === actorId(ctx)) })
  return { ...own, member_count: row.member_ids.length }
}

/** What a group is and that it is there. */
function groupRoutes({ path, called, scope, reply }: Place): Route[] {
  const asked = { tag, scope }
  const changing = { ...asked, allow: managesGroups }
  return [
    route({
      method: 'GET',
      path: `${path}mention-groups/`,
      ...asked,
      summary: `Groups of people that comments of ${called} mention, by name`,
      query: listGroupsQuery,
      reply: pageOf(reply),
      run: async (ctx, { query }) => {
        const page = await pageGroups(ctx, query)
        const results = await viewGroups(ctx, page.results)
        return presentPage({ ...page, results }, ctx.services.config, listPath(ctx), query)
      },
    }),
    route({
      method: 'POST',
      path: `${path}mention-groups/`,
      ...changing,
      summary: `Add a mention group to ${called}`,
      body: groupBody,
      example: { name: 'site-leads', description: 'Who leads a part of the site.' },
      status: 201,
      reply,
      run: async (ctx, { body }) => shown(ctx, await createGroup(ctx, body)),
    }),
    route({
      method: 'GET',
      path: `${path}mention-groups/{groupId}/`,
      ...asked,
      summary: `Read a mention group of ${called}`,
      reply,
      run: async (ctx, { params }) => shown(ctx, await loadGroup(ctx, idOf(params))),
    }),
    route({
      method: 'PATCH',
      path: `${path}mention-groups/{groupId}/`,
      ...changing,
      summary: `Change the fields sent of a mention group of ${called}`,
      body: groupPatch,
      example: { name: 'site-leads' },
      reply,
      run: async (ctx, { params, body }) => shown(ctx, await updateGroup(ctx, idOf(params), body)),
    }),
    route({
      method: 'DELETE',
      path: `${path}mention-groups/{groupId}/`,
      ...changing,
      summary: `Remove a mention group of ${called}`,
      status: 204,
      run: (ctx, { params }) => deleteGroup(ctx, idOf(params)),
    }),
  ]
}

/** Who is in a group, and who is told. */
function standingRoutes({ path, called, scope, calledScope: mutes, reply }: Place): Route[] {
  const one = `${path}mention-groups/{groupId}/`
  const write = { method: 'POST', tag, scope, reply } as const
  const filling = { ...write, allow: fillsGroups, body: groupMemberBody }
  return [
    route({
      ...filling,
      path: `${one}add-member/`,
      summary: `Put somebody into a mention group of ${called}`,
      run: async (ctx, { params, body }) => shown(ctx, await addMember(ctx, idOf(params), body.user)),
    }),
    route({
      ...filling,
      path: `${one}remove-member/`,
      summary: `Take somebody out of a mention group of ${called}`,
      run: async (ctx, { params, body }) => shown(ctx, await removeMember(ctx, idOf(params), body.user)),
    }),
    route({
      ...write,
      scope: mutes,
      path: `${one}mute/`,
      summary: `Not be told when a mention group of ${called} is mentioned`,
      run: async (ctx, { params }) => shownToCalled(ctx, await setMuted(ctx, idOf(params), true)),
    }),
    route({
      ...write,
      scope: mutes,
      path: `${one}unmute/`,
      summary: `Be told again when a mention group of ${called} is mentioned`,
      run: async (ctx, { params }) => shownToCalled(ctx, await setMuted(ctx, idOf(params), false)),
    }),
  ]
}

const PLACES: readonly Place[] = [
  {
    path: '/projects/{id}/',
    called: 'a project',
    scope: projectScope(),
    calledScope: projectScope(),
    reply: projectGroupReply,
  },
  { path: '/programs/{id}/', called: 'a program', scope: programScope(), calledScope, reply: programGroupReply },
]

export const mentionGroupRoutes: readonly Route[] = [
  ...PLACES.flatMap((place) => [...groupRoutes(place), ...standingRoutes(place)]),
  route({
    method: 'GET',
    path: '/programs/{id}/mention-reach/',
    tag,
    summary: 'How many people the stakeholder group of a program names',
    scope: programScope(),
    allow: (ctx) => atLeast(ctx.scope.role, ROLE.manager),
    reply: reachReply,
    run: async (ctx) => ({
      group_key: 'program-stakeholders',
      viewer_member_count: await countViewers(ctx, ctx.scope.programId),
      external_stakeholder_count: await countStakeholders(ctx, ctx.scope.programId),
    }),
  }),
]
