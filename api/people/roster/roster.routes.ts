import { type ProjectScope, projectScopeOfBody } from '../../access/project-scope.ts'
import { booleanFilter } from '../../platform/http/list-query.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { canStaff } from '../people.policy.ts'
import { pageRoster, presentRosterRow } from './page-roster.ts'
import { removeFromRoster } from './remove-from-roster.ts'
import { type RosterScope, rosterScope } from './roster.queries.ts'
import {
  listRosterQuery,
  removeRosterQuery,
  rosterBody,
  rosterConflictReply,
  rosterPatch,
  rosterRemovedReply,
  rosterReply,
} from './roster.schema.ts'
import { addToRoster, updateRoster } from './write-roster.ts'

const tag = 'roster'

export const rosterRoutes = [
  route({
    method: 'GET',
    path: '/project-resources/',
    tag,
    summary: 'Rosters of the caller’s projects',
    query: listRosterQuery,
    reply: pageOf(rosterReply),
    run: async (ctx, { query }) =>
      presentPage(await pageRoster(ctx, query), ctx.services.config, '/project-resources/', query),
  }),
  route({
    method: 'POST',
    path: '/project-resources/',
    tag,
    summary: 'Put a resource on a roster',
    scope: projectScopeOfBody,
    allow: canStaff<ProjectScope>,
    body: rosterBody,
    status: 201,
    reply: rosterReply,
    run: async (ctx, { body }) => presentRosterRow(ctx, await addToRoster(ctx, body)),
  }),
  route({
    method: 'GET',
    path: '/project-resources/{id}/',
    tag,
    summary: 'One roster row',
    scope: rosterScope,
    reply: rosterReply,
    run: (ctx) => presentRosterRow(ctx, ctx.scope.row.id),
  }),
  route({
    method: 'PUT',
    path: '/project-resources/{id}/',
    tag,
    summary: 'Change a roster row, naming its project and resource',
    scope: rosterScope,
    allow: canStaff<RosterScope>,
    body: rosterBody,
    reply: rosterReply,
    run: async (ctx, { body }) => presentRosterRow(ctx, await updateRoster(ctx, body)),
  }),
  route({
    method: 'PATCH',
    path: '/project-resources/{id}/',
    tag,
    summary: 'Change the fields sent',
    scope: rosterScope,
    allow: canStaff<RosterScope>,
    body: rosterPatch,
    reply: rosterReply,
    run: async (ctx, { body }) => presentRosterRow(ctx, await updateRoster(ctx, body)),
  }),
  route({
    method: 'DELETE',
    path: '/project-resources/{id}/',
    tag,
    summary: 'Take a resource off a roster',
    scope: rosterScope,
    allow: canStaff<RosterScope>,
    query: removeRosterQuery,
    status: 200,
    reply: rosterRemovedReply,
    otherReplies: {
      409: { description: 'Still assigned in the project (roster_has_assignments).', schema: rosterConflictReply },
    },
    run: (ctx, { query }) => removeFromRoster(ctx, { isForced: booleanFilter(query.force) === true }),
  }),
]
