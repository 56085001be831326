import { z } from 'zod'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { type RawInput, route } from '../platform/http/route.ts'
import { type ProjectTaskScope, projectTaskScope } from '../tasks/project-task-scope.ts'
import { type LinkRow, listLinks, loadLink } from './link.queries.ts'
import { linkBody, linkPatch, linkReply } from './link.schema.ts'
import { askAhead, refreshLink } from './refresh-link.ts'
import { createLink, deleteLink, updateLink } from './write-link.ts'

const PATH = '/projects/{id}/tasks/{taskId}/links/'
const ONE = `${PATH}{linkId}/`
const reading = { tag: 'links', scope: projectTaskScope }
const writing = { ...reading, allow: (ctx: Ctx<ProjectTaskScope>) => atLeast(ctx.scope.role, ROLE.member) }
const idOf = (params: Readonly<Record<string, string>>) => params.linkId as string

/** The link too, for what is asked before the parameters are looked at. */
async function linkScope(ctx: Ctx, raw: RawInput) {
  return { ...(await projectTaskScope(ctx, raw)), linkId: raw.params.linkId ?? '' }
}

const present = (row: LinkRow) => ({ ...row, fetched_at: instantText(row.fetched_at) })

export const linkRoutes = [
  route({
    method: 'GET',
    path: PATH,
    ...reading,
    summary: 'Links of a task to what lies outside, in their order',
    reply: z.array(linkReply),
    run: (ctx) => listLinks(ctx),
    present: (rows) => rows.map(present),
  }),
  route({
    method: 'POST',
    path: PATH,
    ...writing,
    summary: 'Link a task to what lies outside',
    body: linkBody,
    status: 201,
    reply: linkReply,
    run: (ctx, { body }) => createLink(ctx, body),
    present,
  }),
  route({
    method: 'GET',
    path: ONE,
    ...reading,
    summary: 'One link',
    reply: linkReply,
    run: (ctx, { params }) => loadLink(ctx, idOf(params)),
    present,
  }),
  route({
    method: 'PATCH',
    path: ONE,
    ...writing,
    summary: 'Change the fields sent of a link',
    body: linkPatch,
    reply: linkReply,
    run: (ctx, { params, body }) => updateLink(ctx, idOf(params), body),
    present,
  }),
  route({
    method: 'POST',
    path: `${ONE}refresh/`,
    ...reading,
    summary: 'Ask the other side of a link how it stands, with your own credential where it needs one',
    limits: [byAccount('task_link_refresh', (config) => config.throttleTaskLinkRefreshRate)],
    reply: linkReply,
    otherReplies: { 422: { description: 'A credential for this address is needed: `credential_required`.' } },
    scope: linkScope,
    ahead: (ctx) => askAhead(ctx, ctx.scope.linkId),
    run: (ctx, { prepared }) => refreshLink(ctx, ctx.scope.linkId, prepared),
    present,
  }),
  route({
    method: 'DELETE',
    path: ONE,
    ...writing,
    summary: 'Remove a link',
    status: 204,
    run: (ctx, { params }) => deleteLink(ctx, idOf(params)),
  }),
]
