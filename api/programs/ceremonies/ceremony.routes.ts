import { programScope } from '../../access/program-scope.ts'
import { instantText } from '../../platform/db/sql.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { managesProgram } from '../program.policy.ts'
import { type CeremonyRow, pageCeremonies } from './ceremony.queries.ts'
import { ceremonyBody, ceremonyPatch, ceremonyReply, listCeremoniesQuery } from './ceremony.schema.ts'
import { createCeremony, deleteCeremony, loadCeremony, updateCeremony } from './write-ceremony.ts'

const all = { path: '/programs/{id}/ceremonies/', tag: 'programs', scope: programScope() } as const
const one = { ...all, path: '/programs/{id}/ceremonies/{ceremonyId}/' } as const

const idOf = (params: Readonly<Record<string, string>>) => params.ceremonyId as string

export const ceremonyRoutes = [
  route({
    method: 'GET',
    ...all,
    summary: 'Meetings that a program holds again and again, by name',
    query: listCeremoniesQuery,
    reply: pageOf(ceremonyReply),
    run: async (ctx, { query }) => ({ page: await pageCeremonies(ctx, query), query }),
    present: ({ page, query }, ctx) =>
      presentPage(
        { ...page, results: page.results.map(presentCeremony) },
        ctx.services.config,
        `/programs/${ctx.scope.programId}/ceremonies/`,
        query,
      ),
  }),
  route({
    method: 'POST',
    ...all,
    summary: 'Add a meeting to a program',
    allow: managesProgram,
    body: ceremonyBody,
    status: 201,
    reply: ceremonyReply,
    run: (ctx, { body }) => createCeremony(ctx, body),
    present: presentCeremony,
  }),
  route({
    method: 'GET',
    ...one,
    summary: 'One of them',
    reply: ceremonyReply,
    run: (ctx, { params }) => loadCeremony(ctx, idOf(params)),
    present: presentCeremony,
  }),
  route({
    method: 'PATCH',
    ...one,
    summary: 'Change the fields sent',
    allow: managesProgram,
    body: ceremonyPatch,
    reply: ceremonyReply,
    run: (ctx, { params, body }) => updateCeremony(ctx, idOf(params), body),
    present: presentCeremony,
  }),
  route({
    method: 'DELETE',
    ...one,
    summary: 'Take a meeting off',
    allow: managesProgram,
    status: 204,
    run: (ctx, { params }) => deleteCeremony(ctx, idOf(params)),
  }),
]

function presentCeremony({ program_id, created_by_id, ...row }: CeremonyRow): object {
  return {
    ...row,
    program: program_id,
    created_by: created_by_id,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
}
