import { z } from 'zod'
import { programScope } from '../../access/program-scope.ts'
import { instantText } from '../../platform/db/sql.ts'
import { route } from '../../platform/http/route.ts'
import { managesProgram } from '../program.policy.ts'
import { listStakeholders, type StakeholderRow } from './stakeholder.queries.ts'
import { listStakeholdersQuery, stakeholderBody, stakeholderPatch, stakeholderReply } from './stakeholder.schema.ts'
import { createStakeholder, deleteStakeholder, loadStakeholder, updateStakeholder } from './write-stakeholder.ts'

/** Reading them is for managers as well: they are addresses of people who never agreed to be seen here. */
const all = {
  path: '/programs/{id}/external-stakeholders/',
  tag: 'programs',
  scope: programScope(),
  allow: managesProgram,
} as const
const one = { ...all, path: '/programs/{id}/external-stakeholders/{stakeholderId}/' } as const

const idOf = (params: Readonly<Record<string, string>>) => params.stakeholderId as string

export const stakeholderRoutes = [
  route({
    method: 'GET',
    ...all,
    summary: 'People outside of the service who have a stake in a program, by name',
    query: listStakeholdersQuery,
    reply: z.array(stakeholderReply),
    run: (ctx, { query }) => listStakeholders(ctx, query),
    present: (rows) => rows.map(presentStakeholder),
  }),
  route({
    method: 'POST',
    ...all,
    summary: 'Put down somebody who has a stake in a program',
    body: stakeholderBody,
    status: 201,
    reply: stakeholderReply,
    run: (ctx, { body }) => createStakeholder(ctx, body),
    present: presentStakeholder,
  }),
  route({
    method: 'GET',
    ...one,
    summary: 'One of them',
    reply: stakeholderReply,
    run: (ctx, { params }) => loadStakeholder(ctx, idOf(params)),
    present: presentStakeholder,
  }),
  route({
    method: 'PATCH',
    ...one,
    summary: 'Change the fields sent',
    body: stakeholderPatch,
    reply: stakeholderReply,
    run: (ctx, { params, body }) => updateStakeholder(ctx, idOf(params), body),
    present: presentStakeholder,
  }),
  route({
    method: 'DELETE',
    ...one,
    summary: 'Strike somebody out',
    status: 204,
    run: (ctx, { params }) => deleteStakeholder(ctx, idOf(params)),
  }),
]

function presentStakeholder(row: StakeholderRow): object {
  return { ...row, created_at: instantText(row.created_at), updated_at: instantText(row.updated_at) }
}
